// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// How fast the daemon sees that nothing, or one file, has changed.
struct RescanSpeed: Measurement {
    let name = "rescan"
    let summary = "the daemon looks through the library again"

    func measure(_ bench: Bench) async throws -> [Figure] {
        let corpus = try bench.corpus()
        let daemon = try await bench.stockedHost().start()
        defer { daemon.stop() }
        try await daemon.waitForQuiet()
        var (unchanged, changed) = (Samples(), Samples())
        for run in 0..<bench.options.runs(9, quick: 3) {
            unchanged.add(milliseconds: try await daemon.scan { $0.unchanged == corpus.count })
            try corpus.changeOneFile(run)
            changed.add(milliseconds: try await daemon.scan { $0.changed == 1 })
        }
        return [
            Figure("rescan, nothing changed", unchanged, "ms"), Figure("rescan, one file changed", changed, "ms"),
        ]
    }
}
