// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import TagReading

/// What playing a track costs, from its beginning almost to its end; all players play at the same time.
///
/// Players decode ahead, some all of a short track at once, so the beginning counts.
struct PlayingComparison: Comparison {
    let name = "peers-playing"
    let summary = "players play a track"

    func compare(_ stage: PeerStage) async throws -> [PeerRow] {
        // Who listens closely has the server ask for sound more often than it does for people.
        stage.sound.deafen()
        try await stage.startStocked()
        var rows: [PeerRow] = []
        for sound in [PeerSound.flac, .mp3] { rows += try await measure(sound, stage) }
        return rows
    }

    private func measure(_ sound: PeerSound, _ stage: PeerStage) async throws -> [PeerRow] {
        let format = sound == .flac ? "FLAC" : "MP3"
        guard let length = try TagReader.tags(ofFileAt: Array(stage.path(of: sound).utf8)).duration else {
            throw BenchError("nobody knows how long \(sound.path) is")
        }
        let time = length - .seconds(1)
        var percent = PeerRow(
            "processor use, playing \(format)", "% of a core",
            "from the request to play a track of \(FigureReport.number(length / .seconds(1))) s to a second before its end; "
                + "all play at the same time; bare: `gst-launch-1.0 playbin3`.", reason: PeerReasons.playing)
        var wakeUps = PeerRow(
            "wake-ups, playing \(format)", "per second", "at the same time, for all its threads.",
            reason: PeerReasons.wakeUps)
        var parts = stage.peers.map { _ in "" }
        for _ in 0..<stage.options.runs(2, quick: 1) {
            for peer in stage.peers { try await peer.settle() }
            let before = try stage.peers.map { try ProcessUse($0.process) }
            for peer in stage.peers { try await peer.play([sound]) }
            let bare = try BarePlayer.program(sound, on: stage)?.start()
            defer { if let bare { stage.sandbox.processes.end(bare) } }
            try await Task.sleep(for: time)
            for (index, (peer, before)) in zip(stage.peers, before).enumerated() {
                let after = try ProcessUse(peer.process)
                percent.add((after.processorTime - before.processorTime) / time * 100, of: peer.name)
                wakeUps.add(Double(after.wakeUps(since: before)) / (time / .seconds(1)), of: peer.name)
                // The last run is told.
                parts[index] = Self.parts(after.times(since: before), of: peer.name)
            }
            if let bare {
                let use = try ProcessUse(bare)
                percent.addBare("gst-launch-1.0", use.processorTime / time * 100)
            }
            for peer in stage.peers { try await peer.silence() }
            try await Task.sleep(for: .seconds(1))
        }
        percent.parts = parts
        return [percent, wakeUps]
    }

    /// The threads that take most, with what each takes.
    private static func parts(_ times: [(name: String?, time: Duration)], of player: String) -> String {
        let shown = times.prefix(6).filter { $0.time >= .milliseconds(1) }
        let rest = times.dropFirst(shown.count).reduce(Duration.zero) { $0 + $1.time }
        let whole = times.reduce(Duration.zero) { $0 + $1.time }
        let words = shown.map { part in
            let name = part.name.map { "`\($0)`" } ?? "ended threads"
            return "\(name) \(FigureReport.number(part.time / .milliseconds(1)))"
        }
        return
            "\(player) \(FigureReport.number(whole / .milliseconds(1))) ms: \(words.joined(separator: ", ")), all else "
            + "\(FigureReport.number(rest / .milliseconds(1)))."
    }
}
