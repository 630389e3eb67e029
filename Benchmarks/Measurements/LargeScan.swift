// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
import OnCueInterface

/// A library of 100,000 real files: read for the first time, looked through again, and one file changed.
struct LargeScan: Measurement {
    let name = "scan-100k"
    let summary = "the daemon reads 100,000 generated files"

    private static let count = 100_000

    func measure(_ bench: Bench) async throws -> [Figure] {
        let corpus = try bench.corpus(of: Self.count)
        var (speed, peak, unchanged, notice) = (Samples(), Samples(), Samples(), Samples())
        for run in 0..<bench.options.runs(2, quick: 1) {
            let host = try await Host(in: bench.sandbox)
            defer { host.remove() }
            let daemon = try await host.start()
            defer { daemon.stop() }
            let time = try await daemon.add(corpus.folder, expecting: corpus.count)
            speed.add(Double(corpus.count) / (time / .seconds(1)))
            peak.add(try ProcessMemory(daemon.process).peak)
            for _ in 0..<3 { unchanged.add(milliseconds: try await daemon.scan { $0.unchanged == corpus.count }) }
            for change in 0..<5 {
                notice.add(
                    milliseconds: try await daemon.noticeTime(in: corpus.changedAlbum) { () throws(BenchError) in
                        try corpus.changeOneFile(run * 100 + change)
                    })
            }
        }
        return [
            Figure("scan of 100,000 files", speed, "files/s", aim: .atLeast(20_000)),
            Figure("scan of 100,000 files, most memory of the daemon", peak, "MB"),
            Figure("rescan of 100,000 files, nothing changed", unchanged, "ms", aim: .atMost(1000)),
            Figure("one of 100,000 files changes, until the notice", notice, "ms"),
        ] + (try await peer(bench, corpus))
    }

    private func peer(_ bench: Bench, _ corpus: MusicCorpus) async throws -> [Figure] {
        guard var mpd = try await MusicPlayerDaemon.start(in: bench.sandbox) else {
            return [.absent("MPD, 100,000 files", "not installed")]
        }
        defer { mpd.stop() }
        var (speed, memory, rescan) = (Samples(), Samples(), Samples())
        speed.add(Double(corpus.count) / (try mpd.read(corpus.folder, expecting: corpus.count) / .seconds(1)))
        memory.add(try mpd.memory().resident)
        for _ in 0..<3 { rescan.add(milliseconds: try mpd.command("update", "--wait").run()) }
        let connection = try MPDProtocol(socket: mpd.socket)
        var figures = [
            Figure("MPD, scan of 100,000 files", speed, "files/s"),
            Figure("MPD, rescan of 100,000 files", rescan, "ms"),
            Figure("MPD, memory with 100,000 files, resident", memory, "MB"),
        ]
        for (kind, word) in [("rare", CorpusNames.rareWord), ("common", CorpusNames.commonWord)] {
            var times = Samples()
            for _ in 0..<30 {
                let begin = ContinuousClock.now
                try connection.ask("search any \"\(word)\" window 0:50")
                times.add(milliseconds: begin.duration(to: .now))
            }
            figures.append(Figure("MPD, search for a \(kind) word in 100,000 files", times, "ms"))
        }
        figures.append(Figure("MPD, page of 50 anywhere in 100,000 files", try pages(connection, corpus.count), "ms"))
        var start = Samples()
        for _ in 0..<3 { start.add(milliseconds: try await mpd.restart()) }
        figures.append(Figure("MPD, start with 100,000 files, until it answers", start, "ms"))
        return figures
    }

    /// Pages of everything in the order of the database, which is the quickest that MPD has.
    private func pages(_ connection: MPDProtocol, _ count: Int) throws(BenchError) -> Samples {
        var random = SplitMix64(seed: 3)
        var times = Samples()
        for _ in 0..<30 {
            let offset = Int.random(in: 0...(count - 50), using: &random)
            let begin = ContinuousClock.now
            try connection.ask(
                #"find "(modified-since '1970-01-02T00:00:00Z')" window \#(offset):\#(offset + 50)"#)
            times.add(milliseconds: begin.duration(to: .now))
        }
        return times
    }
}

extension Daemon {
    /// Changes something in a container and waits until a client that has subscribed to it is told.
    func noticeTime(in place: String, after change: () throws(BenchError) -> Void) async throws -> Duration {
        var begin: ContinuousClock.Instant?
        for await update in client.contentUpdates(of: place) {
            switch update {
            case .subscribed where begin == nil:
                begin = .now
                try change()
            case .changed, .reloaded:
                if let begin { return begin.duration(to: .now) }
            case .failed(let error): throw BenchError("cannot watch \(place): \(error.message)")
            case .subscribed, .serviceLost: break
            }
        }
        throw BenchError("oncued has ended before it told of a change")
    }
}
