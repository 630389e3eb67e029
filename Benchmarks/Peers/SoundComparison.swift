// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How long it takes from choosing a track until it is heard at the sound server.
struct SoundComparison: Comparison {
    let name = "peers-select"
    let summary = "clients choose a track, until its first sound is at the sound server"

    /// Long enough for a player to come to rest.
    private static let rest = Duration.milliseconds(300)

    func compare(_ stage: PeerStage) async throws -> [PeerRow] {
        try await stage.startStocked()
        var (first, next) = (
            PeerRow(
                "select to first sound", "ms",
                "a WAV file that is loud from its first sample, selected while nothing plays: `Play`; `clear`, `add` and "
                    + "`play` in one list; three calls in one batch; `loadfile`; bare: `gst-launch-1.0 playbin3`, the whole "
                    + "process.", reason: PeerReasons.select),
            PeerRow(
                "select while another plays, to first sound", "ms",
                "the same with another file, selected while the first one plays.",
                reason: PeerReasons.selectWhilePlaying)
        )
        for run in 0...stage.options.runs(11, quick: 3) {
            for peer in stage.peers {
                // The first time, players load what they need for it.
                let times = try await times(peer, stage)
                if run == 0 { continue }
                first.add(milliseconds: times.first, of: peer.name)
                next.add(milliseconds: times.next, of: peer.name)
            }
            if let time = try await bare(stage), run > 0 { first.addBare("gst-launch-1.0", time / .milliseconds(1)) }
        }
        return [first, next]
    }

    private func times(_ peer: any Peer, _ stage: PeerStage) async throws -> (first: Duration, next: Duration) {
        let ear = stage.sound.ear
        try await ear.silence()
        try await Task.sleep(for: Self.rest)
        // Nothing else sounds, and some players begin softly.
        let first = try await time(ear, peer, "the first track", 0.001...1) { try await peer.play([.quiet]) }
        try await Task.sleep(for: Self.rest)
        let next = try await time(ear, peer, "the next track", PeerStage.squareLevels.loud) {
            try await peer.play([.loud])
        }
        try await peer.silence()
        return (first, next)
    }

    private func time(
        _ ear: Ear, _ peer: any Peer, _ what: String, _ levels: ClosedRange<Float>, _ ask: () async throws -> Void
    ) async throws -> Duration {
        async let heard = ear.first(in: levels)
        // The ear listens before anything is asked for.
        await Task.yield()
        let begin = ContinuousClock.now
        try await ask()
        guard let time = await heard else {
            throw BenchError("\(peer.name): \(what) is not heard, but \(ear.loudest) at most")
        }
        return begin.duration(to: time)
    }

    /// `nil` where there is no gst-launch-1.0.
    private func bare(_ stage: PeerStage) async throws -> Duration? {
        guard let program = BarePlayer.program(.quiet, on: stage) else { return nil }
        let ear = stage.sound.ear
        try await ear.silence()
        async let heard = ear.first(in: 0.001...1)
        await Task.yield()
        let begin = ContinuousClock.now
        let process = try program.start()
        defer { stage.sandbox.processes.end(process) }
        guard let time = await heard else { throw BenchError("gst-launch-1.0 is not heard") }
        return begin.duration(to: time)
    }
}

/// GStreamer without a player around it.
enum BarePlayer {
    /// Plays one file at the sound server; `nil` where there is no gst-launch-1.0.
    static func program(_ sound: PeerSound, on stage: PeerStage) -> ChildProgram? {
        Files.program("gst-launch-1.0").map { program in
            let words = [
                program, "--quiet", "playbin3", "uri=file://" + stage.path(of: sound), "audio-sink=pulsesink",
                "flags=audio",
            ]
            return stage.program(words, home: stage.music)
        }
    }
}
