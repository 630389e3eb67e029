// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How long the daemon takes from its start until its name is on the bus.
struct StartTime: Measurement {
    let name = "start"
    let summary = "the daemon starts, until its name is on the bus"

    func measure(_ bench: Bench) async throws -> [Figure] {
        let runs = bench.options.runs(15, quick: 5)
        let empty = try await Host(in: bench.sandbox)
        defer { empty.remove() }
        let stocked = try await bench.stockedHost()
        let tracks = FigureReport.number(Double(bench.options.trackCount))
        return [
            Figure("daemon start, empty library", try await times(empty, runs), "ms"),
            Figure("daemon start, \(tracks) tracks", try await times(stocked, runs), "ms"),
        ]
    }

    private func times(_ host: Host, _ runs: Int) async throws -> Samples {
        var times = Samples()
        // The first start makes files that the others find.
        for run in 0...runs {
            let daemon = try await host.start()
            defer { daemon.stop() }
            if run > 0 { times.add(milliseconds: daemon.startTime) }
            try await daemon.waitForQuiet()
        }
        return times
    }
}
