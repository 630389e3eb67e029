// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import PulseAudio

extension AudioOutputs {
    /// Creates the outputs from the state of a sound server.
    ///
    /// - Parameter process: The process whose stream determines the output in use.
    package init(_ state: PulseState, process: Int32) {
        let cards = Dictionary(state.cards.map { ($0.index, $0) }) { first, _ in first }
        var (single, together): ([AudioOutputDescription], [AudioOutputDescription]) = ([], [])
        for sink in state.sinks where sink.together == nil {
            single.append(
                AudioOutputDescription(
                    sink, card: sink.card.flatMap { cards[$0] }, isDefault: sink.name == state.defaultSink))
        }
        // The newest is the wanted one.
        for sink in state.sinks.reversed() where sink.together?.process == process {
            let isDefault = sink.name == state.defaultSink
            if let output = AudioOutputDescription(together: sink, single, isDefault: isDefault) {
                together.append(output)
            }
        }
        let stream = state.streams.last { $0.process == process }?.sink
        let name = state.sinks.first { $0.index == stream }?.name
        let outputs = single + together
        self.init(
            isServerThere: true, outputs: outputs, inUse: outputs.first { $0.address == name }?.identifier)
    }
}

extension AudioOutputDescription {
    /// The sink that PulseAudio's module-always-sink and WirePlumber create while there is no other, and remove
    /// afterwards.
    private static let standIn = "auto_null"

    init(_ sink: PulseSink, card: PulseCard? = nil, isDefault: Bool) {
        let port = sink.ports.first { $0.name == sink.activePort }
        let hasSeveral = sink.ports.count > 1
        // A Bluetooth device gets another sink with each profile; only its address is permanent.
        let isBluetooth = sink.bus == "bluetooth" && !sink.address.isEmpty
        let socket = hasSeveral && !isBluetooth ? port : nil
        let title = socket.map { "\($0.description) (\(sink.description))" } ?? sink.description
        self.init(
            identifier: isBluetooth ? "bluetooth:" + sink.address : sink.name, title: title,
            kind: Kind(port, sink), address: sink.name, isDefault: isDefault,
            isAvailable: port?.availability != .no, connector: socket?.name,
            emptyConnectors: Set(sink.ports.filter { $0.availability == .no }.map(\.name)),
            isStandIn: sink.name == Self.standIn, devices: SoundDevices.names(of: sink, on: card))
    }
}

extension AudioOutputDescription {
    /// The devices that a sink plays on; `nil` if none of them is there.
    fileprivate init?(together sink: PulseSink, _ outputs: [AudioOutputDescription], isDefault: Bool) {
        guard let together = sink.together,
            let members = OutputSelection.members(ofTogether: together.identifier)
        else { return nil }
        let there = outputs.filter { together.members.contains($0.address) }
        guard !there.isEmpty else { return nil }
        self.init(
            identifier: together.identifier, title: sink.description, kind: .virtual, address: sink.name,
            isDefault: isDefault, isAvailable: there.contains(where: \.isAvailable),
            devices: there.reduce(into: []) { $0.formUnion($1.devices) })
        self.members = Set(members)
    }
}

extension AudioOutputDescription.Kind {
    /// Determines the kind by the port, which is more specific than the device.
    init(_ port: PulsePort?, _ sink: PulseSink) {
        self = port.flatMap { Self(port: $0.kind) } ?? Self(formFactor: sink.formFactor) ?? Self(sink)
    }

    private init?(port: PulsePort.Kind) {
        switch port {
        case .speaker, .portable, .hifi: self = .speakers
        case .headphones: self = .headphones
        case .headset: self = .headset
        case .handsfree: self = .handsfree
        case .car: self = .car
        case .hdmi, .tv, .video: self = .hdmi
        case .spdif: self = .digital
        case .line, .aux, .analog: self = .line
        case .usb: self = .usb
        case .bluetooth: self = .bluetooth
        case .network: self = .network
        case .handset, .earpiece, .phone: self = .phone
        case .unknown, .mic, .radio: return nil
        }
    }

    private init?(formFactor: String) {
        switch formFactor {
        case "speaker", "internal", "portable", "hifi", "computer": self = .speakers
        case "headphone": self = .headphones
        case "headset": self = .headset
        case "hands-free": self = .handsfree
        case "car": self = .car
        case "tv": self = .hdmi
        case "phone", "handset": self = .phone
        default: return nil
        }
    }

    private init(_ sink: PulseSink) {
        switch sink.bus {
        case "bluetooth": self = .bluetooth
        case "usb": self = .usb
        default: self = sink.isNetwork ? .network : sink.isHardware ? .speakers : .virtual
        }
    }
}
