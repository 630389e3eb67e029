// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import OnCueTestSupport
import Testing

@Suite("What the daemon costs")
struct CostTests {
    @Test("A daemon with nothing to do does not wake up", arguments: ["stop", "pause"])
    func idleDaemonSleeps(command: String) async throws {
        let machine = try await Machine()
        try machine.writeMusic("a.wav")
        let daemon = try await machine.startDaemon()
        try await machine.done("play", "music")
        try await machine.done(command)

        let sleeps = try await Self.wakeUpsOnceAtRest(of: daemon.identifier)

        #expect(sleeps == 0, "wake-ups in the last 3 s")
    }

    @Test(
        "A program that follows does not wake up between changes",
        arguments: [["--format", "{title} {elapsed}"], ["--json"], []])
    func followerSleeps(form: [String]) async throws {
        let machine = try await Machine()
        try machine.writeMusic("a.wav")
        _ = try await machine.startDaemon()
        try await machine.done("play", "music")
        let follower = try machine.startOncue((["now", "--follow"] + form).map { Array($0.utf8) })
        _ = try await follower.output.waitForLine { $0.contains("a") }

        // It plays on meanwhile.
        let sleeps = try await Self.wakeUpsOnceAtRest(of: follower.identifier)
        follower.send(SIGTERM)
        _ = try await follower.ending()

        #expect(sleeps == 0, "wake-ups in the last 3 s")
    }

    @Test("Nor does one that follows another player, which plays on meanwhile")
    func playerFollowerSleeps() async throws {
        let machine = try await Machine()
        let player = try await FakePlayer(try #require(machine.bus), "fake")
        let words = ["--player", "%any", "now", "--follow", "--format", "{title} {elapsed}"]
        let follower = try machine.startOncue(words.map { Array($0.utf8) })
        _ = try await follower.output.waitForLine { $0 == "Song 1:01" }

        let sleeps = try await Self.wakeUpsOnceAtRest(of: follower.identifier)
        follower.send(SIGTERM)
        _ = try await follower.ending()

        #expect(sleeps == 0, "wake-ups in the last 3 s")
        withExtendedLifetime(player) {}
    }

    @Test("Playing a format that GStreamer knows itself does not load FFmpeg, whatever pictures are in the file")
    func pictureLoadsNoDecoder() async throws {
        let machine = try await Machine()
        let daemon = try await machine.startDaemon()

        try await machine.done("play", Products.media + "/Inland Ferry Orchestra/Night Crossing/01 Casting Off.flac")
        try await machine.waitUntilPlayed(from: 0)

        // Longer than what one read gives.
        let maps = try await ChildProcess.run("cat", ["/proc/\(daemon.identifier)/maps"], environment: [:]).output
        #expect(maps.contains("libgstflac.so"))
        #expect(!maps.contains("libavcodec"))
    }

    /// How often a process wakes up in 3 s. It takes some seconds until threads without work have ended; what wakes up
    /// regularly never lets one pass.
    private static func wakeUpsOnceAtRest(of process: Int32) async throws -> Int {
        var count = -1
        for _ in 0..<20 where count != 0 {
            let before = try wakeUps(of: process)
            try await Task.sleep(for: .seconds(3))
            count = try wakeUps(of: process) - before
        }
        return count
    }

    /// Times that the threads of a process went to sleep; those that have ended do not count.
    private static func wakeUps(of process: Int32) throws -> Int {
        let folder = "/proc/\(process)/task"
        return try FileManager.default.contentsOfDirectory(atPath: folder).reduce(0) { sum, thread in
            guard let status = try? Machine.text(of: "\(folder)/\(thread)/status") else { return sum }
            let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
            return sum + (line.flatMap { Int($0.split { $0 == "\t" || $0 == " " }.last ?? "") } ?? 0)
        }
    }
}
