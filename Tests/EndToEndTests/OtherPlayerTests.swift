// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import Glibc
import JSON
import OnCueTestSupport
import Testing

// A player has a second to answer.
@Suite("oncue and other players", .steadyMachine, .timeLimit(.minutes(5)))
struct OtherPlayerTests {
    @Test("Another player is steered without the daemon, which is not started")
    func other() async throws {
        let machine = try await Machine()
        let player = try await FakePlayer(try #require(machine.bus), "fake.instance7", identity: "Fake")

        let told = try await machine.oncue("--player", "fake", "next")
        let listing = try await machine.json("players")

        #expect(told.status == 0 && told.errors == "Fake: next\n")
        #expect(await player.calls == ["Next"])
        #expect(listing["items"]?[0]?["name"] == "fake.instance7")
        #expect(machine.processes.isEmpty)
    }

    @Test("OnCue is one of the players, and any is the one that plays")
    func any() async throws {
        let machine = try await Machine()
        try machine.writeMusic("a.wav")
        try await machine.done("play", "music")
        let player = try await FakePlayer(try #require(machine.bus), "fake", ["PlaybackStatus": .string("Paused")])
        func now() async throws -> String {
            try await machine.done("-P", "%any", "now", "--format", "{player} {title}")
        }

        #expect(try await now() == "oncue a\n")
        try await machine.done("-P", "%any", "pause")
        await player.change(["PlaybackStatus": .string("Playing")])
        #expect(try await now() == "fake Song\n")
        try await machine.done("-P", "%any", "pause")

        #expect(await player.calls == ["Pause"])
        #expect(try await machine.json("now")["status"] == "paused")
    }

    @Test("Followed, the line is that of the player that is active, over their ends")
    func follow() async throws {
        let machine = try await Machine()
        let bus = try #require(machine.bus)
        let words = ["-P", "%any", "now", "--follow", "--format", "{player} {status} {title}"]
        let follower = try machine.startOncue(words.map { Array($0.utf8) })
        _ = try await follower.output.waitForLine { $0 == " unavailable " }

        let one = try await FakePlayer(bus, "one", ["PlaybackStatus": .string("Paused")])
        _ = try await follower.output.waitForLine { $0 == "one paused Song" }
        let two = try await FakePlayer(bus, "two")
        _ = try await follower.output.waitForLine { $0 == "two playing Song" }
        await one.change(["Metadata": .dictionary(["xesam:title": .string("Other")])])
        // What it answers comes behind what it tells.
        try await waitUntil("it has told of its title") {
            try await machine.oncue("-P", "one", "now", "--format", "{title}").output == "Other\n"
        }
        try await two.quit()
        _ = try await follower.output.waitForLine { $0 == "one paused Other" }
        await one.change(["PlaybackStatus": .string("Playing")])
        _ = try await follower.output.waitForLine { $0 == "one playing Other" }
        follower.send(SIGTERM)
        _ = try await follower.ending()

        #expect(
            follower.output.lines == [
                " unavailable ", "one paused Song", "two playing Song", "one paused Other", "one playing Other",
            ])
    }
}
