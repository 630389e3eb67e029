// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How long a shell waits after Tab: the whole process, from fork to exit.
struct CompletionTime: Measurement {
    let name = "completion"
    let summary = "a shell completes what can be played, the whole process"

    private static let aim = Figure.Aim.atMost(80)

    func measure(_ bench: Bench) async throws -> [Figure] {
        let host = try await bench.stockedHost()
        let daemon = try await host.start()
        try await daemon.waitForQuiet()
        let runs = bench.options.runs(100, quick: 20)
        let word = CorpusNames.searchWords[0].prefix(3)
        let title = try host.command("complete-words", "fish", "--", "play", String(word)).times(runs)
        let value = try host.command("complete-words", "fish", "--", "search", "artist:" + word).times(runs)
        daemon.stop()
        let without = try host.command("complete-words", "fish", "--", "play", String(word)).times(runs)
        let tracks = FigureReport.number(Double(bench.options.trackCount))
        return [
            Figure("completion of a title in \(tracks) tracks", title, "ms"),
            Figure("completion of a title, 95th percentile", title, "ms", quantile: 0.95, aim: Self.aim),
            Figure("completion of a value of a query, 95th percentile", value, "ms", quantile: 0.95, aim: Self.aim),
            Figure("completion without a daemon", without, "ms"),
        ]
    }
}
