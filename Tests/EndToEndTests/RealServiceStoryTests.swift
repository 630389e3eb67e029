// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import JSON
import OnCueTestSupport
import Testing

/// Stories with services of real desktops that take their time, or much of the machine: only with `make test-long`.
@Suite("On cue, with PipeWire and GeoClue", .enabled(if: TestEffort.factor > 1), .timeLimit(.minutes(10)))
struct RealServiceStoryTests {
    @Test("Headphones at PipeWire are offered what is usual with them, and one press plays it in them")
    func pipeWire() async throws {
        let session = try await PrivateBus()
        let server = try await PipeWireServer(on: session)
        let stage = try await StoryStage(["PULSE_SERVER": server.address], system: try await PrivateBus())
        _ = try await stage.machine.startDaemon("--output", "auto")
        let items = try await stage.library()
        try await stage.learn(try #require(items["Story"]), days: 28, ["trigger": "headphones", "device": "Pods"])
        try await stage.learn(try #require(items["Other"]), days: 20, [:])

        let pods = try await server.addSink("pods", called: "Pods", form: "headphone")
        let notice = try #require(try await stage.notified(1).first)
        let recorder = try await server.record("pods")
        try await stage.press(try stage.key("Play", of: notice))
        _ = try await stage.playing()
        try await stage.machine.waitUntilPlayed(from: 2)
        let heard = try await recorder.finish().sound()
        try await server.removeSink(pods)
        let left = try await stage.machine.waitForNow("paused") { $0["status"] == "paused" }

        #expect(notice[3].stringValue == "Play Story?")
        #expect(abs(heard.frequency - 440) < 5)
        #expect(left["title"] == "Story", "it waits for the headphones")
    }

    @Test("Who comes to a position that they have named is offered what is usual there")
    func geoClue() async throws {
        let system = try await PrivateBus()
        let location = try await RealLocation(on: system)
        try await location.addAgent()
        let stage = try await StoryStage(system: system)
        _ = try await stage.machine.startDaemon()
        let items = try await stage.library()
        try await stage.learn(try #require(items["Story"]), days: 10, [:])
        try await stage.learn(try #require(items["Other"]), days: 10, ["trigger": "arrival", "place": "work"])
        try await stage.machine.done("place", "add", "home", "--at", "48.8584,2.2945")
        try await location.move(48.8584, 2.2945)
        try await reached(stage, "home")
        try await stage.machine.done("place", "add", "work", "--at", "48.87,2.33")

        try await location.move(48.87, 2.33)

        let notice = try #require(try await stage.notified(1).first)
        #expect(notice[3].stringValue == "Play Other?")
        #expect(notice[4].stringValue?.contains("at work") == true, "\(notice[4])")
        let sources = try await stage.machine.json("triggers")["items"]?.arrayValue ?? []
        #expect(sources.first { $0["source"] == "location" }?["state"] == "working")
    }

    /// Waits until the machine has been in a place for long enough to count.
    private func reached(_ stage: StoryStage, _ name: String) async throws {
        try await stage.machine.waitUntilThere(name)
    }
}
