// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import Glibc
internal import OnCueCore
internal import OnCueRuntime

/// Whether memory grows with the number of tracks that were played.
struct TrackChangeMemory: Measurement {
    let name = "track-changes"
    let summary = "memory of the playback engine after thousands of track changes"

    func measure(_ bench: Bench) async throws -> [Figure] {
        guard let music = bench.music("flac"), let other = bench.music("opus") else {
            return [.absent("track changes", "no music in Media/")]
        }
        // As the daemon does.
        Heap.staySmall()
        let changes = bench.options.runs(10_000, quick: 1_000)
        let probe = await EngineProbe()
        var (early, late, growth) = (Samples(), Samples(), Samples())
        for change in 1...changes {
            _ = try await probe.timeToSound(change.isMultiple(of: 2) ? music : other)
            if change == changes / 10 { early.add(try Self.resident()) }
        }
        late.add(try Self.resident())
        growth.add((late.median ?? 0) - (early.median ?? 0))
        await probe.shutDown()
        return [
            Figure("engine: memory after \(changes / 10) track changes", early, "MB"),
            Figure("engine: memory after \(changes) track changes", late, "MB"),
            Figure("engine: growth between them", growth, "MB", aim: .atMost(2)),
        ]
    }

    /// What this program has written in memory, in megabytes.
    private static func resident() throws -> Double { try ProcessMemory(getpid()).written }
}
