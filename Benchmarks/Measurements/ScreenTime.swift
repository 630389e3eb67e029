// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// The full-screen program in a terminal: until its first rows are there, and from a key to the screen.
struct ScreenTime: Measurement {
    let tracks: Int
    let name: String

    static let hundredThousand = ScreenTime(tracks: 100_000, name: "screen")
    static let million = ScreenTime(tracks: 1_000_000, name: "screen-1m")

    var summary: String { "the full-screen program, with \(FigureReport.number(Double(tracks))) tracks" }

    private static let selected = "▸"
    private static let opening = Figure.Aim.atMost(50)
    private static let answering = Figure.Aim.atMost(16)
    private static let memory = Figure.Aim.atMost(20)
    /// Down, a page further, to the end and back: most of them within known rows, some to rows that must be read.
    private static let keys = ["j", "j", "k", "\u{1B}[6~", "j", "\u{1B}[6~", "G", "k", "\u{1B}[5~", "g"]

    func measure(_ bench: Bench) async throws -> [Figure] {
        let host = try await bench.generatedHost(of: tracks)
        defer { host.remove() }
        let daemon = try await host.start()
        defer { daemon.stop() }
        try await daemon.waitForQuiet()
        var opening = Samples()
        for _ in 0..<bench.options.runs(30, quick: 5) { opening.add(milliseconds: try open(host)) }
        let (keys, memory) = try type(host, bench.options.runs(500, quick: 100))
        let all = FigureReport.number(Double(tracks))
        return [
            Figure("full-screen program, until its first rows", opening, "ms", aim: Self.opening),
            Figure("key to screen in \(all) tracks", keys, "ms"),
            Figure("key to screen in \(all) tracks, 99th percentile", keys, "ms", quantile: 0.99, aim: Self.answering),
            Figure("full-screen program, memory written", memory, "MB", aim: Self.memory),
        ]
    }

    /// Opens the program, and returns the time until its rows are there.
    private func open(_ host: Host) throws -> Duration {
        let screen = try TerminalScreen(width: 160, height: 50)
        let begin = ContinuousClock.now
        let process = try host.command(on: screen, "browse", "-i").start()
        try screen.wait("the first rows") { $0.contains(Self.selected) }
        let time = begin.duration(to: .now)
        screen.type("q")
        _ = host.sandbox.processes.wait(for: process)
        return time
    }

    private func type(_ host: Host, _ runs: Int) throws -> (keys: Samples, memory: Samples) {
        let screen = try TerminalScreen(width: 160, height: 50)
        let tracks = ContentSection.tracks.identifier.description
        let process = try host.command(on: screen, "browse", "-i", tracks).start()
        try screen.wait("the tracks") { $0.contains(Self.selected) }
        var (keys, memory) = (Samples(), Samples())
        for run in 0..<runs {
            let begin = ContinuousClock.now
            screen.type(Self.keys[run % Self.keys.count])
            try screen.wait("the answer to a key", until: Self.isAnswered)
            keys.add(milliseconds: begin.duration(to: .now))
        }
        memory.add(try ProcessMemory(process).written)
        screen.type("q")
        _ = host.sandbox.processes.wait(for: process)
        return (keys, memory)
    }

    /// Whether the selected row was written, with its title and not as one that is still read.
    private static func isAnswered(_ text: String) -> Bool {
        guard let mark = text.ranges(of: selected).last else { return false }
        let title = text[mark.upperBound...].drop { $0 == " " || $0 == "▶" }
        return title.first.map { $0 != "…" } ?? false
    }
}
