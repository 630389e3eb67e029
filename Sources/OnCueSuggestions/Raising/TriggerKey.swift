// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Which triggers count as the same, for cool-downs and for what was dismissed: those of one kind and one device or
/// place.
package struct TriggerKey: Sendable, Hashable, Codable {
    /// As it is kept: the kind, and behind a space what it is about.
    package let text: String

    package init(_ trigger: Trigger) {
        text = [trigger.kind.rawValue, trigger.device?.id ?? trigger.name].compactMap(\.self).joined(separator: " ")
    }

    /// Takes one that was kept.
    package init(text: String) { self.text = text }
}
