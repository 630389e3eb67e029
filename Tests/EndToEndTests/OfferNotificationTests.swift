// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import Glibc
import JSON
import OnCueTestSupport
import Testing

/// Offers in the notification centre, with the real programs and the notification servers of desktops.
@Suite("Offers as notifications", .timeLimit(.minutes(10)))
struct OfferNotificationTests {
    /// A machine on which something is usual in the car.
    private func stage(_ desktop: FakeNotificationServer.Profile) async throws -> (StoryStage, ChildProcess) {
        let stage = try await StoryStage(system: try await PrivateBus(), desktop: desktop)
        let daemon = try await stage.machine.startDaemon()
        let items = try await stage.library()
        try await stage.learn(try #require(items["Story"]), days: 10, ["trigger": "car", "device": "My Car"])
        try await stage.learn(try #require(items["Other"]), days: 9, [:])
        return (stage, daemon)
    }

    private func total(_ stage: StoryStage) async throws -> Int? {
        try await stage.machine.json("notifications")["total"]?.intValue
    }

    @Test("On Plasma, words that are typed into an offer are played as oncue play does, and it says what plays")
    func typed() async throws {
        let (stage, _) = try await stage(.plasma)
        try await stage.machine.done("simulate", "car", "My Car")
        let offer = try await stage.server.one("Play Story?")
        let call = try #require(try await stage.server.calls().last)
        let hints = try #require(call[6].dictionaryValue)
        #expect(hints["x-kde-reply-placeholder-text"]?.unwrapped == .string("What would you like to hear?"))
        #expect(offer.keys["Play something else"] == "inline-reply")

        try await stage.server.reply("no such thing", to: offer)
        let failed = try await waitFor("it says that nothing is found") {
            try await stage.server.calls().last { $0[4].stringValue?.contains("no such thing") == true }
        }
        #expect(failed[3].stringValue == "Play Story?", "the offer is still there to be answered")
        #expect(failed[1].intValue == Int(offer.number), "in the same notification")
        #expect(try await stage.machine.json("now")["status"] == "stopped")

        try await stage.server.reply("other", to: try await stage.server.one("Play Story?"))
        let told = try await waitFor("it says what plays") {
            try await stage.server.shown().first { $0.title.hasPrefix("Playing Other") }
        }
        #expect(told.number == offer.number, "in the same notification")
        _ = try await stage.playing()
        #expect(try await stage.machine.json("now")["title"] == "Other")
        #expect(try await total(stage) == 0, "what plays is not in the list")
    }

    @Test("An offer is in the list with its buttons, and goes when it is answered elsewhere", arguments: [true, false])
    func listed(isAccepted: Bool) async throws {
        let (stage, _) = try await stage(.gnome48)
        try await stage.machine.done("simulate", "car", "My Car")
        _ = try await stage.server.one("Play Story?")
        let row = try await waitFor("it is listed") {
            try await stage.machine.json("notifications")["items"]?.arrayValue?.first
        }
        #expect(row["category"] == "offer" && row["title"] == "Play Story?")
        #expect(
            row["actions"]?.arrayValue?.compactMap { $0["name"]?.stringValue } == ["play", "next", "not-now", "ask"])

        try await stage.machine.done("notifications", "answer", "1", "next")
        _ = try await stage.server.one("Play Other?")
        if isAccepted {
            try await stage.machine.done("accept")
            _ = try await stage.playing()
        } else {
            try await stage.machine.done("notifications", "answer", "1", "not-now")
        }

        try await stage.server.shows([])
        try await waitUntil("it is not listed") { try await total(stage) == 0 }
        #expect(try await stage.machine.json("suggestions")["offer"] == .null)
    }

    @Test("Typed in the terminal, words are played as well")
    func terminal() async throws {
        let (stage, _) = try await stage(.gnome43)
        try await stage.machine.done("simulate", "car", "My Car")
        let offer = try await stage.server.one("Play Story?")
        #expect(offer.keys["Play something else"] == nil, "it takes no texts")
        try await waitUntil("it is listed") { try await total(stage) == 1 }

        try await stage.machine.done("notifications", "answer", "1", "ask", "other")

        _ = try await stage.playing()
        #expect(try await stage.machine.json("now")["title"] == "Other")
    }

    @Test("Offers and tracks are categories, and either can be silenced by itself")
    func silenced() async throws {
        let (stage, _) = try await stage(.gnome48)
        let own = try await stage.machine.json("notifications", "settings")["items"]?.arrayValue?.first
        let categories = own?["categories"]?.arrayValue?.compactMap(\.stringValue) ?? []
        #expect(Set(["offer", "track"]).isSubset(of: categories), "\(categories)")
        try await stage.machine.done("notifications", "settings", "OnCue", "--silence", "offer")
        try await stage.machine.done("notify", "on")

        try await stage.machine.done("simulate", "car", "My Car")
        try await waitUntil("it is listed") { try await total(stage) == 1 }
        try await stage.machine.done("play", "Library/Tracks/Other")

        try await stage.server.shows(["Other"])
        try await waitUntil("a track is not listed, and the offer is over") { try await total(stage) == 0 }
        try await stage.machine.done("notifications", "settings", "OnCue", "--silence", "track")
        try await stage.server.shows([])
    }

    @Test("What is offered when the service is killed is offered again by the same notification, and else taken away")
    func killed() async throws {
        let (stage, first) = try await stage(.plasma)
        try await stage.machine.done("simulate", "car", "My Car")
        let offer = try await stage.server.one("Play Story?")
        try await waitUntil("it is delivered") {
            try await stage.machine.json("notifications")["items"]?.arrayValue?.first?["state"] == "delivered"
        }
        first.send(SIGKILL)
        _ = try await first.ending()
        let second = try await stage.machine.startDaemon()
        try await waitUntil("it is shown again") { try await stage.server.calls().count > 1 }
        try await waitUntil("it is the same one") {
            try await stage.server.shown().map(\.number) == [offer.number]
        }
        // The offer itself comes back when its items have been found.
        try await waitUntil("it is offered again") {
            try await stage.machine.json("suggestions")["offer"]?["sentence"]?.stringValue != nil
        }
        try await stage.machine.done("dismiss")
        try await stage.server.shows([])
        second.send(SIGTERM)
        _ = try await second.ending()
        _ = try await stage.machine.startDaemon()
        #expect(try await total(stage) == 0)
    }
}
