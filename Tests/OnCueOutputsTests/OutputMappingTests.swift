// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import PulseAudio
import Testing

@testable import OnCueOutputs

/// What a sound server says, in OnCue's words; recorded from real machines where ports are in play.
@Suite
struct OutputMappingTests {
    private func builtIn(active: String, headphones: PulsePort.Availability) -> PulseSink {
        var sink = PulseSink(
            index: 3, name: "alsa_output.pci-0000_00_1f.3.analog-stereo", description: "Built-in Audio")
        sink.ports = [
            PulsePort(name: "analog-output-speaker", description: "Speakers", kind: .speaker, availability: .unknown),
            PulsePort(
                name: "analog-output-headphones", description: "Headphones", kind: .headphones,
                availability: headphones),
        ]
        sink.activePort = active
        sink.bus = "pci"
        sink.formFactor = "internal"
        sink.isHardware = true
        return sink
    }

    @Test("A card with a socket is called and classed by what is plugged into it")
    func ports() {
        let plugged = AudioOutputDescription(
            builtIn(active: "analog-output-headphones", headphones: .yes), isDefault: true)
        let pulled = AudioOutputDescription(builtIn(active: "analog-output-speaker", headphones: .no), isDefault: true)

        #expect(plugged.title == "Headphones (Built-in Audio)" && plugged.kind == .headphones)
        #expect(pulled.title == "Speakers (Built-in Audio)" && pulled.kind == .speakers)
        #expect(plugged.identifier == pulled.identifier)
        #expect(plugged.connector == "analog-output-headphones" && plugged.emptyConnectors.isEmpty)
        #expect(pulled.emptyConnectors == ["analog-output-headphones"])
    }

    @Test("A Bluetooth device is the same with another profile")
    func bluetooth() {
        var music = PulseSink(index: 9, name: "bluez_sink.AA_BB.a2dp_sink", description: "Pods")
        (music.bus, music.address, music.formFactor) = ("bluetooth", "AA:BB", "headphone")
        var call = music
        (call.index, call.name) = (10, "bluez_sink.AA_BB.handsfree_head_unit")

        let outputs = [music, call].map { AudioOutputDescription($0, isDefault: false) }

        #expect(outputs.map(\.identifier) == ["bluetooth:AA:BB", "bluetooth:AA:BB"])
        #expect(outputs.map(\.address) == [music.name, call.name])
        #expect(outputs[0].kind == .headphones)
    }

    @Test("Ports tell the kind, else the form factor, else how the device is connected")
    func kinds() {
        func kind(_ change: (inout PulseSink) -> Void) -> AudioOutputDescription.Kind {
            var sink = PulseSink(index: 0, name: "x", description: "X")
            change(&sink)
            return AudioOutputDescription(sink, isDefault: false).kind
        }
        func port(_ kind: PulsePort.Kind) -> (inout PulseSink) -> Void {
            {
                $0.ports = [PulsePort(name: "p", description: "P", kind: kind, availability: .unknown)]
                $0.activePort = "p"
                $0.formFactor = "speaker"
            }
        }

        #expect(kind(port(.car)) == .car)
        #expect(kind(port(.handsfree)) == .handsfree)
        #expect(kind(port(.hdmi)) == .hdmi)
        #expect(kind(port(.unknown)) == .speakers)
        #expect(kind { $0.formFactor = "hands-free" } == .handsfree)
        #expect(kind { $0.bus = "bluetooth" } == .bluetooth)
        #expect(kind { $0.isNetwork = true } == .network)
        #expect(kind { $0.isHardware = true } == .speakers)
        #expect(kind { _ in } == .virtual)
    }

    @Test("A device with nothing plugged in is not available")
    func unplugged() {
        var sink = PulseSink(index: 0, name: "hdmi", description: "HDMI")
        sink.ports = [PulsePort(name: "hdmi", description: "HDMI", kind: .hdmi, availability: .no)]
        sink.activePort = "hdmi"

        #expect(!AudioOutputDescription(sink, isDefault: false).isAvailable)
    }

    @Test("In use is the output where the stream of the process is, not the default")
    func inUse() {
        var state = PulseState()
        state.sinks = [
            PulseSink(index: 1, name: "a", description: "A"), PulseSink(index: 2, name: "b", description: "B"),
        ]
        state.defaultSink = "a"
        state.streams = [
            PulseStream(index: 5, sink: 1, process: 7, isCorked: false, isMuted: false, volume: 1),
            PulseStream(index: 6, sink: 2, process: 8, isCorked: false, isMuted: false, volume: 1),
        ]

        #expect(AudioOutputs(state, process: 8).inUse == "b")
        #expect(AudioOutputs(state, process: 9).inUse == nil)
        #expect(AudioOutputs(state, process: 9).defaultOutput?.identifier == "a")
    }

    @Test(
        "The socket that an address names is watched",
        arguments: [
            ("unix:/run/x/native", "/run/x/native"), ("/run/y", "/run/y"), ("{abc}unix:/a tcp:host", "/a"),
            ("tcp:host:4713", nil), ("host", nil),
        ])
    func socket(address: String, path: String?) {
        #expect(ServerSocket.path(address) == path)
    }
}
