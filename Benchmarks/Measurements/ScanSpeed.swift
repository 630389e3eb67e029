// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How fast the daemon reads a library that it has never seen, from memory, and what that costs.
struct ScanSpeed: Measurement {
    let name = "scan"
    let summary = "the daemon reads a generated library for the first time, files in the page cache"

    /// The aim of the project for a machine with two cores.
    private static let aim = Figure.Aim.atLeast(10_000)

    func measure(_ bench: Bench) async throws -> [Figure] {
        let corpus = try bench.corpus()
        var (speed, peak) = (Samples(), Samples())
        for _ in 0..<bench.options.runs(5, quick: 2) {
            let host = try await Host(in: bench.sandbox)
            defer { host.remove() }
            let daemon = try await host.start()
            defer { daemon.stop() }
            let time = try await daemon.add(corpus.folder, expecting: corpus.count)
            speed.add(Double(corpus.count) / (time / .seconds(1)))
            peak.add(try ProcessMemory(daemon.process).peak)
        }
        let files = FigureReport.number(Double(corpus.count))
        return [
            Figure("scan of \(files) files", speed, "files/s", aim: Self.aim),
            Figure("scan, most memory of the daemon", peak, "MB"),
        ]
    }
}
