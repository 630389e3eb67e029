// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("What is set about sound, with the real programs", .timeLimit(.minutes(10)))
struct SoundEndToEndTests {
    @Test("An output that is opened again takes the sound without a complaint of GStreamer")
    func reopens() async throws {
        let machine = try await Machine()
        try machine.writeMusic("1.wav", "2.wav", seconds: 60)
        let daemon = try await machine.startDaemon()
        for number in 1...6 {
            try await machine.done("play", number.isMultiple(of: 2) ? "music/2.wav" : "music/1.wav")
            try await machine.waitUntilPlayed(from: 0.1)
            if number < 4 { try await machine.done("stop") }
        }

        #expect(!daemon.errors.lines.contains { $0.contains("WARNING") || $0.contains("CRITICAL") })
        daemon.send(SIGTERM)
        _ = try await daemon.ending()
    }

    @Test("survives kill -9, and what is left of a sleep timer with it")
    func survives() async throws {
        let machine = try await Machine()
        let daemon = try await machine.startDaemon()
        try await machine.done("play", Products.media + "/Inland Ferry Orchestra")
        try await machine.done("sound", "crossfade", "4s")
        try await machine.done("sound", "equalizer", "voice")
        try await machine.done("sound", "cap", "30")
        try await machine.done("sleep", "40m")
        // Answered behind the one before, which is on disk by then.
        let before = try await machine.json("sound", "loudness", "album")
        kill(daemon.identifier, SIGKILL)
        _ = try await daemon.ending()

        let after = try await machine.json("sound")

        #expect(after == before)
        #expect(after["crossfade"] == .double(4))
        #expect(after["equalizer"] == .string("voice"))
        #expect(after["volumeCap"] == .int(30))
        #expect(after["loudness"] == .string("album"))
        let left = try #require(try await machine.json("sleep")["remaining"]?.doubleValue)
        #expect((2_300...2_400).contains(left))
    }

    @Test("a sleep timer pauses what plays and says so in the journal; the volume is as before")
    func sleeps() async throws {
        let machine = try await Machine()
        _ = try await machine.startDaemon()
        try await machine.done("play", Products.media + "/Inland Ferry Orchestra")
        let follower = try machine.startOncue(["now", "--follow", "--json"].map { Array($0.utf8) })

        try await machine.done("sleep", "1s")

        _ = try await follower.output.waitForLine {
            $0.hasPrefix(#"{"status":"paused""#) && $0.contains(#""volume":100,"#)
        }
        try await follower.end()
        // The journal is written a moment after what it tells of.
        var last: JSONValue?
        try await waitUntil("the journal tells of it; there was \(last?.text() ?? "nothing")") {
            last = try await machine.json("history", "--all")["items"]?[0]
            return last?["kind"] == .string("paused")
        }
        #expect(last?["cause"] == .string("sleepTimer"))
        #expect(try await machine.json("sleep")["mode"] == .null)
    }
}
