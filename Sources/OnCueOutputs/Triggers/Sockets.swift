// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueSuggestions
internal import PulseAudio

/// The sockets for headphones of the cards, and whether something is plugged into them.
///
/// Only hardware that can detect this counts: a change from "unknown" to "yes" means that it was plugged in before, and
/// a change to "unknown" is ignored.
struct Sockets {
    private enum Plug {
        case empty, plugged
        /// Something is plugged in, but was not seen to arrive.
        case unseen
        case unknown
    }

    private struct Socket {
        var plug: Plug
        var device: SeenDevice
    }

    /// By card and port.
    private var sockets: [TriggerDevice.ID: Socket] = [:]

    /// The plugged-in devices that count.
    var devices: [SeenDevice] {
        sockets.values.filter { $0.plug == .plugged }.map(\.device).sorted { $0.id < $1.id }
    }

    mutating func take(_ state: PulseState) {
        var now: [TriggerDevice.ID: Socket] = [:]
        for card in state.cards where Self.hasSockets(card) {
            for port in card.outputs where port.kind == .headphones || port.kind == .headset {
                let id = Self.name(of: port.name, on: card)
                let plug = Self.plug(sockets[id]?.plug, port.availability)
                now[id] = Socket(plug: plug, device: Self.device(id, port, card))
            }
        }
        sockets = now
    }

    /// Returns the name of a socket for triggers.
    static func name(of port: String, on card: PulseCard) -> TriggerDevice.ID { card.name + "/" + port }

    /// Returns whether a card has sockets; one that is itself a headset does not, nor does Bluetooth.
    private static func hasSockets(_ card: PulseCard) -> Bool {
        card.bus != "bluetooth" && !["headphone", "headset"].contains(card.formFactor)
    }

    private static func plug(_ before: Plug?, _ availability: PulsePort.Availability) -> Plug {
        switch (availability, before) {
        case (.no, _): .empty
        case (.unknown, let before): before ?? .unknown
        case (.yes, .unknown), (.yes, .unseen): .unseen
        // A card that appears with something in its socket brings it.
        case (.yes, .empty), (.yes, .plugged), (.yes, nil): .plugged
        }
    }

    private static func device(_ id: TriggerDevice.ID, _ port: PulsePort, _ card: PulseCard) -> SeenDevice {
        let (socket, device) = (port.description, card.description)
        let name = socket.isEmpty || device.isEmpty ? socket + device : "\(socket) (\(device))"
        return SeenDevice(
            id: id, name: SeenDevice.readableName(name, else: id),
            facts: DeviceFacts(form: port.kind == .headset ? .headset : .headphones))
    }
}
