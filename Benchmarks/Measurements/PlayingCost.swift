// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// What playing costs, beside `gst-launch-1.0 playbin3` with the same file at the same time.
struct PlayingCost: Measurement {
    let name = "playing"
    let summary = "the daemon plays, beside gst-launch-1.0 with the same file"

    func measure(_ bench: Bench) async throws -> [Figure] {
        let daemon = try await bench.stockedHost().start()
        defer { daemon.stop() }
        try await daemon.waitForQuiet()
        var figures: [Figure] = []
        for format in SelectTime.formats {
            guard let music = bench.music(format) else {
                figures.append(.absent("playing \(format)", "no such file in Media/"))
                continue
            }
            var samples = Comparison()
            for _ in 0..<bench.options.runs(3, quick: 1) { try await compare(daemon, music, bench.sandbox, &samples) }
            figures += samples.figures(format)
        }
        return figures
    }

    private func compare(
        _ daemon: Daemon, _ music: MediaLocation, _ sandbox: Sandbox, _ samples: inout Comparison
    ) async throws {
        let peer = try Self.peer(music, sandbox)
        let process = try peer?.start()
        defer { if let process { sandbox.processes.end(process) } }
        _ = try await daemon.client.play(music.uri, PlayOptions())
        // Both fill their queues first.
        try await Task.sleep(for: .seconds(2))
        let uses = try await UseOverTime.watch([daemon.process] + (process.map { [$0] } ?? []), for: .seconds(10))
        try await daemon.client.perform(.stop)
        samples.add(uses)
    }

    /// The same elements and the same sink; `nil` when the program is not installed.
    private static func peer(_ music: MediaLocation, _ sandbox: Sandbox) throws(BenchError) -> ChildProgram? {
        guard let program = Files.program("gst-launch-1.0") else { return nil }
        return ChildProgram(
            [program, "--quiet", "playbin3", "uri=\(music.uri)", "audio-sink=fakesink sync=true"], in: sandbox)
    }

    private struct Comparison {
        private var (own, peer, ratio) = (Samples(), Samples(), Samples())
        private var (ownWakeUps, peerWakeUps) = (Samples(), Samples())

        mutating func add(_ uses: [UseOverTime]) {
            own.add(uses[0].percent)
            ownWakeUps.add(uses[0].wakeUpsPerSecond)
            guard uses.count > 1 else { return }
            peer.add(uses[1].percent)
            peerWakeUps.add(uses[1].wakeUpsPerSecond)
            ratio.add(uses[0].percent / uses[1].percent)
        }

        func figures(_ format: String) -> [Figure] {
            let rows = [
                Figure("playing \(format), processor use", own, "% of a core"),
                Figure("playing \(format), wake-ups", ownWakeUps, "per second"),
            ]
            guard peer.median != nil else {
                return rows + [.absent("gst-launch-1.0 beside \(format)", "not installed")]
            }
            return rows + [
                Figure("gst-launch-1.0 beside \(format), processor use", peer, "% of a core"),
                Figure("gst-launch-1.0 beside \(format), wake-ups", peerWakeUps, "per second"),
                Figure("processor use of \(format), ratio to gst-launch-1.0", ratio, "times"),
            ]
        }
    }
}
