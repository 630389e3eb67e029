// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The identity of a trigger for cool-downs and dismissals: its kind and its device or place.
package struct TriggerKey: Sendable, Hashable, Codable {
    /// The storage form: the kind, and after a space the device or place.
    package let text: String

    package init(_ trigger: Trigger) {
        text = [trigger.kind.rawValue, trigger.device?.id ?? trigger.name].compactMap(\.self).joined(separator: " ")
    }

    /// Creates a key from its storage form.
    package init(text: String) { self.text = text }
}
