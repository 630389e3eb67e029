// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The state of a sound server at one moment: its outputs and streams.
package struct PulseState: Sendable, Equatable {
    /// Name and version of the server, such as `pulseaudio 16.1`.
    package var server = ""
    /// The name of the sink that new streams go to; empty if there is none.
    package var defaultSink = ""
    package var cards: [PulseCard] = []
    package var sinks: [PulseSink] = []
    /// The streams that play, of all programs.
    package var streams: [PulseStream] = []

    package init() {}
}

/// A device of the machine, whose sinks depend on its profile.
package struct PulseCard: Sendable, Equatable {
    /// Its number in the server; a card that returns gets another one.
    package var index: UInt32
    package var name: String
    package var description: String
    /// The sockets and loudspeakers that sound can go to, including those that the profile does not use.
    package var outputs: [PulsePort] = []
    /// `device.form_factor`; empty where the server does not know it.
    package var formFactor = ""
    /// `device.bus`; empty where the server does not know it.
    package var bus = ""

    package init(index: UInt32, name: String, description: String) {
        self.index = index
        self.name = name
        self.description = description
    }
}

/// A device that takes sound.
package struct PulseSink: Sendable, Equatable {
    /// Its number in the server; a device that returns gets another one.
    package var index: UInt32
    package var name: String
    package var description: String
    /// The number of the card that has it; `nil` for one without a card.
    package var card: UInt32?
    package var ports: [PulsePort] = []
    /// The name of the port in use; `nil` for a sink without ports.
    package var activePort: String?
    /// `device.form_factor`, such as `headset` or `car`; empty where the server does not know it.
    package var formFactor = ""
    /// `device.bus`, such as `pci`, `usb` or `bluetooth`; empty where the server does not know it.
    package var bus = ""
    /// `device.string`: the address of a Bluetooth device, the name of a card; empty if there is none.
    package var address = ""
    /// False for a sink that only exists in the server.
    package var isHardware = false
    package var isNetwork = false
    /// The number of the module that made it; `nil` if there is none.
    package var module: UInt32?
    /// The notes of this program on a sink that it combined from others; `nil` for all other sinks.
    package var together: Together?

    /// A sink that plays on others.
    package struct Together: Sendable, Equatable {
        package var identifier: String
        /// The names of the sinks.
        package var members: Set<String>
        /// The process that made it.
        package var process: Int32

        package init(identifier: String, members: Set<String>, process: Int32) {
            (self.identifier, self.members, self.process) = (identifier, members, process)
        }
    }

    package init(index: UInt32, name: String, description: String) {
        self.index = index
        self.name = name
        self.description = description
    }
}

/// A socket or loudspeaker of a sink.
package struct PulsePort: Sendable, Equatable {
    /// The kind of device at the port; numbers as in `pulse/def.h`, the same in PulseAudio and PipeWire.
    package enum Kind: UInt32, Sendable {
        case unknown = 0
        case aux, speaker, headphones, line, mic, headset, handset, earpiece, spdif, hdmi, tv, radio, video, usb
        case bluetooth, portable, handsfree, car, hifi, phone, network, analog
    }

    /// Whether something is plugged in.
    package enum Availability: UInt32, Sendable {
        /// The hardware cannot detect it.
        case unknown = 0
        case no, yes
    }

    package var name: String
    package var description: String
    package var kind: Kind
    package var availability: Availability

    package init(name: String, description: String, kind: Kind, availability: Availability) {
        self.name = name
        self.description = description
        self.kind = kind
        self.availability = availability
    }
}

/// A stream of one program.
package struct PulseStream: Sendable, Equatable {
    package var index: UInt32
    /// The number of the sink that it plays on.
    package var sink: UInt32
    /// The process that plays it; `nil` where the server does not know it.
    package var process: Int32?
    /// Whether it is silent at its own or the server's request.
    package var isCorked: Bool
    package var isMuted: Bool
    /// Amplitude, 1 as loud as the medium; on the cubic scale of mixers.
    package var volume: Double
    /// `media.role`, such as `music` or `phone`; empty if the program does not set it.
    package var role = ""
    /// The name of the program; empty if it does not set it.
    package var program = ""

    package init(index: UInt32, sink: UInt32, process: Int32?, isCorked: Bool, isMuted: Bool, volume: Double) {
        self.index = index
        self.sink = sink
        self.process = process
        self.isCorked = isCorked
        self.isMuted = isMuted
        self.volume = volume
    }
}
