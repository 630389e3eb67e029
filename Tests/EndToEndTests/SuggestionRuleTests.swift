// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import JSON
import OnCueTestSupport
import Testing

/// What keeps a device that connects from raising anything, and what takes back what it has raised, with the real
/// programs and a real sound server.
@Suite("On cue, or not", .timeLimit(.minutes(10)))
struct SuggestionRuleTests {
    private static func stage(
        _ kind: FakeHeadset.Kind, called name: String
    ) async throws -> (StoryStage, FakeHeadset, PulseServer) {
        let system = try await PrivateBus()
        let headset = try await FakeHeadset(on: system, kind, called: name)
        let server = try await PulseServer(formFactor: "internal", bluetooth: system)
        return (try await StoryStage(["PULSE_SERVER": server.address], system: system), headset, server)
    }

    @Test("The car offers what is usual in it; leaving it takes that back, and an old button plays what it names")
    func car() async throws {
        let (stage, car, server) = try await Self.stage(.car, called: "My Car")
        defer { withExtendedLifetime(server) {} }
        _ = try await stage.machine.startDaemon("--output", "auto")
        let items = try await stage.library()
        try await stage.learn(try #require(items["Story"]), days: 28, ["trigger": "car", "device": "My Car"])
        try await stage.learn(try #require(items["Other"]), days: 20, ["trigger": "headphones"])
        let (told, subscription) = try await stage.watch()
        defer { withExtendedLifetime(subscription) {} }
        try await stage.waitUntilListening()

        try await car.connect()
        let notice = try #require(try await stage.notified(1).first)
        let offer = try await stage.machine.json("suggestions")["offer"]
        try await car.disconnect()
        try await told.wait { $0.event == "raise" && $0.text == "You have left the car." }
        try await stage.closed(1)
        let accepted = try await stage.machine.oncue("accept")
        let before = try await stage.machine.json("now")["status"]
        // Out of the history of the notification server, for instance.
        try await stage.press(try stage.key("Play", of: notice))
        try await stage.machine.waitForNow("what the button names") {
            $0["title"] == "Story" && $0["status"] == "playing"
        }

        #expect(notice[3].stringValue == "Play Story?")
        #expect(offer?["trigger"] == "car")
        #expect(offer?["device"] == "My Car")
        #expect(told.events.filter { $0.event == "raise" }.map(\.text).first == "You are in the car (My Car).")
        #expect(accepted.status == 3, "nothing is offered any more")
        #expect(before == "stopped")
        #expect(try await stage.machine.json("suggestions")["offer"] == .null)
    }

    /// One machine for all rules, since each needs a device of its own and nothing else.
    @Test("Quiet hours, what plays, a device that is gone and dismissals keep it silent")
    func silence() async throws {
        let (stage, headset, server) = try await Self.stage(.headphones, called: "Pods 0")
        defer { withExtendedLifetime(server) {} }
        for number in 1...3 { try await headset.add(.headphones, called: "Pods \(number)", address: Self.pods(number)) }
        _ = try await stage.machine.startDaemon("--output", "auto")
        _ = try await stage.library()
        try await stage.machine.done("pin", "Library/Tracks/Other")
        let (told, subscription) = try await stage.watch()
        defer { withExtendedLifetime(subscription) {} }

        try await whilePlaying(stage, headset, told)
        try await quietHours(stage, headset, told)
        #expect(try await stage.notices.calls(of: "Notify", at: StoryStage.notificationsPath).isEmpty)
        try await gone(stage, headset, told)
        try await dismissed(stage, headset)
    }

    private static func pods(_ number: Int) -> String { "AA:BB:CC:DD:EE:0\(number)" }

    private func quietHours(
        _ stage: StoryStage, _ headset: FakeHeadset, _ told: EventLog<StoryStage.Told>
    ) async throws {
        try await stage.machine.done("suggestions", "settings", "--quiet-hours", "00:00-00:00")

        try await headset.connect()

        try await told.wait { $0.event == "step-aside" && $0.text == "These are your quiet hours." }
        try await headset.disconnect()
        try await stage.machine.done("suggestions", "settings", "--quiet-hours", "off", "--cool-down", "off")
    }

    private func whilePlaying(
        _ stage: StoryStage, _ headset: FakeHeadset, _ told: EventLog<StoryStage.Told>
    ) async throws {
        try await stage.machine.done("play", "Library/Tracks/Story")

        try await headset.connect(Self.pods(1))

        try await told.wait { $0.event == "step-aside" && $0.text == "Something is playing." }
        try await stage.machine.done("stop")
        try await headset.disconnect(Self.pods(1))
    }

    private func gone(
        _ stage: StoryStage, _ headset: FakeHeadset, _ told: EventLog<StoryStage.Told>
    ) async throws {
        let start = told.count
        try await headset.connect(Self.pods(2))
        _ = try #require(try await stage.notified(1).first)
        try await told.wait(from: start) { $0.event == "raise" }

        #expect(told.events.dropFirst(start).filter { $0.event == "raise" }.map(\.text) == ["Pods 2 connected."])
        #expect(try await stage.notices.calls(of: "CloseNotification", at: StoryStage.notificationsPath).isEmpty)

        try await headset.disconnect(Self.pods(2))
        try await stage.closed(1)
        #expect(try await stage.machine.oncue("accept").status == 3, "what was offered in it is offered no more")
        #expect(try await stage.machine.json("now")["status"] == "stopped")
    }

    private func dismissed(_ stage: StoryStage, _ headset: FakeHeadset) async throws {
        let shown = try await stage.notices.calls(of: "Notify", at: StoryStage.notificationsPath).count
        try await headset.connect(Self.pods(3))
        let notice = try #require(try await stage.notified(shown + 1).last)
        try await stage.press(try stage.key("Not now", of: notice))
        try await stage.closed(2)
        #expect(try await stage.machine.json("suggestions")["offer"] == .null)

        // Once more than that would be too often, whoever says it.
        for _ in 2...3 {
            #expect(try await stage.machine.json("simulate", "headphones", "Pods 3")["raised"] == true)
            try await stage.machine.done("dismiss")
        }
        let silenced = try await stage.machine.json("simulate", "headphones", "Pods 3")
        try await stage.machine.done("triggers", "device", "Pods 3", "--policy", "suggest")
        let after = try await stage.machine.json("simulate", "headphones", "Pods 3")

        #expect(silenced["raised"] == false)
        #expect(silenced["objections"]?[0]?["rule"] == "dismissed")
        #expect(after["raised"] == true, "the person has said something of it since")
    }
}
