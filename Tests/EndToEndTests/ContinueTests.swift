// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueTestSupport
import Testing

@Suite("Going on where something was left", .timeLimit(.minutes(10)))
struct ContinueTests {
    /// A book of three files, whose positions are remembered.
    private func machine() async throws -> Machine {
        let machine = try await Machine()
        try machine.writeMusic("other.wav", seconds: 90)
        for number in 1...3 {
            let made = try await ChildProcess.run(
                "ffmpeg",
                [
                    "-v", "error", "-f", "lavfi", "-i", "anullsrc=r=8000:cl=mono:d=120", "-metadata", "genre=Audiobook",
                    "-metadata", "album=Saga", "-metadata", "title=Part \(number)", "-metadata", "track=\(number)",
                    "-metadata", "artist=Ada Reader", machine.directory.file("work/music/saga\(number).flac"),
                ], environment: ["PATH": "/usr/bin:/bin"])
            try #require(made.status == 0, "\(made.errors)")
        }
        _ = try await machine.startDaemon()
        try await machine.done("library", "add", "music")
        try await machine.done("library", "scan")
        return machine
    }

    @Test("A book goes on in the part and at the position where it was left, with the parts after it")
    func book() async throws {
        let machine = try await machine()
        try await machine.done("play", "Albums/Saga", "--from-start")
        try await machine.done("next")
        try await machine.done("seek", "40")
        try await machine.done("play", "Tracks/other")

        let said = try await machine.oncue(["say", "continue Saga"])

        #expect(said.status == 0, "\(said.errors)")
        let now = try await machine.json("now")
        #expect(now["title"] == "Part 2" && now["queueLength"] == 3, "\(now)")
        #expect((now["position"]?.doubleValue ?? 0) >= 40)
    }

    @Test("Without a title it is what was paused, or else what was heard last and is unfinished")
    func last() async throws {
        let machine = try await machine()
        try await machine.done("play", "Albums/Saga")
        try await machine.done("seek", "50")
        try await machine.done("pause")

        try await machine.done("say", "continue where I left off")

        #expect(try await machine.json("now")["status"] == "playing")
        try await machine.done("play", "Tracks/other")
        try await machine.done("queue", "clear")
        let cleared = try await machine.json("now")
        #expect(cleared["title"] == .null, "\(cleared)")

        try await machine.done("say", "continue listening")

        let now = try await machine.json("now")
        #expect(now["title"] == "Part 1" && (now["position"]?.doubleValue ?? 0) >= 50, "\(now)")
    }
}
