// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A device to which sound can be sent.
package struct AudioOutputDescription: Sendable, Equatable {
    /// The kind of device; other kinds may be added.
    package enum Kind: String, Sendable, CaseIterable {
        case speakers, headphones, headset, handsfree, car, hdmi, digital, line, bluetooth, usb, network, phone
        /// An output without a device, created in the sound server.
        case virtual
        /// Rooms that play the same sound in step, through a server.
        case rooms
        /// A page in a browser, which plays the media itself.
        case browser
        case other
    }

    /// The permanent identifier of the device, which is the same each time it returns.
    package var identifier: String
    /// The display name of the output.
    package var title: String
    package var kind: Kind
    /// The current name of the output in the sound server, which the playback engine uses; a name of its own for one
    /// that is not in the sound server.
    package var address: String
    /// Whether the sound server sends new streams here.
    package var isDefault: Bool
    /// Whether sound can be heard there; `false` if nothing is plugged in.
    package var isAvailable: Bool
    /// The socket or loudspeaker in use, for devices with more than one; `nil` for others.
    package var connector: String?
    /// The sockets that have nothing plugged in.
    package var emptyConnectors: Set<String>
    /// Whether it is a silent placeholder, used while no other output exists.
    package var isStandIn: Bool
    /// The devices behind the output, named as in triggers: an address, a card, or one of its ports.
    package var devices: Set<String>
    /// The identifiers of the devices that play together as this output; empty for a single device.
    package var members: Set<String> = []
    /// The program that receives the sound instead of the sound server; `nil` for devices of the sound server.
    package var receiver: SoundReceiver?

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

    /// The choice by which the playback engine selects it.
    package var choice: OutputChoice {
        kind == .browser ? .browser(identifier) : receiver.map(OutputChoice.receiver) ?? .device(address)
    }
}
