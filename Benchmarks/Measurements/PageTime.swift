// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// How long a client waits for a page of 50 items, over the bus and decoded.
struct PageTime: Measurement {
    let name = "pages"
    let summary = "a client reads pages of the content tree and searches"

    private static let pageSize = 50

    func measure(_ bench: Bench) async throws -> [Figure] {
        let daemon = try await bench.stockedHost().start()
        defer { daemon.stop() }
        try await daemon.waitForQuiet()
        let runs = bench.options.runs(300, quick: 60)
        let tracks = FigureReport.number(Double(bench.options.trackCount))
        return try await browse(daemon.client, bench.options.trackCount, runs).figures("page of 50 of \(tracks) tracks")
            + search(daemon.client, runs).figures("search page of 50 in \(tracks) tracks")
    }

    private func browse(_ client: OnCueConnection, _ count: Int, _ runs: Int) async throws -> Samples {
        let place = ContentSection.tracks.identifier.description
        var random = SplitMix64(seed: 1)
        return try await Samples.times(runs) {
            let offset = Int.random(in: 0...max(0, count - Self.pageSize), using: &random)
            let page = try await client.children(of: place, offset: offset, limit: Self.pageSize)
            guard page.items.count == Self.pageSize else { throw BenchError("a page has \(page.items.count) items") }
        }
    }

    private func search(_ client: OnCueConnection, _ runs: Int) async throws -> Samples {
        let words = CorpusNames.searchWords
        var random = SplitMix64(seed: 2)
        return try await Samples.times(runs) {
            let word = words[Int.random(in: 0..<words.count, using: &random)]
            // What a person has typed so far.
            let page = try await client.search(String(word.prefix(4)), offset: 0, limit: Self.pageSize)
            guard !page.items.isEmpty else { throw BenchError("a search for \(word) finds nothing") }
        }
    }
}
