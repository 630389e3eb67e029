// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import Glibc
import JSON
import OnCueRuntime
import OnCueTestSupport
import Testing

/// From headphones that connect to sound in them, with the real programs, a real sound server and a BlueZ, a
/// NetworkManager and a notification server of the test's own.
@Suite("On cue", .timeLimit(.minutes(10)))
struct SuggestionStoryTests {
    @Test("Headphones connect, what is usual with them is offered, and one press plays it in them where it was left")
    func headphones() async throws {
        let system = try await PrivateBus()
        let headset = try await FakeHeadset(on: system, called: "WH-1000XM5")
        let server = try await PulseServer(formFactor: "internal", bluetooth: system)
        let stage = try await StoryStage(["PULSE_SERVER": server.address], system: system)
        let daemon = try await stage.machine.startDaemon("--output", "auto", "--resume-length", "1")
        let items = try await stage.library()
        let farthest = try await leaveStory(stage)
        let story = try #require(items["Story"])
        try await stage.learn(story, days: 28, ["trigger": "headphones", "device": "WH-1000XM5"])
        try await stage.learn(try #require(items["Other"]), days: 20, [:])

        try await headset.connect()

        let notice = try #require(try await stage.notified(1).first)
        #expect(notice[3].stringValue == "Continue Story?")
        #expect(notice[4].stringValue?.contains("WH-1000XM5") == true, "\(notice[4])")
        let offer = try await stage.machine.done("suggestions")
        #expect(offer.contains("WH-1000XM5 connected.") && offer.contains("Story"), "\(offer)")
        let recorder = try await headset.record()
        let press = ContinuousClock.now
        try await stage.press(try stage.key("Play", of: notice))
        let position = try await stage.playing()
        let passed = (ContinuousClock.now - press) / .seconds(1)
        #expect((44...farthest + passed + 1).contains(position), "it goes on where it was left")
        try await stage.machine.waitUntilPlayed(from: position + 2)
        let heard = try await recorder.finish().sound()
        // A busy machine leaves holes in it.
        let parts = stride(from: 0, to: heard.seconds - 0.25, by: 0.25).map { heard.part($0, $0 + 0.25).frequency }
        #expect(parts.contains { abs($0 - 1_000) < 5 }, "\(parts)")
        try await stage.notices.wait(forCalls: 1, of: "CloseNotification", at: StoryStage.notificationsPath)
        daemon.send(SIGTERM)
        _ = try await daemon.ending()
    }

    /// Listens to the story until it is left in its midst.
    ///
    /// - Returns: The position that it cannot have passed, in seconds.
    private func leaveStory(_ stage: StoryStage) async throws -> Double {
        try await stage.machine.done("play", "Library/Tracks/Story")
        try await stage.machine.waitUntilPlayed(from: 0.1)
        let jump = ContinuousClock.now
        try await stage.machine.done("seek", "0:45")
        try await stage.machine.waitUntilPlayed(from: 45.5)
        try await stage.machine.done("stop")
        return 45 + (ContinuousClock.now - jump) / .seconds(1)
    }

    @Test("A link without sound raises nothing, and a device that goes takes its suggestion with it")
    func withdrawn() async throws {
        let system = try await PrivateBus()
        let headset = try await FakeHeadset(on: system, called: "WH-1000XM5")
        let server = try await PulseServer(formFactor: "internal", bluetooth: system)
        let stage = try await StoryStage(["PULSE_SERVER": server.address], system: system)
        _ = try await stage.machine.startDaemon("--output", "auto")
        _ = try await stage.library()
        try await stage.machine.done("pin", "Library/Tracks/Other")
        let (told, subscription) = try await stage.watch()
        defer { withExtendedLifetime(subscription) {} }
        try await stage.waitUntilListening()

        try await headset.connect(isSounding: false)
        try await told.wait { $0.event == "expect" }
        try await headset.disconnect()
        try await told.wait { $0.event == "give-up" }
        #expect(try await stage.notices.calls(of: "Notify", at: StoryStage.notificationsPath).isEmpty)

        try await headset.connect()
        _ = try await stage.notified(1)
        try await headset.disconnect()
        try await stage.notices.wait(forCalls: 1, of: "CloseNotification", at: StoryStage.notificationsPath)
        #expect(try await stage.machine.done("suggestions").contains("connected") == false)
    }

    @Test("Who comes to a place that they have named is offered what is usual there")
    func arrival() async throws {
        let system = try await PrivateBus()
        let network = try await FakeNetwork(on: system)
        let stage = try await StoryStage(system: system)
        try await network.enter("flat", wirelessName: Array("Flat".utf8), gateway: "192.168.1.1")
        _ = try await stage.machine.startDaemon()
        let items = try await stage.library()
        try await added(stage, "home")
        // A daemon that has just begun knows of no network but the present one.
        try await stage.machine.done("quit")
        try await network.enter("office", wirelessName: Array("Office".utf8), gateway: "10.0.0.1")
        _ = try await stage.machine.startDaemon()
        try await added(stage, "work")
        try await reached(stage, "work")
        try await network.enter("flat", wirelessName: Array("Flat".utf8), gateway: "192.168.1.1")
        try await stage.learn(try #require(items["Story"]), days: 10, [:])
        try await stage.learn(try #require(items["Other"]), days: 10, ["trigger": "arrival", "place": "work"])
        try await reached(stage, "home")

        try await network.enter("office", wirelessName: Array("Office".utf8), gateway: "10.0.0.1")

        try await reached(stage, "work")
        let notice = try await notice(stage, "at work")
        #expect(notice[3].stringValue == "Play Other?")
        #expect(try await stage.machine.json("place")["items"]?.arrayValue?.count == 2)
    }

    @Test("Who comes to where an episode belongs is offered it, as far as the position is used at all")
    func belonging() async throws {
        let system = try await PrivateBus()
        let location = try await FakeLocation(on: system)
        let stage = try await StoryStage(system: system)
        let server = try HTTPServer { _ in
            .text(
                "<rss xmlns:podcast='https://podcastindex.org/namespace/1.0'><channel><title>Walks</title>"
                    + ["Harbour walk", "Old quay"].map {
                        "<item><title>\($0)</title><guid>\($0)</guid><enclosure url='http://127.0.0.1:9/\($0.count).mp3'"
                            + " type='audio/mpeg'/><podcast:location geo='geo:\($0 == "Old quay" ? 60.4 : 10),5.3'>Quay"
                            + "</podcast:location></item>"
                    }.joined() + "</channel></rss>")
        }
        _ = try await stage.machine.startDaemon()
        try await stage.machine.done("podcast", "add", server.address)
        let before = try await stage.machine.json("triggers")["items"]?.arrayValue ?? []
        #expect(before.first { $0["source"] == "location" }?["state"] == "off", "a feed does not switch it on")
        try await stage.machine.done("place", "add", "home", "--at", "60.3,5.3")
        try await location.move(60.3, 5.3, time: Int(time(nil)))
        try await reached(stage, "home")

        try await location.move(60.401, 5.3, time: Int(time(nil)))

        let notice = try await notice(stage, "This belongs to the place where you are.")
        #expect(notice[3].stringValue == "Play Old quay?")
        let offer = try await stage.machine.json("suggestions")
        #expect(offer.text().contains("You have arrived at Quay."), "\(offer.text())")
    }

    /// Names the place in whose network the machine is, as soon as that is known.
    private func added(_ stage: StoryStage, _ name: String) async throws {
        var errors = ""
        try await waitUntil("the network is known; \(errors)") {
            let added = try await stage.machine.oncue("place", "add", name, "--here")
            errors = added.errors
            return added.status == 0
        }
    }

    /// Waits until the machine has been in a place for long enough to count.
    private func reached(_ stage: StoryStage, _ name: String) async throws {
        try await stage.machine.waitUntilThere(name)
    }

    private func notice(_ stage: StoryStage, _ reason: String) async throws -> [BusValue] {
        var all: [[BusValue]] = []
        return try await waitFor("\(reason) is shown; there was \(all)") {
            all = try await stage.notices.calls(of: "Notify", at: StoryStage.notificationsPath)
            return all.first { $0[4].stringValue?.contains(reason) == true }
        }
    }

    @Test("A lock screen that shows players shows the suggestion, paused, and its Play plays it")
    func staged() async throws {
        let stage = try await StoryStage(system: try await PrivateBus())
        _ = try await stage.machine.startDaemon()
        let items = try await stage.library()
        try await stage.learn(try #require(items["Story"]), days: 10, ["trigger": "car", "device": "My Car"])
        try await stage.learn(try #require(items["Other"]), days: 9, [:])

        let simulated = try await stage.machine.done("simulate", "car", "My Car")

        #expect(simulated.contains("Story"), "\(simulated)")
        #expect(try await stage.machine.playerctl("status") == "Paused")
        #expect(try await stage.machine.playerctl("metadata", "title") == "Story")
        try await stage.machine.playerctl("next")
        #expect(try await stage.machine.playerctl("metadata", "title") == "Other")
        try await stage.machine.playerctl("play")
        _ = try await stage.playing()
        #expect(try await stage.machine.json("now")["title"] == "Other")
    }

    @Test("After kill -9 the same is offered, by the same notification, and its buttons work")
    func killed() async throws {
        let stage = try await StoryStage(system: try await PrivateBus())
        let first = try await stage.machine.startDaemon()
        let items = try await stage.library()
        try await stage.learn(try #require(items["Story"]), days: 10, [:])
        try await stage.machine.done("simulate", "time", "up")
        let notice = try #require(try await stage.notified(1).first)
        let offer = try await stage.machine.json("suggestions")
        first.send(SIGKILL)
        _ = try await first.ending()

        _ = try await stage.machine.startDaemon()

        let all = try await stage.notified(3)
        #expect(all.last?[3].stringValue == notice[3].stringValue)
        #expect(try await stage.machine.json("suggestions")["offer"]?["id"] == offer["offer"]?["id"])
        try await stage.press(try stage.key("Play", of: notice))
        _ = try await stage.playing()
        #expect(try await stage.machine.json("now")["title"] == "Story")
    }
}
