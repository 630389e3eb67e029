// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// How soon something else is heard that the engine holds open already.
struct SkipTime: Measurement {
    let name = "skip"
    let summary = "the playback engine alone goes to what follows, and to what was prepared"

    private static let skipAim = Figure.Aim.atMost(20)
    private static let preparedAim = Figure.Aim.atMost(5)
    /// Long enough for a file to be opened.
    private static let lead: Duration = .milliseconds(200)

    func measure(_ bench: Bench) async throws -> [Figure] {
        let runs = bench.options.runs(21, quick: 5)
        let probe = await EngineProbe()
        var figures: [Figure] = []
        for format in SelectTime.formats {
            guard let music = bench.music(format), let other = bench.music(format == "flac" ? "mp3" : "flac") else {
                continue
            }
            var (skips, starts) = (Samples(), Samples())
            for run in 0...runs {
                _ = try await probe.timeToSound(other)
                await probe.cue(music)
                try await Task.sleep(for: Self.lead)
                let skip = try await probe.timeToSound(music)
                await probe.stop()
                await probe.prepare(music)
                try await Task.sleep(for: Self.lead)
                let start = try await probe.timeToSound(music)
                await probe.stop()
                guard run > 0 else { continue }
                skips.add(milliseconds: skip)
                starts.add(milliseconds: start)
            }
            figures.append(Figure("engine: skip to what follows, \(format)", skips, "ms", aim: Self.skipAim))
            figures.append(Figure("engine: start of what was prepared, \(format)", starts, "ms", aim: Self.preparedAim))
        }
        await probe.shutDown()
        return figures
    }
}
