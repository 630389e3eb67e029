// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueTestSupport
import Testing

@Suite("playerctl against the real daemon")
struct PlayerctlTests {
    @Test("play, pause, next, position, metadata and volume")
    func steering() async throws {
        let machine = try await Machine()
        try await machine.done("library", "add", Products.media)
        try await machine.done("play", "Albums/Night Crossing")

        #expect(try await machine.playerctl("status") == "Playing")
        #expect(try await machine.playerctl("metadata", "xesam:title") == "Casting Off")
        #expect(try await machine.playerctl("metadata", "xesam:albumArtist") == "Inland Ferry Orchestra")
        // The picture is written when the track is known; until then there is none to be named.
        try await machine.waitForNow("it has a picture") { $0["artUrl"] != .null }
        #expect(try await machine.playerctl("metadata", "mpris:artUrl").hasPrefix("file:///"))
        try await machine.playerctl("pause")
        #expect(try await machine.playerctl("status") == "Paused")
        try await machine.playerctl("position", "12.5")
        #expect(try await machine.playerctl("position").hasPrefix("12.5"))
        try await machine.playerctl("next")
        #expect(try await machine.json("now")["title"] == "Open Water")
        try await machine.playerctl("play")
        #expect(try await machine.json("now")["status"] == "playing")
        try await machine.playerctl("volume", "0.25")
        #expect(try await machine.json("now")["volume"] == 25)
        try await machine.playerctl("stop")

        #expect(try await machine.json("now")["status"] == "stopped")
    }

    @Test("It follows what the terminal does, one line for each change")
    func following() async throws {
        let machine = try await Machine()
        try machine.writeMusic("a.wav", "b.wav")
        try await machine.done("play", "music")
        let follower = try ChildProcess(
            "playerctl", ["--player=oncue", "--follow", "status"], environment: machine.environment)
        _ = try await follower.output.waitForLine { $0 == "Playing" }

        try await machine.done("pause")
        _ = try await follower.output.waitForLine { $0 == "Paused" }
        try await machine.done("stop")
        _ = try await follower.output.waitForLine { $0 == "Stopped" }

        #expect(follower.output.lines == ["Playing", "Paused", "Stopped"])
    }
}
