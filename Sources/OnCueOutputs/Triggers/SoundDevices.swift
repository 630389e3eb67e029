// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueSuggestions
internal import PulseAudio

/// The audible devices according to a sound server, and the events that follow from a new state of it.
///
/// The rules are documented at the functions below. A server that starts lists the devices present.
struct SoundDevices {
    /// More devices than any machine has; further ones are ignored.
    private static let largestCount = 100

    /// The audible devices; `nil` while there is no server.
    private var heard: [SeenDevice]?
    private var sockets = Sockets()

    /// The number of audible devices.
    var count: Int { heard?.count ?? 0 }

    /// Processes the next state; `nil` if the server is gone.
    mutating func take(_ state: PulseState?) -> [TriggerReport] {
        guard let state else {
            defer { self = SoundDevices() }
            return heard == nil ? [] : [.lost]
        }
        sockets.take(state)
        let now = Self.devices(in: state) + sockets.devices
        defer { heard = now }
        guard let before = heard else { return [.listed(now)] }
        let news = now.filter { device in !before.contains { $0.id == device.id && $0.facts == device.facts } }
        let gone = before.map(\.id).filter { id in !now.contains { $0.id == id } }
        return gone.map(TriggerReport.unheard) + news.map(TriggerReport.heard)
    }

    /// Returns the devices that are there because they have a sink, each once.
    private static func devices(in state: PulseState) -> [SeenDevice] {
        let cards = Dictionary(state.cards.map { ($0.index, $0) }) { first, _ in first }
        var devices: [SeenDevice] = []
        for sink in state.sinks {
            guard let device = device(of: sink, cards), devices.count < largestCount else { continue }
            guard let index = devices.firstIndex(where: { $0.id == device.id }) else {
                devices.append(device)
                continue
            }
            // Of two sinks of a device, the one with a known form counts.
            if devices[index].facts.form == nil { devices[index] = device }
        }
        return devices
    }

    private static func device(of sink: PulseSink, _ cards: [UInt32: PulseCard]) -> SeenDevice? {
        let card = sink.card.flatMap { cards[$0] }
        let port = sink.ports.first { $0.name == sink.activePort }
        let factor = DeviceFacts.Form(factor: sink.formFactor.isEmpty ? card?.formFactor ?? "" : sink.formFactor)
        if sink.bus == "bluetooth", let address = address(of: sink) {
            // The availability of its ports is not meaningful: it is unknown while nothing plays.
            let form = port.flatMap { DeviceFacts.Form(port: $0.kind) } ?? factor
            return SeenDevice(
                id: address.text, name: SeenDevice.readableName(sink.description, else: address.text),
                facts: DeviceFacts(form: form))
        }
        // Headphones of a card with sockets are reported by those.
        let form = port?.kind == .car ? .car : factor
        guard let form, form != .other else { return nil }
        let id = card?.name ?? sink.name
        return SeenDevice(
            id: id, name: SeenDevice.readableName(sink.description, else: id), facts: DeviceFacts(form: form))
    }

    /// Returns all names that triggers may use for the sound at a sink.
    static func names(of sink: PulseSink, on card: PulseCard?) -> Set<TriggerDevice.ID> {
        if sink.bus == "bluetooth", let address = address(of: sink) { return [address.text] }
        let socket = card.flatMap { card in sink.activePort.map { Sockets.name(of: $0, on: card) } }
        return Set([card?.name ?? sink.name, socket].compactMap(\.self))
    }

    /// From a property, else from a name such as `bluez_sink.AA_BB_CC_DD_EE_FF.a2dp_sink`.
    private static func address(of sink: PulseSink) -> BluetoothAddress? {
        BluetoothAddress(sink.address)
            ?? sink.name.split(separator: ".").lazy.compactMap { BluetoothAddress($0) }.first
    }
}

extension DeviceFacts.Form {
    /// Determines the form by a port; `nil` if the port does not determine it.
    init?(port: PulsePort.Kind) {
        switch port {
        case .headphones: self = .headphones
        case .headset: self = .headset
        case .handsfree: self = .handsfree
        case .car: self = .car
        case .unknown, .bluetooth, .usb, .analog: return nil
        default: self = .other
        }
    }

    /// The form given by `device.form_factor`; `nil` if there is none.
    init?(factor: String) {
        switch factor {
        case "": return nil
        case "headphone": self = .headphones
        case "headset": self = .headset
        case "hands-free": self = .handsfree
        case "car": self = .car
        default: self = .other
        }
    }
}
