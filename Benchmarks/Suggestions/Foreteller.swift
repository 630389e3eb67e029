// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueSuggestions

/// Something that foretells what a session begins with.
protocol Foreteller {
    var name: String { get }
    /// At most ten items, best first.
    func items(at moment: Moment) -> [Int]
    /// Takes in a session that came.
    mutating func learn(_ session: ListeningHistory.Session)
}

/// The ranker of OnCue.
struct RankerForeteller: Foreteller {
    let name = "OnCue"
    private var ranker = SuggestionRanker()

    func items(at moment: Moment) -> [Int] {
        ranker.suggestions(SuggestionRequest(at: moment)).compactMap { Int($0.item) }
    }

    mutating func learn(_ session: ListeningHistory.Session) {
        for (index, play) in session.plays.enumerated() {
            ranker.record(
                Donation(
                    .played, String(play.item), at: play.moment, isOpen: play.isOpen,
                    choice: index == 0 ? session.moment : nil))
        }
    }
}

/// Ranks items by one number each: what is simple and hard to beat.
struct SimpleForeteller: Foreteller {
    enum Rule: String, CaseIterable {
        case mostRecent = "most recently played"
        case mostFrequent = "most frequently played"
        /// Plays that count half as much after a day.
        case frecency
    }

    private let rule: Rule
    private var scores: [Int: (score: Double, last: Int)] = [:]
    private var plays = 0
    private var start: Double?

    var name: String { rule.rawValue }

    init(_ rule: Rule) {
        self.rule = rule
    }

    func items(at moment: Moment) -> [Int] {
        scores.sorted { ($0.value.score, $0.value.last) > ($1.value.score, $1.value.last) }.prefix(10).map(\.key)
    }

    mutating func learn(_ session: ListeningHistory.Session) {
        for play in session.plays {
            plays += 1
            let old = scores[play.item]?.score ?? 0
            let time = play.moment.time
            start = start ?? time
            scores[play.item] =
                switch rule {
                case .mostRecent: (Double(plays), plays)
                case .mostFrequent: (old + 1, plays)
                // The logarithm of a sum whose parts grow with the time instead of fading with it.
                case .frecency: (Self.sum(scores[play.item]?.score, (time - (start ?? 0)) / 86_400), plays)
                }
        }
    }

    /// log2(2^left + 2^right)
    private static func sum(_ left: Double?, _ right: Double) -> Double {
        guard let left else { return right }
        let (low, high) = (min(left, right), max(left, right))
        return high + log2(1 + exp2(low - high))
    }
}
