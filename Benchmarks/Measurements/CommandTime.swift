// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// How long a person waits for `oncue now`: the whole process, from fork to exit.
struct CommandTime: Measurement {
    let name = "command"
    let summary = "oncue now, the whole process"

    private static let aim = Figure.Aim.atMost(10)

    func measure(_ bench: Bench) async throws -> [Figure] {
        let host = try await bench.stockedHost()
        let daemon = try await host.start()
        defer { daemon.stop() }
        if let music = bench.music("flac") {
            _ = try await daemon.client.play(music.uri, PlayOptions())
            try await daemon.client.perform(.pause)
        }
        try await daemon.waitForQuiet()
        let runs = bench.options.runs(100, quick: 20)
        let plain = try host.command("now").times(runs)
        let json = try host.command("now", "--json").times(runs)
        return [
            Figure("oncue now", plain, "ms", aim: Self.aim),
            Figure("oncue now, 90th percentile", plain, "ms", quantile: 0.9),
            Figure("oncue now --json", json, "ms"),
        ]
    }
}

extension ChildProgram {
    /// Runs the program many times, after once for nothing.
    func times(_ runs: Int) throws(BenchError) -> Samples {
        var times = Samples()
        try run()
        for _ in 0..<runs { times.add(milliseconds: try run()) }
        return times
    }
}
