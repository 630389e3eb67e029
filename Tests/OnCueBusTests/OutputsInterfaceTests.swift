// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import Testing

@Suite("org.oncue.Outputs1")
@MediaActor
struct OutputsInterfaceTests {
    private let rig: ServiceRig

    init() async throws {
        rig = try await ServiceRig()
    }

    private func outputs() async throws -> (state: [String: BusValue], outputs: [[String: BusValue]]) {
        let reply = try await rig.call("GetOutputs", of: ServiceNames.outputs)
        return (reply[0].dictionaryValue ?? [:], (reply[1].arrayValue ?? []).compactMap(\.dictionaryValue))
    }

    private var changes: Int { rig.signals("OutputsChanged").count }

    @Test("lists the outputs with the default and the one in use, and tells changes once a turn")
    func lists() async throws {
        rig.outputs.show("speakers", "pods")
        rig.outputs.show("speakers", "pods", "car")
        await rig.settle()

        let (state, outputs) = try await outputs()

        #expect(state == ["server": .bool(true)])
        #expect(outputs.map { $0["identifier"]?.stringValue } == ["speakers", "pods", "car"])
        #expect(outputs.map { $0["default"]?.boolValue } == [true, false, false])
        #expect(outputs.map { $0["current"]?.boolValue } == [true, false, false])
        #expect(outputs[0]["kind"] == .string("headphones") && outputs[0]["available"] == .bool(true))
        #expect(changes == 1)
        rig.outputs.show("speakers", "pods", "car")
        await rig.settle()
        #expect(changes == 1)
    }

    @Test("an output is chosen, kept, told to the engine, and given up for the default")
    func chooses() async throws {
        rig.outputs.show("speakers", "pods")

        try await rig.call("SetOutput", of: ServiceNames.outputs, [.string("pods")])

        #expect(rig.engine.calls.last == .setOutput(.device("sink.pods")))
        #expect(await rig.outputStore.load() == .device(identifier: "pods", title: "Pods"))
        let chosen = try await outputs()
        #expect(chosen.state["chosen"] == .string("pods") && chosen.state["chosenTitle"] == .string("Pods"))
        #expect(chosen.outputs.map { $0["current"]?.boolValue } == [false, true])

        try await rig.call("SetOutput", of: ServiceNames.outputs, [.string("")])

        #expect(rig.engine.calls.last == .setOutput(.automatic))
        #expect(await rig.outputStore.load() == .followDefault)
    }

    @Test("what is not there cannot be chosen")
    func unknown() async throws {
        func failure() async -> BusError? {
            await rig.failure { try await rig.call("SetOutput", of: ServiceNames.outputs, [.string("car")]) }
        }
        #expect(await failure()?.message.contains("no sound server is running") == true)
        rig.outputs.show("speakers")
        #expect(await failure()?.name == "org.oncue.Error.NotFound")
        #expect(await rig.outputStore.load() == .followDefault)
    }

    @Test("an output that is lost while something plays pauses, and now playing tells why")
    func lost() async throws {
        rig.outputs.show("pods", "speakers")
        try await rig.play()

        rig.outputs.show("speakers")
        await rig.settle()

        let info = try await rig.call("GetNowPlaying", of: ServiceNames.nowPlaying).first?.dictionaryValue ?? [:]
        #expect(info["status"] == .string("paused"))
        #expect(info["interruption"] == .string("outputLost"))
        #expect(info["error"]?.stringValue?.hasPrefix("\"Pods\" was disconnected") == true)
        #expect(rig.engine.calls.last == .halt)
    }
}
