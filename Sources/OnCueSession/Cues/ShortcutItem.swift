// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueActivities
package import OnCueCore
internal import OnCueInterface

/// The user's shortcuts as suggestions, under names of activities of the service itself.
package enum ShortcutItem {
    private static let prefix = "shortcut/"

    package static func identifier(of shortcut: String) -> ContentIdentifier {
        Activity.Name(ServiceNames.busName, prefix + shortcut).contentIdentifier
    }

    /// Returns the name of the shortcut; `nil` for any other item.
    package static func name(_ identifier: ContentIdentifier) -> String? {
        guard let name = Activity.Name(identifier), name.program == ServiceNames.busName,
            name.identifier.hasPrefix(prefix)
        else { return nil }
        return String(name.identifier.dropFirst(prefix.count))
    }

    /// Returns the row of a shortcut.
    package static func item(_ shortcut: String) -> ContentNode {
        var item = ContentNode(
            identifier: identifier(of: shortcut), title: shortcut, subtitle: "Shortcut", isPlayable: true)
        item.rare.isTask = true
        return item
    }
}
