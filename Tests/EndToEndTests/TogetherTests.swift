// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("Two machines that play in step", .serialized)
struct TogetherTests {
    /// Two paired machines of which the kitchen plays, and may be followed.
    private func stage(_ desk: [String] = ["a", "b", "c"]) async throws -> PairedMachinesStage {
        let stage = try await PairedMachinesStage()
        try await stage.begin(desk, ["a", "b", "c"])
        try await stage.kitchen.done("handoff", "listen", "on")
        try await stage.kitchen.done("config", "set", "handoff.together", "true")
        try await stage.kitchen.done("play", "Tracks")
        try await stage.kitchen.waitUntilPlayed(from: 0.2)
        return stage
    }

    private func state(_ machine: Machine) async throws -> JSONValue { try await machine.json("together") }

    /// Waits until the desk is in step, less than a millisecond off.
    private func inStep(_ stage: PairedMachinesStage) async throws {
        try await waitUntil("it is in step") {
            guard let state = try? await state(stage.desk), state["status"] == "inStep" else { return false }
            guard let behind = state["behind"]?.doubleValue else { return false }
            return abs(behind) < 1
        }
    }

    private func position(_ machine: Machine) async throws -> Double {
        try await machine.json("now")["position"]?.doubleValue ?? -1
    }

    private func title(_ machine: Machine) async throws -> String {
        try await machine.json("now")["title"]?.stringValue ?? ""
    }

    @Test("Nobody may play with a machine before that is switched on there, and the refusal says how")
    func offByDefault() async throws {
        let stage = try await PairedMachinesStage()
        try await stage.begin(["a"], ["a"])
        try await stage.kitchen.done("handoff", "listen", "on")
        try await stage.kitchen.done("play", "Tracks/a")
        let refused = try await stage.desk.oncue("together", "join", "kitchen")
        #expect(refused.status != 0 && refused.errors.contains("oncue config set handoff.together true"), "\(refused)")
        #expect(try await stage.playing() == ["kitchen"])
        let unknown = try await stage.desk.oncue("together", "join", "attic")
        #expect(unknown.status != 0 && !unknown.errors.isEmpty)
        #expect(try await state(stage.desk)["status"] == "alone")
    }

    @Test(
        "Joined in the middle it is in step, and stays so after a pause, a jump and a skip; undo brings back what was there"
    )
    func together() async throws {
        let stage = try await stage()
        try await stage.desk.done("play", "Tracks/c")
        try await stage.desk.done("together", "join", "kitchen")
        try await inStep(stage)
        #expect(try await stage.playing() == ["desk", "kitchen"])
        // It says so while it was asked within some seconds.
        try await waitUntil("it is followed") { try await state(stage.kitchen)["followed"] == true }

        try await stage.kitchen.done("pause")
        try await waitUntil("it is paused, too") { try await stage.playing().isEmpty }
        try await waitUntil("at the same position") {
            abs(try await position(stage.desk) - position(stage.kitchen)) < 0.03
        }
        #expect(try await state(stage.desk)["status"] == "paused")
        try await stage.kitchen.done("resume")
        try await inStep(stage)

        try await stage.kitchen.done("seek", "60")
        try await waitUntil("it has jumped, too") { try await position(stage.desk) > 59 }
        try await inStep(stage)

        try await stage.kitchen.done("next")
        try await waitUntil("it has gone on, too") { try await title(stage.desk) == "b" }
        try await inStep(stage)

        try await stage.desk.done("together", "leave")
        #expect(try await stage.playing() == ["desk", "kitchen"], "it plays on alone")
        try await stage.desk.done("undo")
        #expect(try await title(stage.desk) == "c")
        try await waitUntil("nothing is left of it") { stage.desk.processes.allSatisfy { !$0.isTalking } }
    }

    @Test("A machine that allows it is brought in from the other one, and undo there brings back what it played")
    func invited() async throws {
        let stage = try await stage()
        try await stage.desk.done("handoff", "listen", "on")
        try await stage.desk.done("play", "Tracks/c")
        let refused = try await stage.kitchen.oncue("together", "invite", "desk")
        #expect(refused.status != 0 && refused.errors.contains("oncue config set handoff.together true"), "\(refused)")
        #expect(try await title(stage.desk) == "c")
        #expect(try await state(stage.desk)["status"] == "alone")

        try await stage.desk.done("config", "set", "handoff.together", "true")
        let told = try await stage.kitchen.oncue("together", "invite", "desk")
        #expect(told.status == 0 && told.errors.contains("desk plays in step with this machine: a"), "\(told)")
        #expect(try await state(stage.desk)["machine"] == "kitchen")
        #expect(try await stage.playing() == ["desk", "kitchen"])
        // Who follows does not invite.
        let turned = try await stage.desk.oncue("together", "invite", "kitchen")
        #expect(turned.status != 0 && turned.errors.contains("follows kitchen itself"), "\(turned)")

        try await stage.desk.done("together", "leave")
        try await stage.desk.done("undo")
        #expect(try await title(stage.desk) == "c")
    }

    @Test("It can be said: together with a machine that is known, and not any longer; an unknown one is asked back for")
    func said() async throws {
        let stage = try await stage()
        let unknown = try await stage.desk.oncue("say", "play together with the attic")
        #expect(!(unknown.output + unknown.errors).contains("In step"), "\(unknown)")
        #expect(try await state(stage.desk)["status"] == "alone")
        let told = try await stage.desk.oncue("say", "play together with the kitchen")
        #expect(told.status == 0 && told.errors.contains("In step with kitchen: a"), "\(told)")
        #expect(try await state(stage.desk)["machine"] == "kitchen")
        let left = try await stage.desk.oncue("say", "--language", "de", "spiel nicht mehr gemeinsam")
        #expect(left.status == 0 && left.errors.contains("Dieser Rechner folgt keinem anderen"), "\(left)")
        #expect(try await state(stage.desk)["status"] == "alone")
    }

    @Test("What is not here is waited for in silence, and whoever pauses here leaves")
    func missing() async throws {
        let stage = try await stage(["b", "c"])
        try await stage.desk.done("together", "join", "kitchen")
        let state = try await state(stage.desk)
        #expect(state["status"] == "missing" && state["title"] == "a", "\(state)")
        #expect(try await stage.playing() == ["kitchen"])
        try await stage.kitchen.done("next")
        try await inStep(stage)
        try await stage.desk.done("pause")
        try await waitUntil("it has left") { try await self.state(stage.desk)["status"] == "alone" }
        #expect(try await self.state(stage.desk)["reason"]?.stringValue?.contains("paused here") == true)
        #expect(try await stage.playing() == ["kitchen"])
    }

    @Test("When the machine that is followed is killed, this one plays on alone and says so")
    func lost() async throws {
        let stage = try await stage()
        try await stage.desk.done("together", "join", "kitchen")
        try await inStep(stage)
        for process in PairedMachinesStage.links(stage.kitchen) { kill(process.identifier, SIGKILL) }
        try await waitUntil("it says so") { try await state(stage.desk)["status"] == "alone" }
        #expect(try await state(stage.desk)["reason"]?.stringValue?.isEmpty == false)
        #expect(try await stage.playing() == ["desk", "kitchen"])
    }

    @Test("A machine that is forgotten is not followed any longer, and this one plays on alone and says so")
    func forgotten() async throws {
        let stage = try await stage()
        try await stage.desk.done("together", "join", "kitchen")
        try await inStep(stage)

        try await stage.desk.done("handoff", "forget", "kitchen")

        try await waitUntil("it says so") { try await state(stage.desk)["status"] == "alone" }
        #expect(try await state(stage.desk)["reason"] == "kitchen was forgotten on this machine")
        try await stage.kitchen.done("pause")
        try await waitUntil("no link is left") { stage.desk.processes.allSatisfy { !$0.isTalking } }
        #expect(try await stage.playing() == ["desk"])
    }

    @Test(
        "When the daemon that is followed is killed or ends, this one plays on alone, and does not bring it back",
        arguments: [true, false])
    func ended(isKilled: Bool) async throws {
        let stage = try await stage()
        try await stage.desk.done("together", "join", "kitchen")
        try await inStep(stage)
        if isKilled {
            for process in stage.kitchen.processes where process.name == "oncued" { kill(process.identifier, SIGKILL) }
        } else {
            try await stage.kitchen.done("quit")
        }
        try await waitUntil("it says so") { try await state(stage.desk)["status"] == "alone" }
        #expect(try await state(stage.desk)["reason"]?.stringValue?.isEmpty == false)
        #expect(try await stage.desk.json("now")["status"] == "playing")
        // One that quits leaves the bus before it ends.
        try await waitUntil("it is not there") { !stage.kitchen.processes.contains { $0.name == "oncued" } }
    }
}
