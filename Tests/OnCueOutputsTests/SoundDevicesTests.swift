// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueSuggestions
import PulseAudio
import Testing

@testable import OnCueOutputs

/// What follows from the states of a sound server; after what real machines have.
@Suite
struct SoundDevicesTests {
    private static let card = "alsa_card.pci-0000_00_1f.3"
    private static let socket = card + "/analog-output-headphones"
    private static let headphones = SeenDevice(
        id: socket, name: "Headphones (Built-in Audio)", facts: DeviceFacts(form: .headphones))
    private static let pods = "AA:BB:CC:DD:EE:0F"

    /// A laptop with one socket.
    private func laptop(_ availability: PulsePort.Availability) -> PulseState {
        var state = PulseState()
        var card = PulseCard(index: 0, name: Self.card, description: "Built-in Audio")
        card.outputs = [
            port("analog-output-speaker", "Speakers", .speaker, .unknown),
            port("analog-output-headphones", "Headphones", .headphones, availability),
        ]
        (card.bus, card.formFactor) = ("pci", "internal")
        state.cards = [card]
        var sink = PulseSink(
            index: 1, name: "alsa_output.pci-0000_00_1f.3.analog-stereo", description: "Built-in Audio")
        (sink.card, sink.bus, sink.formFactor, sink.ports) = (0, "pci", "internal", card.outputs)
        sink.activePort = availability == .yes ? "analog-output-headphones" : "analog-output-speaker"
        state.sinks = [sink]
        return state
    }

    private func port(
        _ name: String, _ description: String, _ kind: PulsePort.Kind, _ availability: PulsePort.Availability
    ) -> PulsePort {
        PulsePort(name: name, description: description, kind: kind, availability: availability)
    }

    private func bluetooth(
        _ profile: String = "a2dp_sink", index: UInt32 = 7, port kind: PulsePort.Kind? = .headphones,
        factor: String = "headphone"
    ) -> PulseSink {
        var sink = PulseSink(index: index, name: "bluez_sink.AA_BB_CC_DD_EE_0F." + profile, description: "Pods")
        (sink.bus, sink.address, sink.formFactor, sink.card) = ("bluetooth", "AA:BB:CC:DD:EE:0F", factor, 4)
        if let kind {
            sink.ports = [port("headphone-output", "Headphone", kind, .unknown)]
            sink.activePort = "headphone-output"
        }
        return sink
    }

    private func reports(_ states: [PulseState?]) -> [TriggerReport] {
        var devices = SoundDevices()
        return states.flatMap { devices.take($0) }
    }

    @Test("What is plugged into a socket that was empty is heard until it is pulled")
    func plug() {
        #expect(
            reports([laptop(.no), laptop(.yes), laptop(.yes), laptop(.no)])
                == [.listed([]), .heard(Self.headphones), .unheard(Self.socket)])
    }

    @Test("What is plugged in at the start is listed, and was there again after a server that was away")
    func listed() {
        #expect(
            reports([laptop(.yes), nil, nil, laptop(.yes)])
                == [.listed([Self.headphones]), .lost, .listed([Self.headphones])])
        #expect(reports([nil, nil]) == [])
    }

    @Test("Hardware that cannot tell is not believed, until it has seen the socket empty")
    func unknown() {
        #expect(reports([laptop(.unknown), laptop(.yes), laptop(.unknown), laptop(.yes)]) == [.listed([])])
        #expect(
            reports([laptop(.unknown), laptop(.yes), laptop(.no), laptop(.yes)])
                == [.listed([]), .heard(Self.headphones)])
        #expect(reports([laptop(.no), laptop(.yes), laptop(.unknown)]) == [.listed([]), .heard(Self.headphones)])
    }

    @Test("A card that comes brings what is plugged into it, and takes it away")
    func dock() {
        #expect(
            reports([PulseState(), laptop(.yes), PulseState()])
                == [.listed([]), .heard(Self.headphones), .unheard(Self.socket)])
    }

    @Test(
        "A Bluetooth device is what its port says, else its form factor, by its address",
        arguments: [
            (PulsePort.Kind.headphones, "", DeviceFacts.Form.headphones), (.headset, "", .headset),
            (.handsfree, "headset", .handsfree), (.car, "", .car), (.unknown, "car", .car),
            (nil, "hands-free", .handsfree), (.speaker, "", .other), (nil, "", nil), (nil, "portable", .other),
        ] as [(PulsePort.Kind?, String, DeviceFacts.Form?)])
    func bluetoothForm(kind: PulsePort.Kind?, factor: String, form: DeviceFacts.Form?) {
        var state = laptop(.no)
        state.sinks.append(bluetooth(port: kind, factor: factor))

        #expect(
            reports([laptop(.no), state])
                == [.listed([]), .heard(SeenDevice(id: Self.pods, name: "Pods", facts: DeviceFacts(form: form)))])
    }

    @Test("A switch of profile takes the device away and brings the same one back")
    func profileSwitch() {
        var (music, call) = (laptop(.no), laptop(.no))
        music.sinks.append(bluetooth())
        call.sinks.append(bluetooth("handsfree_head_unit", index: 8, port: .headset))

        let told = reports([music, laptop(.no), call])

        #expect(told.count == 3)
        #expect(told[1] == .unheard(Self.pods))
        #expect(told[2] == .heard(SeenDevice(id: Self.pods, name: "Pods", facts: DeviceFacts(form: .headset))))
    }

    @Test("PipeWire's names and properties lead to the same device")
    func pipewire() {
        var sink = PulseSink(index: 3, name: "bluez_output.AA_BB_CC_DD_EE_0F.1", description: "Pods")
        (sink.bus, sink.formFactor) = ("bluetooth", "headset")
        var state = PulseState()
        state.sinks = [sink]
        #expect(reports([PulseState(), state]).last == .heard(heard(.headset)))
        state.sinks[0].address = "aa:bb:cc:dd:ee:0f"
        state.sinks[0].name = "anything"
        #expect(reports([PulseState(), state]).last == .heard(heard(.headset)))
    }

    private func heard(_ form: DeviceFacts.Form) -> SeenDevice {
        SeenDevice(id: Self.pods, name: "Pods", facts: DeviceFacts(form: form))
    }

    @Test("A headset on USB is heard while its card is there, once, whatever sockets it claims to have")
    func usb() {
        var state = laptop(.no)
        var card = PulseCard(index: 9, name: "alsa_card.usb-Acme_Headset", description: "Acme")
        (card.bus, card.formFactor) = ("usb", "headset")
        card.outputs = [port("analog-output-headphones", "Headphones", .headphones, .yes)]
        state.cards.append(card)
        for index in 20..<22 {
            var sink = PulseSink(index: UInt32(index), name: "alsa_output.usb-Acme.\(index)", description: "Acme")
            (sink.bus, sink.card, sink.formFactor) = ("usb", 9, index == 20 ? "headset" : "")
            state.sinks.append(sink)
        }

        #expect(
            reports([laptop(.no), state, laptop(.no)]) == [
                .listed([]),
                .heard(SeenDevice(id: card.name, name: "Acme", facts: DeviceFacts(form: .headset))),
                .unheard(card.name),
            ])
    }

    @Test("Loudspeakers, screens and sinks that only exist in the server are not told of")
    func others() {
        var state = laptop(.no)
        for (index, factor) in ["speaker", "internal", "", "tv", "computer"].enumerated() {
            var sink = PulseSink(index: UInt32(30 + index), name: "sink\(index)", description: "Sink")
            sink.formFactor = factor
            state.sinks.append(sink)
        }
        #expect(reports([laptop(.no), state]) == [.listed([])])
    }

    @Test("A car by cable is one too")
    func car() {
        var state = PulseState()
        var sink = PulseSink(index: 2, name: "car", description: "My Car")
        sink.formFactor = "car"
        state.sinks = [sink]
        #expect(
            reports([PulseState(), state]).last
                == .heard(SeenDevice(id: "car", name: "My Car", facts: DeviceFacts(form: .car))))
    }

    @Test("A device whose card alone says what it is, and one whose port leads to a car, are heard")
    func indirect() {
        var state = PulseState()
        var card = PulseCard(index: 9, name: "alsa_card.usb-Acme", description: "Acme")
        card.formFactor = "headset"
        state.cards = [card]
        var (headset, car) = (
            PulseSink(index: 1, name: "acme", description: "Acme"), PulseSink(index: 2, name: "car", description: "Car")
        )
        headset.card = 9
        car.ports = [port("line", "Line", .car, .unknown)]
        car.activePort = "line"
        state.sinks = [headset, car]

        #expect(
            reports([PulseState(), state]).dropFirst() == [
                .heard(SeenDevice(id: card.name, name: "Acme", facts: DeviceFacts(form: .headset))),
                .heard(SeenDevice(id: "car", name: "Car", facts: DeviceFacts(form: .car))),
            ])
    }

    @Test("Of two sinks of a device the one that says what it is counts, and what is known better is told again")
    func better() {
        var (vague, clear) = (PulseState(), PulseState())
        vague.sinks = [bluetooth(port: nil, factor: "")]
        clear.sinks = vague.sinks + [bluetooth("handsfree_head_unit", index: 8, port: .headset, factor: "")]

        #expect(
            reports([PulseState(), vague, clear]).dropFirst() == [
                .heard(SeenDevice(id: Self.pods, name: "Pods", facts: DeviceFacts(form: nil))), .heard(heard(.headset)),
            ])
    }

    @Test("What a Bluetooth card says of its ports is no socket")
    func bluetoothCard() {
        var state = PulseState()
        var card = PulseCard(index: 4, name: "bluez_card.AA_BB_CC_DD_EE_0F", description: "Pods")
        card.bus = "bluetooth"
        card.outputs = [port("headphone-output", "Headphone", .headphones, .yes)]
        state.cards = [card]
        state.sinks = [bluetooth()]

        #expect(reports([PulseState(), state]).dropFirst() == [.heard(heard(.headphones))])
    }

    @Test("A server with too many sinks does no harm")
    func many() {
        var state = PulseState()
        state.sinks = (0..<5000).map { number in
            var sink = PulseSink(index: UInt32(number), name: "s\(number)", description: "\u{1B}[2J\n")
            sink.formFactor = "headset"
            return sink
        }
        guard case .heard(let first)? = reports([PulseState(), state]).dropFirst().first else {
            Issue.record("nothing is heard")
            return
        }
        #expect(reports([PulseState(), state]).count == 101)
        #expect(first.name == "[2J")
    }
}
