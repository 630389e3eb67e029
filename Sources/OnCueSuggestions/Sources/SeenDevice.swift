// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A device as one source sees it, before its kind is determined.
package struct SeenDevice: Sendable, Equatable {
    /// The identifier, which is the same from every source, like ``TriggerDevice/id``.
    package var id: TriggerDevice.ID
    /// The display name.
    package var name: String
    package var facts: DeviceFacts

    package init(id: TriggerDevice.ID, name: String, facts: DeviceFacts = DeviceFacts()) {
        self.id = id
        self.name = name
        self.facts = facts
    }
}
