// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueOutputs
import OnCueRuntime
import OnCueTestSupport
import Testing

extension SoundServerTests {
    /// The outputs of a real server, as they come and go.
    @MediaActor
    @Suite
    struct PulseOutputWatchTests {
        private let states = EventLog<AudioOutputs>()

        private func watch(_ address: String) -> PulseOutputWatch {
            let watch = PulseOutputWatch(SoundServerWatch(server: address))
            watch.onChange = { [states] in states.append($0) }
            watch.start()
            return watch
        }

        @Test("Outputs are told at the start and whenever one comes or goes")
        func changes() async throws {
            let server = try await PulseServer()
            let watch = watch(server.address)
            try await states.wait { $0.outputs.map(\.identifier) == ["oncue_test"] && $0.outputs[0].isDefault }

            let module = try await server.addSink("pods", ["device.form_factor": "headphone"])
            try await states.wait { $0.output("pods")?.kind == .headphones }
            try await server.control(["set-default-sink", "pods"])
            try await states.wait { $0.defaultOutput?.identifier == "pods" }
            let start = states.count
            try await server.removeSink(module)

            try await states.wait(from: start) { $0.output("pods") == nil }
            try await states.wait(from: start) { $0.defaultOutput?.identifier == "oncue_test" }
            watch.stop()
        }

        @Test("A server that was killed is told at once, and found when it is started again")
        func restart() async throws {
            let server = try await PulseServer()
            let watch = watch(server.address)
            try await states.wait { $0.isServerThere }

            server.kill()
            try await states.wait { !$0.isServerThere && $0.outputs.isEmpty }
            let start = states.count
            try await server.startAgain()

            try await states.wait(from: start) { $0.isServerThere }
            watch.stop()
        }

        @Test("Whoever asks is answered at once where there is no server, and finds one that came silently")
        func refresh() async throws {
            let watch = watch("unix:/nonexistent/oncue/native")
            let time = await ContinuousClock().measure { await watch.refresh() }
            #expect(time < .seconds(1))
            #expect(states.events.last?.isServerThere == false)
            watch.stop()
            await watch.refresh()
        }
    }

    @Test("The chosen output is kept in a file, and forgotten for the default")
    func selectionFile() async throws {
        let directory = try TemporaryDirectory()
        let file = OutputSelectionFile(path: directory.file("output"))
        #expect(await file.load() == .followDefault)

        #expect(await file.save(.device(identifier: "bluetooth:AA:BB", title: "My\nPods")))
        #expect(
            await OutputSelectionFile(path: directory.file("output")).load()
                == .device(identifier: "bluetooth:AA:BB", title: "My Pods"))
        #expect(await file.save(.followDefault))

        #expect(await file.load() == .followDefault)
        try directory.write("output", "damaged".utf8)
        #expect(await file.load() == .followDefault)
        #expect(
            await OutputSelectionFile(path: "/nonexistent/output").save(.device(identifier: "a", title: "b")) == false)
    }
}
