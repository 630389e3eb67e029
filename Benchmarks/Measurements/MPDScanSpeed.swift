// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How fast MPD reads the same library, as a measure of the machine.
struct MPDScanSpeed: Measurement {
    let name = "mpd-scan"
    let summary = "MPD reads the same library for the first time"

    func measure(_ bench: Bench) async throws -> [Figure] {
        let corpus = try bench.corpus()
        var (speed, memory) = (Samples(), Samples())
        for _ in 0..<bench.options.runs(3, quick: 1) {
            guard let mpd = try await MusicPlayerDaemon.start(in: bench.sandbox) else {
                return [.absent("MPD, scan of the same files", "not installed")]
            }
            defer { mpd.stop() }
            speed.add(Double(corpus.count) / (try mpd.read(corpus.folder, expecting: corpus.count) / .seconds(1)))
            memory.add(try mpd.memory().resident)
        }
        return [
            Figure("MPD, scan of the same files", speed, "files/s"),
            Figure("MPD, memory after it, resident", memory, "MB"),
        ]
    }
}
