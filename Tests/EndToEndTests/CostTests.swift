// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
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

        // It takes some seconds until threads without work have ended. What wakes up regularly never lets one pass.
        var sleeps = -1
        for _ in 0..<20 where sleeps != 0 {
            let before = try Self.wakeUps(of: daemon.identifier)
            try await Task.sleep(for: .seconds(3))
            sleeps = try Self.wakeUps(of: daemon.identifier) - before
        }

        #expect(sleeps == 0, "wake-ups in the last 3 s")
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
