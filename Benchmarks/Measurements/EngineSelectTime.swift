// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// The part of ``SelectTime`` that the playback engine takes, without bus and catalog.
struct EngineSelectTime: Measurement {
    let name = "engine"
    let summary = "the playback engine alone opens a file, until its first sound is at the output"

    func measure(_ bench: Bench) async throws -> [Figure] {
        let runs = bench.options.runs(21, quick: 5)
        let probe = await EngineProbe()
        var figures: [Figure] = []
        for format in SelectTime.formats {
            guard let music = bench.music(format) else { continue }
            var times = Samples()
            for run in 0...runs {
                let time = try await probe.timeToSound(music)
                await probe.stop()
                if run > 0 { times.add(milliseconds: time) }
                try await Task.sleep(for: .milliseconds(60))
            }
            figures.append(Figure("engine: load to first sound, \(format)", times, "ms", aim: .atMost(15)))
        }
        await probe.shutDown()
        return figures
    }
}
