// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// How long `oncue now` takes as a process, by turns with `playerctl metadata` of the same daemon.
struct PlayerctlTime: Measurement {
    let name = "playerctl"
    let summary = "oncue now as a process, against playerctl metadata"

    private static let aim = Figure.Aim.atMost(1)
    private static let rounds = 10

    func measure(_ bench: Bench) async throws -> [Figure] {
        guard let music = bench.music("flac") else { return [.absent("playerctl", "no FLAC file in Media/")] }
        guard let program = Files.program("playerctl") else { return [.absent("playerctl", "not installed")] }
        let host = try await Host(in: bench.sandbox)
        defer { host.remove() }
        let daemon = try await host.start()
        defer { daemon.stop() }
        _ = try await daemon.client.play(music.uri, PlayOptions())
        try await daemon.client.perform(.pause)
        try await daemon.waitForQuiet()
        let commands = [
            ("playerctl metadata", host.program([program, "metadata"])),
            ("oncue now", try host.command("now")), ("oncue now --json", try host.command("now", "--json")),
        ]
        return try Self.compare(commands, runs: bench.options.runs(20, quick: 5))
    }

    private static func compare(_ commands: [(String, ChildProgram)], runs: Int) throws(BenchError) -> [Figure] {
        var all = commands.map { _ in Samples() }
        var ratios = commands.map { _ in Samples() }
        for round in 0...rounds {
            var times = commands.map { _ in Samples() }
            for _ in 0..<runs {
                for index in commands.indices { times[index].add(milliseconds: try commands[index].1.run()) }
            }
            // The first round is for nothing.
            guard round > 0, let peer = times[0].median else { continue }
            for index in commands.indices {
                all[index].add(times[index])
                if let own = times[index].median { ratios[index].add(own / peer) }
            }
        }
        let times = commands.indices.map { Figure("\(commands[$0].0), beside the others", all[$0], "ms") }
        return times
            + commands.indices.dropFirst().map {
                Figure("\(commands[$0].0), ratio to playerctl metadata", ratios[$0], "times", aim: aim)
            }
    }
}
