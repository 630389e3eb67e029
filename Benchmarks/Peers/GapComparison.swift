// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How much silence there is between two tracks, and whether anything of the first is lost.
struct GapComparison: Comparison {
    let name = "peers-gap"
    let summary = "players go from one track to the next"

    private static let rate = 48_000.0

    func compare(_ stage: PeerStage) async throws -> [PeerRow] {
        try await stage.startStocked()
        var gap = PeerRow(
            "gap between tracks", "ms",
            "two WAV files of \(PeerStage.seconds) s, one after the other: silent samples between them, at the monitor."
        )
        var lost = PeerRow(
            "sound lost or added at the change", "ms",
            "at the same time, how much longer or shorter than its length the first one sounds.")
        for _ in 0..<stage.options.runs(2, quick: 1) {
            for peer in stage.peers {
                guard let change = try await change(peer, stage) else {
                    stage.note("\(peer.name) did not go on to the second track.")
                    continue
                }
                gap.add(Double(change.silent) / Self.rate * 1000, of: peer.name)
                let expected = Double(PeerStage.seconds) * Self.rate
                lost.add(abs(Double(change.first) - expected) / Self.rate * 1000, of: peer.name)
            }
        }
        return [gap, lost]
    }

    private func change(_ peer: any Peer, _ stage: PeerStage) async throws -> TrackChange? {
        let ear = stage.sound.ear
        try await ear.silence()
        // A device that was opened just now begins softly.
        try await peer.play([.quiet])
        try await Task.sleep(for: .milliseconds(500))
        try await peer.silence()
        try await ear.silence()
        ear.expect(TrackChange(from: PeerStage.squareLevels.quiet, to: PeerStage.squareLevels.loud))
        try await peer.play([.first, .second])
        let deadline = ContinuousClock.now + .seconds(2 * PeerStage.seconds + 5)
        while ear.change?.isOver == false {
            guard ContinuousClock.now < deadline else {
                throw BenchError("\(peer.name): the second track is not heard")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        try await peer.silence()
        return ear.change.flatMap { $0.isOver ? $0 : nil }
    }
}
