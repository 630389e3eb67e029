// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GeneratedCatalog
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// What a very large library costs those who start the daemon, browse and search; rows are generated straight into the
/// catalog.
struct LargePages: Measurement {
    let tracks: Int
    let name: String
    let aims: Aims

    struct Aims {
        var start: Double
        var page: Double
        var search: Double
        var memory: Double
    }

    static let hundredThousand = LargePages(
        tracks: 100_000, name: "pages-100k", aims: Aims(start: 100, page: 2, search: 5, memory: 60))
    static let million = LargePages(
        tracks: 1_000_000, name: "pages-1m", aims: Aims(start: 100, page: 10, search: 20, memory: 80))

    private static let pageSize = 50

    var summary: String { "browsing and searching \(FigureReport.number(Double(tracks))) tracks" }

    func measure(_ bench: Bench) async throws -> [Figure] {
        let host = try await bench.generatedHost(of: tracks)
        defer { host.remove() }
        var start = Samples()
        for _ in 0..<bench.options.runs(9, quick: 3) {
            let daemon = try await host.start()
            start.add(milliseconds: daemon.startTime)
            daemon.stop()
        }
        let daemon = try await host.start()
        defer { daemon.stop() }
        let runs = bench.options.runs(300, quick: 60)
        let all = FigureReport.number(Double(tracks))
        var figures = [Figure("daemon start, \(all) tracks", start, "ms", aim: .atMost(aims.start))]
        let alone = try await pages(daemon.client, runs)
        figures += alone.figures("page of 50 anywhere in \(all) tracks", aim: .atMost(aims.page))
        for (kind, word) in Self.searches {
            figures += try await searches(word, daemon.client, runs)
                .figures("search for a \(kind) word in \(all) tracks", aim: .atMost(aims.search))
        }
        var memory = Samples()
        memory.add(try ProcessMemory(daemon.process).resident)
        figures.append(Figure("memory with \(all) tracks, resident", memory, "MB", aim: .atMost(aims.memory)))
        return figures + (try await besideSleeper(host, daemon.client, runs, all))
    }

    private static let searches = [
        ("rare", CatalogGenerator.rareWord), ("common", CatalogGenerator.commonWord),
        ("misspelt", CatalogGenerator.misspeltWord),
    ]

    private static let sections: [ContentSection] = [
        .tracks, .albums, .albumsByArtist, .albumsByYear, .artists, .tracks,
    ]

    /// Pages anywhere in the long lists, by turns.
    private func pages(_ client: OnCueConnection, _ runs: Int) async throws -> Samples {
        var lists: [(place: String, total: Int)] = []
        for section in Self.sections {
            let place = section.identifier.description
            lists.append((place, try await client.children(of: place, offset: 0, limit: 1).total))
        }
        var random = SplitMix64(seed: 3)
        var turn = 0
        return try await Samples.times(runs) {
            let list = lists[turn % lists.count]
            turn += 1
            let offset = Int.random(in: 0...(list.total - Self.pageSize), using: &random)
            let page = try await client.children(of: list.place, offset: offset, limit: Self.pageSize)
            guard page.items.count == Self.pageSize else { throw BenchError("a page has \(page.items.count) items") }
        }
    }

    private func searches(_ word: String, _ client: OnCueConnection, _ runs: Int) async throws -> Samples {
        try await Samples.times(runs) {
            let page = try await client.search(word, offset: 0, limit: Self.pageSize)
            guard !page.items.isEmpty else { throw BenchError("a search for \(word) finds nothing") }
        }
    }

    /// The same while a provider never answers and an eager client keeps asking it, beside the same while that client
    /// asks for a branch that is at hand. Both are measured by turns, so that a change of the machine's own speed does
    /// not count.
    private func besideSleeper(
        _ host: Host, _ client: OnCueConnection, _ runs: Int, _ all: String
    ) async throws -> [Figure] {
        let sleeper = try await SleepingProvider(on: host.bus)
        var (pages, searches) = (Pairs(), Pairs())
        for _ in 0..<4 {
            for isAsleep in [false, true] {
                if isAsleep { try await sleeper.register(with: client) }
                let eager = await EagerClient(client, asking: isAsleep ? SleepingProvider.branch : "Radio")
                pages.add(try await self.pages(client, runs / 4), isAsleep: isAsleep)
                searches.add(try await self.searches(CatalogGenerator.rareWord, client, runs / 4), isAsleep: isAsleep)
                await eager.stop()
                if isAsleep { try await sleeper.remove(from: client) }
            }
        }
        let beside = "beside a provider that sleeps, ratio"
        return [
            Figure("page of \(all) tracks \(beside)", pages.ratio, "times", aim: .atMost(1.1)),
            Figure("search of \(all) tracks \(beside)", searches.ratio, "times", aim: .atMost(1.1)),
        ]
    }

    /// Times without and with something, and how their medians compare.
    private struct Pairs {
        private var without = Samples()
        private var with = Samples()

        mutating func add(_ samples: Samples, isAsleep: Bool) {
            if isAsleep { with.add(samples) } else { without.add(samples) }
        }

        var ratio: Samples {
            var ratio = Samples()
            if let with = with.median, let without = without.median { ratio.add(with / without) }
            return ratio
        }
    }
}
