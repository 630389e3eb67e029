// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How often what came was among the first that were foretold.
struct HitRates {
    private(set) var count = 0
    private var hits: [Int: Int] = [:]
    private var reciprocals = 0.0

    static let depths = [1, 3, 5]

    /// Lets somebody foretell every session of a history but the first.
    mutating func add(_ history: ListeningHistory, _ foreteller: some Foreteller) {
        var foreteller = foreteller
        for (index, session) in history.sessions.enumerated() {
            if index > 0 {
                let place = foreteller.items(at: session.moment).firstIndex(of: session.plays[0].item)
                add(place.map { $0 + 1 })
            }
            foreteller.learn(session)
        }
    }

    private mutating func add(_ rank: Int?) {
        count += 1
        guard let rank, rank <= 10 else { return }
        reciprocals += 1 / Double(rank)
        for depth in Self.depths where rank <= depth { hits[depth, default: 0] += 1 }
    }

    /// The share of sessions that began with one of the first so many.
    func rate(_ depth: Int) -> Double { Double(hits[depth] ?? 0) / Double(max(1, count)) }
    /// The mean of 1 / rank, 0 below the tenth.
    var meanReciprocal: Double { reciprocals / Double(max(1, count)) }
}
