// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueSuggestions

/// How well suggestions foretell what real listeners begin with, beside simple rules, and how long ranking takes.
struct SuggestionQuality: Measurement {
    let name = "suggestions"
    let summary = "suggestions for the sessions of two listeners, and their cost"

    /// What the reference of the algorithm reaches: hit rates at 1 and 3, and the mean reciprocal rank.
    private static func aims(_ level: ListeningHistory.Level) -> [Double] {
        level == .artists ? [0.213, 0.349, 0.301] : [0.137, 0.192, 0.181]
    }

    func measure(_ bench: Bench) async throws -> [Figure] {
        let table = try Self.table(bench)
        var figures: [Figure] = []
        for level in ListeningHistory.Level.allCases {
            let histories = try ListeningHistory.reported(table, level)
            figures += rates(histories, RankerForeteller(), level, Self.aims(level))
            for rule in SimpleForeteller.Rule.allCases {
                figures += rates(histories, SimpleForeteller(rule), level, [])
            }
        }
        return figures + cost(bench)
    }

    /// The unpacked table of plays.
    private static func table(_ bench: Bench) throws(BenchError) -> String {
        guard let gzip = Files.program("gzip") else { throw BenchError("gzip is not there; install it") }
        let path = bench.sandbox.newPath("listening")
        defer { Files.remove(path) }
        try ChildProgram(
            [gzip, "-dc", bench.options.root + "/Benchmarks/Data/listening.csv.gz"], output: .file(path),
            in: bench.sandbox
        ).run()
        return try Files.text(path)
    }

    private func rates(
        _ histories: [ListeningHistory], _ foreteller: some Foreteller, _ level: ListeningHistory.Level,
        _ aims: [Double]
    ) -> [Figure] {
        var rates = HitRates()
        for history in histories { rates.add(history, foreteller) }
        let label = "\(level), \(foreteller.name): "
        func figure(_ text: String, _ value: Double, _ aim: Double?) -> Figure {
            var samples = Samples()
            // Of a thousand sessions the last digit is one.
            samples.add((value * 1_000).rounded() / 1_000)
            return Figure(label + text, samples, "", aim: aim.map { .atLeast($0) })
        }
        return HitRates.depths.enumerated().map { index, depth in
            figure("HR@\(depth)", rates.rate(depth), index < 2 ? aims.dropFirst(index).first : nil)
        } + [figure("MRR@10", rates.meanReciprocal, aims.last)]
    }

    // MARK: Cost

    /// With 10,000 items known and 10,000 nominated.
    private func cost(_ bench: Bench) -> [Figure] {
        var generator = SplitMix64(seed: 1)
        var ranker = SuggestionRanker()
        for number in 0..<SuggestionRanker.itemLimit { ranker.record(Self.donation(number, "item \(number)")) }
        let nominations = (0..<10_000).map { Nomination("new item \($0)", .recentlyAdded) }
        var (ranking, donating, choosing) = (Samples(), Samples(), Samples())
        for run in 0..<bench.options.runs(1_000, quick: 100) {
            let number = SuggestionRanker.itemLimit + run
            let donation = Self.donation(number, "item \(Int.random(in: 0..<10_000, using: &generator))")
            let request = SuggestionRequest(at: donation.moment, nominations: nominations)
            ranking.add(milliseconds: ContinuousClock().measure { _ = ranker.suggestions(request) })
            let time = ContinuousClock().measure { ranker.record(donation) }
            if donation.choice == nil { donating.add(milliseconds: time) } else { choosing.add(milliseconds: time) }
        }
        return Self.figures("ranking 10,000 known and 10,000 named items", ranking, aim: 1)
            + Self.figures("a donation", donating, aim: 0.1)
            + Self.figures("a donation that is a choice", choosing, aim: 0.1)
    }

    private static func figures(_ name: String, _ samples: Samples, aim: Double) -> [Figure] {
        [
            Figure(name, samples, "ms", aim: .atMost(aim)),
            Figure(name + ", 99th percentile", samples, "ms", quantile: 0.99, aim: .atMost(aim)),
        ]
    }

    /// Every fifth one begins a session.
    private static func donation(_ number: Int, _ item: String) -> Donation {
        let hours = Double(number) * 1.5
        let moment = Moment(
            time: hours * 3_600, hour: hours, weekday: Int(hours / 24), place: "place \(number % 3)",
            device: "device \(number % 4)")
        return Donation(.played, item, at: moment, choice: number % 5 == 0 ? moment : nil)
    }
}
