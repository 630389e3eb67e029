// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// What the daemon keeps in memory with the generated library.
struct MemoryUse: Measurement {
    let name = "memory"
    let summary = "the daemon's memory after a scan, after a restart and after playing"

    private static let aim = Figure.Aim.atMost(60)
    /// One that GStreamer decodes itself, and one that it leaves to FFmpeg, which is large.
    private static let formats = ["flac", "m4a"]

    func measure(_ bench: Bench) async throws -> [Figure] {
        var (scanned, restarted) = (MemorySamples(), MemorySamples())
        var played = Self.formats.map { _ in MemorySamples() }
        for _ in 0..<bench.options.runs(3, quick: 1) {
            let host = try await Host(in: bench.sandbox)
            defer { host.remove() }
            try await scanned.add(from: host) { daemon in
                let corpus = try bench.corpus()
                _ = try await daemon.add(corpus.folder, expecting: corpus.count)
            }
            try await restarted.add(from: host) { try await $0.waitForQuiet() }
            for (index, format) in Self.formats.enumerated() {
                try await played[index].add(from: host) { try await play(bench.music(format), $0) }
            }
        }
        let figures =
            scanned.figures("after a scan", Self.aim) + restarted.figures("after a restart", Self.aim)
        return figures
            + zip(played, Self.formats).flatMap { $0.figures("after playing \($1)", Self.aim) }
    }

    private func play(_ music: MediaLocation?, _ daemon: Daemon) async throws {
        try await daemon.waitForQuiet()
        guard let music else { throw BenchError("there is no such file in Media/") }
        _ = try await daemon.client.play(music.uri, PlayOptions())
        try await Task.sleep(for: .seconds(2))
        try await daemon.client.perform(.stop)
    }
}

private struct MemorySamples {
    private var (resident, written, peak) = (Samples(), Samples(), Samples())

    /// Starts a daemon, lets it do something, and looks at it when it has come to rest.
    mutating func add(from host: Host, after work: (Daemon) async throws -> Void) async throws {
        let daemon = try await host.start()
        defer { daemon.stop() }
        try await work(daemon)
        try await Task.sleep(for: .seconds(1))
        let memory = try ProcessMemory(daemon.process)
        resident.add(memory.resident)
        written.add(memory.written)
        peak.add(memory.peak)
    }

    func figures(_ when: String, _ aim: Figure.Aim) -> [Figure] {
        [
            Figure("memory \(when), resident", resident, "MB", aim: aim),
            Figure("memory \(when), written", written, "MB"),
            Figure("memory \(when), most ever", peak, "MB"),
        ]
    }
}
