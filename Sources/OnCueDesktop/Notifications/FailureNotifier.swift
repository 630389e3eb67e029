// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
internal import OnCueCore
package import OnCueRuntime

/// Says why something that was chosen in the search of a desktop could not be done, in one notification without a sound.
@MediaActor
package final class FailureNotifier {
    private let server: NotificationServer

    /// - Parameters:
    ///   - bus: The session bus.
    ///   - patience: How long the server may take for a call.
    package init(bus: MessageBus, patience: Duration = .seconds(10)) {
        server = NotificationServer(bus: bus, patience: patience)
    }

    /// Shows a failure in the place of the one before it.
    ///
    /// - Parameter reason: One line for people.
    package func show(_ reason: String) {
        server.show { Self.arguments(reason, replacing: $0, $1) }
    }

    /// Takes the notification away.
    package func close() { server.close() }

    private static func arguments(_ reason: String, replacing id: UInt32, _ capabilities: Set<String>) -> [BusValue] {
        let hasBody = capabilities.contains("body")
        let text = NotificationText.plain(reason)
        let body = capabilities.contains("body-markup") ? NotificationText.escaped(text) : text
        let hints: [String: BusValue] = [
            "urgency": .byte(1), "desktop-entry": .string(ServiceNames.desktopEntry),
            "category": .string("x-oncue.failure"), "suppress-sound": .bool(true),
        ]
        return [
            .string("OnCue"), .uint32(id), .string(ServiceNames.desktopEntry),
            .string(hasBody ? "That did not work" : text), .string(hasBody ? body : ""), .strings([]),
            .dictionary(hints), .int32(-1),
        ]
    }
}
