// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// How long it takes over the bus from choosing an item until its first sound reaches the output.
struct SelectTime: Measurement {
    let name = "select"
    let summary = "a client plays a track of the library, until its first sound is at the output"

    static let formats = ["flac", "mp3", "opus", "ogg", "m4a"]
    static let aim = Figure.Aim.atMost(15)

    func measure(_ bench: Bench) async throws -> [Figure] {
        let host = try await bench.stockedHost()
        let runs = bench.options.runs(21, quick: 5)
        var figures: [Figure] = []
        if let music = bench.music("flac") {
            let first = try await firstTimes(host, music, bench.options.runs(9, quick: 3))
            figures.append(Figure("select to first sound, flac, first after start", first, "ms"))
        }
        let daemon = try await host.start()
        defer { daemon.stop() }
        try await daemon.waitForQuiet()
        for format in Self.formats {
            let name = "select to first sound, \(format)"
            guard let music = bench.music(format) else {
                figures.append(.absent(name, "no such file in Media/"))
                continue
            }
            figures.append(Figure(name, try await times(daemon, music, runs, stops: true), "ms", aim: Self.aim))
            if format == "flac" {
                let change = try await times(daemon, music, runs, stops: false)
                figures.append(Figure("select while another plays, flac", change, "ms", aim: Self.aim))
            }
        }
        return figures
    }

    /// The first time that a daemon plays, it loads what it needs for that.
    private func firstTimes(_ host: Host, _ music: MediaLocation, _ runs: Int) async throws -> Samples {
        var times = Samples()
        for _ in 0..<runs {
            let daemon = try await host.start()
            defer { daemon.stop() }
            try await daemon.waitForQuiet()
            try await Task.sleep(for: .milliseconds(60))
            times.add(milliseconds: try await time(daemon, music))
        }
        return times
    }

    private func time(_ daemon: Daemon, _ music: MediaLocation) async throws -> Duration {
        let begin = ContinuousClock.now
        _ = try await daemon.client.play(music.uri, PlayOptions())
        return begin.duration(to: .now)
    }

    /// - Parameter stops: Whether nothing plays when the item is chosen.
    private func times(_ daemon: Daemon, _ music: MediaLocation, _ runs: Int, stops: Bool) async throws -> Samples {
        let client = daemon.client
        // The library of these runs holds other files, so the place is a file.
        _ = try await client.play(music.uri, PlayOptions())
        var times = Samples()
        for _ in 0..<runs {
            if stops { try await client.perform(.stop) }
            try await Task.sleep(for: .milliseconds(60))
            times.add(milliseconds: try await time(daemon, music))
        }
        try await client.perform(.stop)
        return times
    }
}
