// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A device that can be listened to, as the triggers know it.
package struct TriggerDevice: Sendable, Hashable, Identifiable, Codable {
    /// The kind of a device for the listener.
    package enum Kind: String, Sendable, CaseIterable, Codable {
        case headphones
        case car
        /// Loudspeakers and all other devices whose connection has no meaning for suggestions.
        case other
    }

    /// The permanent identifier of the device, which is the same from every source that knows it: the address of a
    /// Bluetooth device in capital letters, the name of a card and its socket for others.
    package var id: String
    /// The display name.
    package var name: String
    package var kind: Kind

    package init(id: String, name: String, kind: Kind) {
        self.id = id
        self.name = name
        self.kind = kind
    }
}
