// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A device as one source sees it, before it is clear what it is to the person.
package struct SeenDevice: Sendable, Equatable {
    /// The same from every source, as ``TriggerDevice/id`` is.
    package var id: TriggerDevice.ID
    /// What people call it.
    package var name: String
    package var facts: DeviceFacts

    package init(id: TriggerDevice.ID, name: String, facts: DeviceFacts = DeviceFacts()) {
        self.id = id
        self.name = name
        self.facts = facts
    }
}
