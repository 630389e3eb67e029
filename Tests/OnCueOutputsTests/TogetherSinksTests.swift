// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import PulseAudio
import Testing

@testable import OnCueOutputs

@Suite("Outputs that play together")
struct TogetherSinksTests {
    private static let both = ["a", "b"].map { ChosenOutput(identifier: $0, title: $0.uppercased()) }
    private static let process: Int32 = 7

    private func sink(_ index: UInt32, _ name: String) -> PulseSink {
        PulseSink(index: index, name: name, description: name)
    }

    private func combined(
        _ index: UInt32, of names: [String], for outputs: [ChosenOutput] = both, by process: Int32 = process
    ) -> PulseSink {
        var sink = sink(index, TogetherSinks.prefix + "\(index)")
        sink.module = 100 + index
        sink.together = PulseSink.Together(
            identifier: OutputSelection.identifier(together: outputs.map(\.identifier)), members: Set(names),
            process: process)
        return sink
    }

    private func plan(
        _ sinks: [PulseSink], _ wanted: [ChosenOutput] = both, playingOn sink: UInt32? = nil
    ) -> TogetherSinks {
        var state = PulseState()
        state.sinks = sinks
        if let sink {
            state.streams = [
                PulseStream(
                    index: 1, sink: sink, process: Self.process, isCorked: false, isMuted: false, volume: 1)
            ]
        }
        return TogetherSinks(state, wanted: wanted, process: Self.process) { $0 == 8 }
    }

    @Test("What is there is combined once, and one that is away is left out until it is back")
    func combines() {
        #expect(plan([sink(1, "a"), sink(2, "b")]).load == ["a", "b"])
        #expect(plan([sink(2, "b"), sink(3, "c")]).load == ["b"])
        #expect(plan([sink(3, "c")]).load == nil)
        let whole = plan([sink(1, "a"), sink(2, "b"), combined(3, of: ["a", "b"])])
        #expect(whole.load == nil && whole.unload.isEmpty && whole.sink?.index == 3)
        // The server lets it join again.
        let lost = plan([sink(1, "a"), combined(3, of: ["a", "b"])])
        #expect(lost.load == nil && lost.sink?.index == 3)
        let back = plan([sink(1, "a"), sink(2, "b"), combined(3, of: ["a"])], playingOn: 3)
        #expect(back.load == ["a", "b"] && back.unload.isEmpty, "the sound is moved before it goes")
        let moved = plan(
            [sink(1, "a"), sink(2, "b"), combined(3, of: ["a"]), combined(4, of: ["a", "b"])], playingOn: 4)
        #expect(moved.load == nil && moved.unload == [103])
    }

    @Test("What is no longer wanted goes when nothing plays there, or nobody could hear it")
    func removes() {
        let sinks = [sink(1, "a"), sink(2, "b"), combined(3, of: ["a", "b"])]
        #expect(plan(sinks, [], playingOn: 3).unload.isEmpty)
        #expect(plan(sinks, [], playingOn: 1).unload == [103])
        #expect(plan([sink(5, "c"), combined(3, of: ["a", "b"])], playingOn: 3).unload == [103])
    }

    @Test("What a daemon that crashed has left goes, and what belongs to another one stays")
    func others() {
        let sinks = [sink(1, "a"), combined(3, of: ["a"], by: 8), combined(4, of: ["a"], by: 9)]
        #expect(plan(sinks, []).unload == [104])
        #expect(plan(sinks).load == ["a"])
        var state = PulseState()
        state.sinks = sinks
        #expect(AudioOutputs(state, process: Self.process).outputs.map(\.identifier) == ["a"])
    }

    @Test("Together they are one output, which is there as long as one of them is")
    func output() throws {
        var state = PulseState()
        state.sinks = [sink(1, "a"), combined(3, of: ["a", "b"])]
        state.streams = [
            PulseStream(index: 1, sink: 3, process: Self.process, isCorked: false, isMuted: false, volume: 1)
        ]
        let outputs = AudioOutputs(state, process: Self.process)
        let output = try #require(outputs.output(OutputSelection.together(Self.both).identifier ?? ""))
        #expect(output.members == ["a", "b"] && output.kind == .virtual && output.isAvailable)
        #expect(outputs.inUse == output.identifier)
        state.sinks.removeFirst()
        #expect(AudioOutputs(state, process: Self.process).outputs.isEmpty)
    }

    @Test("The title goes into the arguments of the module, but nothing that means something there")
    func arguments() throws {
        let wanted = [
            ChosenOutput(identifier: "a", title: "It's \"A\" \\ ' x=1"),
            ChosenOutput(identifier: "bluetooth:AA:BB", title: "Pods"),
        ]
        let text = try #require(TogetherSinks.arguments(["a", "b"], wanted: wanted, process: 7, number: 2))
        #expect(
            text.hasPrefix(
                "sink_name=oncue_together_7_2 slaves=a,b sink_properties='device.description=\"Its A   x1 and Pods\""))
        #expect(text.filter { $0 == "'" }.count == 2)
        #expect(TogetherSinks.arguments(["a'"], wanted: wanted, process: 7, number: 2) == nil)
    }

    @Test("A title names all of them, and their order does not matter for what they are together")
    func selection() {
        let three = OutputSelection(["a", "b", "c"].map { ChosenOutput(identifier: $0, title: $0) })
        #expect(three.title == "a, b and c")
        #expect(
            OutputSelection.identifier(together: ["b", "a"]) == OutputSelection.together(Self.both).identifier)
        #expect(OutputSelection([]) == .followDefault)
        #expect(OutputSelection([Self.both[0]]) == .device(identifier: "a", title: "A"))
    }

    @Test("Several chosen outputs are kept in the file of the chosen one")
    func file() async throws {
        let directory = try TemporaryDirectory()
        let file = OutputSelectionFile(path: directory.file("output"))

        #expect(await file.save(.together(Self.both)))

        #expect(await file.load() == .together(Self.both))
        try directory.write("output", Array("a\nA\nb\n".utf8))
        #expect(await file.load() == .followDefault)
    }
}

extension SoundServerTests {
    /// The same, with a real server.
    @MediaActor
    @Suite
    struct TogetherServerTests {
        private let states = EventLog<AudioOutputs>()

        private func watch(_ address: String) -> PulseOutputWatch {
            let watch = PulseOutputWatch(SoundServerWatch(server: address))
            watch.onChange = { [states] in states.append($0) }
            return watch
        }

        private static func sinks(_ server: PulseServer) async throws -> [String] {
            try await server.control(["list", "short", "sinks"]).split(separator: "\n").compactMap {
                $0.split(separator: "\t").dropFirst().first.map(String.init)
            }
        }

        @Test("They are there with the first outputs that are told, and gone at the end")
        func whole() async throws {
            let server = try await PulseServer(description: "Speakers")
            _ = try await server.addSink("pods", ["device.description": "Pods"])
            let watch = watch(server.address)
            let chosen = [("oncue_test", "Speakers"), ("pods", "Pods")].map(ChosenOutput.init)
            let identifier = try #require(OutputSelection(chosen).identifier)

            watch.combine(chosen)
            watch.start()
            let first = try await states.wait { $0.isServerThere }
            #expect(first.output(identifier)?.title == "Speakers and Pods")
            #expect(await watch.isCombined())
            #expect(first.outputs.count == 3)

            await watch.leave()
            try await waitUntil("it is gone") { try await Self.sinks(server) == ["oncue_test", "pods"] }
            watch.stop()
        }

        @Test("What the server does not combine is told as such, and the outputs are told all the same")
        func refused() async throws {
            let server = try await PulseServer()
            let watch = watch(server.address)
            let chosen = [("oncue_test", "Test"), ("od'd", "Odd")].map(ChosenOutput.init)
            watch.combine(chosen)
            watch.start()
            try await states.wait { $0.isServerThere }
            #expect(await watch.isCombined() == false)
            watch.combine([])
            #expect(await watch.isCombined())
            watch.stop()
        }
    }
}
