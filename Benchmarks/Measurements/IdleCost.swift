// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// What the daemon costs while nothing is heard: stopped after playing, and paused.
struct IdleCost: Measurement {
    let name = "idle"
    let summary = "the daemon waits, stopped and paused"

    /// Busy waiting begins where something wakes up regularly.
    private static let aim = Figure.Aim.atMost(1)

    func measure(_ bench: Bench) async throws -> [Figure] {
        guard let music = bench.music("flac") else { return [.absent("idle", "no FLAC file in Media/")] }
        let places = [try await bench.stockedHost(), try await Host(in: bench.sandbox)]
        defer { places[1].remove() }
        var daemons: [Daemon] = []
        defer { for daemon in daemons { daemon.stop() } }
        for place in places {
            let daemon = try await place.start()
            daemons.append(daemon)
            try await daemon.waitForQuiet()
            _ = try await daemon.client.play(music.uri, PlayOptions())
            try await Task.sleep(for: .milliseconds(500))
        }
        try await daemons[0].client.perform(.stop)
        try await daemons[1].client.perform(.pause)
        // What was playing takes a moment to come to rest, and half a minute after its start the daemon looks at podcasts.
        try await Task.sleep(for: .seconds(bench.options.runs(45, quick: 3)))
        return try await watch(daemons, bench)
    }

    private func watch(_ daemons: [Daemon], _ bench: Bench) async throws -> [Figure] {
        let states = ["stopped", "paused"]
        var wakeUps = states.map { _ in Samples() }
        var processor = states.map { _ in Samples() }
        for _ in 0..<bench.options.runs(3, quick: 1) {
            let uses = try await UseOverTime.watch(daemons.map(\.process), for: .seconds(10))
            for (index, use) in uses.enumerated() {
                wakeUps[index].add(use.wakeUpsPerSecond)
                processor[index].add(use.percent)
            }
        }
        return states.indices.flatMap { index in
            [
                Figure("idle wake-ups, \(states[index])", wakeUps[index], "per second", aim: Self.aim),
                Figure("idle processor use, \(states[index])", processor[index], "% of a core"),
            ]
        }
    }
}
