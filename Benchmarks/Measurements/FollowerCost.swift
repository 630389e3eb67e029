// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// What `oncue now --follow` costs, itself and in the daemon, while nothing changes: paused, and while one track plays.
struct FollowerCost: Measurement {
    let name = "follower"
    let summary = "oncue now --follow, while nothing changes"

    private static let aim = Figure.Aim.atMost(0)
    private static let followers = 5

    func measure(_ bench: Bench) async throws -> [Figure] {
        guard let music = bench.music("flac") else { return [.absent("follower", "no FLAC file in Media/")] }
        let host = try await Host(in: bench.sandbox)
        defer { host.remove() }
        let daemon = try await host.start()
        defer { daemon.stop() }
        _ = try await daemon.client.play(music.uri, PlayOptions())
        var processes: [Int32] = []
        defer { for process in processes { bench.sandbox.processes.end(process) } }
        for number in 0..<Self.followers {
            processes.append(try await Self.follow(host, output: "\(host.home)/follower-\(number)"))
        }
        let playing = try await Self.watch(processes, bench)
        try await daemon.client.perform(.pause)
        // What was playing takes a moment to come to rest, and half a minute after its start the daemon looks at podcasts.
        try await Task.sleep(for: .seconds(bench.options.runs(45, quick: 3)))
        let paused = try await Self.watch(processes + [daemon.process], bench)
        let all = 0..<Self.followers
        return Self.figures("a follower, while a track plays", playing[all])
            + Self.figures("a follower, paused", paused[all])
            + Self.figures("the daemon with \(Self.followers) followers, paused", paused[Self.followers...])
    }

    /// Starts a follower and waits for its first line.
    private static func follow(_ host: Host, output: String) async throws -> Int32 {
        let process = try host.command("now", "--follow", output: .file(output)).start()
        let deadline = ContinuousClock.now + .seconds(10)
        while (try? Files.bytes(output))?.isEmpty ?? true {
            guard ContinuousClock.now < deadline else { throw BenchError("oncue now --follow writes nothing") }
            try await Task.sleep(for: .milliseconds(10))
        }
        return process
    }

    /// What each process uses; a track is longer than this takes.
    private static func watch(_ processes: [Int32], _ bench: Bench) async throws -> [UseOverTime] {
        // The picture may come late, and is told then.
        try await Task.sleep(for: .seconds(1))
        return try await UseOverTime.watch(processes, for: .seconds(bench.options.runs(10, quick: 3)))
    }

    private static func figures(_ name: String, _ uses: ArraySlice<UseOverTime>) -> [Figure] {
        var (wakeUps, processor) = (Samples(), Samples())
        for use in uses {
            wakeUps.add(use.wakeUpsPerSecond)
            processor.add(use.percent)
        }
        return [
            Figure("\(name), wake-ups", wakeUps, "per second", aim: aim),
            Figure("\(name), processor use", processor, "% of a core"),
        ]
    }
}
