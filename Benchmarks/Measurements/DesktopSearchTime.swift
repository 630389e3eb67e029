// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// How long the search of a desktop waits for what matches the letters typed so far, with the daemon up, and when the
/// first letters start it.
struct DesktopSearchTime: Measurement {
    let name = "desktop-search"
    let summary = "the search of a desktop finds what is typed, and the first one after a start"

    private static let aim = Figure.Aim.atMost(50)

    func measure(_ bench: Bench) async throws -> [Figure] {
        let host = try await bench.stockedHost()
        let tracks = FigureReport.number(Double(bench.options.trackCount))
        let daemon = try await host.start()
        try await daemon.waitForQuiet()
        let warm = try searches(host, bench.options.runs(300, quick: 60))
        daemon.stop()
        var cold = Samples()
        for _ in 0..<bench.options.runs(10, quick: 3) {
            let begin = ContinuousClock.now
            let daemon = try await host.start()
            defer { daemon.stop() }
            try WireClient(socket: host.bus.path).call(Self.match("night"))
            cold.add(milliseconds: begin.duration(to: .now))
            try await daemon.waitForQuiet()
        }
        return [
            Figure("desktop search in \(tracks) tracks", warm, "ms"),
            Figure("desktop search in \(tracks) tracks, 95th percentile", warm, "ms", quantile: 0.95, aim: Self.aim),
            Figure("desktop search that starts the daemon", cold, "ms"),
        ]
    }

    /// Types words letter by letter, as people do.
    private func searches(_ host: Host, _ runs: Int) throws(BenchError) -> Samples {
        let client = try WireClient(socket: host.bus.path)
        var times = Samples()
        var random = SplitMix64(seed: 3)
        let words = CorpusNames.searchWords
        while times.values.count < runs {
            let word = words[Int.random(in: 0..<words.count, using: &random)]
            for length in 3...max(3, word.count) {
                let begin = ContinuousClock.now
                try client.call(Self.match(String(word.prefix(length))))
                times.add(milliseconds: begin.duration(to: .now))
            }
        }
        return times
    }

    private static func match(_ text: String) -> WireCall {
        WireCall(
            "Match", of: "org.kde.krunner1", at: "/org/oncue/OnCue/KRunner", on: "org.oncue.OnCue", [.string(text)])
    }
}
