// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A device that sound can go to.
package struct AudioOutputDescription: Sendable, Equatable {
    /// What kind of device it is; other kinds may be added.
    package enum Kind: String, Sendable, CaseIterable {
        case speakers, headphones, headset, handsfree, car, hdmi, digital, line, bluetooth, usb, network, phone
        /// It exists in the sound server alone.
        case virtual
        case other
    }

    /// The same whenever the device is there, also after it was away.
    package var identifier: String
    /// What people call it.
    package var title: String
    package var kind: Kind
    /// What the sound server calls it now; the playback engine goes by it.
    package var address: String
    /// The sound server sends new streams here.
    package var isDefault: Bool
    /// False when nothing is plugged in.
    package var isAvailable: Bool
    /// The socket or loudspeaker in use, for devices with more than one; `nil` for others.
    package var connector: String?
    /// The sockets in which nothing is plugged.
    package var emptyConnectors: Set<String>
    /// It takes the place of outputs while there are none, and nobody hears it.
    package var isStandIn: Bool
    /// What is heard here now, as triggers name devices: an address, a card, a socket of it.
    package var devices: Set<String>

    package init(
        identifier: String, title: String, kind: Kind, address: String, isDefault: Bool = false,
        isAvailable: Bool = true, connector: String? = nil, emptyConnectors: Set<String> = [],
        isStandIn: Bool = false, devices: Set<String> = []
    ) {
        self.identifier = identifier
        self.title = title
        self.kind = kind
        self.address = address
        self.isDefault = isDefault
        self.isAvailable = isAvailable
        self.connector = connector
        self.emptyConnectors = emptyConnectors
        self.isStandIn = isStandIn
        self.devices = devices
    }
}
