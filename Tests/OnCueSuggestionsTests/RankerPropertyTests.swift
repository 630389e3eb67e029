// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueSuggestions
import OnCueTestSupport
import Testing

@Suite("Any history")
struct RankerPropertyTests {
    /// Donations without sense: times that jump, go back or are no numbers, many kinds, few items.
    private static func history(_ seed: Int, count: Int, items: Int) -> [Donation] {
        var generator = SplitMix64(seed: UInt64(seed))
        return (0..<count).map { _ in
            let kind =
                Int.random(in: 0..<8, using: &generator) == 0
                ? Donation.Kind.allCases.randomElement(using: &generator) : .played
            let moment = moment(&generator)
            return Donation(
                kind ?? .played, "item \(Int.random(in: 0..<items, using: &generator))", at: moment,
                isOpen: Bool.random(using: &generator), choice: Bool.random(using: &generator) ? moment : nil)
        }
    }

    private static func moment(_ generator: inout SplitMix64) -> Moment {
        let times = [0, 1e9, -1e9, 1e300, -1e300, .nan, .infinity, -.infinity, .leastNonzeroMagnitude]
        let time = Bool.random(using: &generator) ? times.randomElement(using: &generator) : nil
        let hours = [-1e-20, 24, -1, 1e18, .nan, 23.999]
        let hour = Bool.random(using: &generator) ? hours.randomElement(using: &generator) : nil
        func name(_ count: Int) -> String? {
            let number = Int.random(in: 0..<count, using: &generator)
            return number == 0 ? nil : "name \(number)"
        }
        return Moment(
            time: time ?? Double.random(in: 0..<1e8, using: &generator),
            hour: hour ?? Double.random(in: 0..<24, using: &generator),
            weekday: [Int.min, Int.max, -1, 0, 3, 6, 7].randomElement(using: &generator) ?? 0, place: name(4),
            trigger: name(3), device: name(5))
    }

    @Test("gives probabilities that are numbers, sum to 1 and fall from first to last", arguments: TestEffort.seeds(20))
    func probabilities(_ seed: Int) {
        var generator = SplitMix64(seed: UInt64(seed))
        let count = [0, 1, 2, 50, 1_500].randomElement(using: &generator) ?? 0
        var ranker = SuggestionRanker()
        for donation in Self.history(seed, count: count, items: 40) {
            ranker.record(donation)
        }

        let moment = Self.moment(&generator)
        let suggestions = ranker.suggestions(SuggestionRequest(at: moment, limit: 1_000))

        let probabilities = suggestions.map(\.probability)
        #expect(probabilities.allSatisfy { $0.isFinite && (0...1).contains($0) })
        #expect(probabilities == probabilities.sorted(by: >))
        let sum = probabilities.reduce(0, +)
        #expect(sum == 0 || abs(sum - 1) < 1e-9, "\(sum)")
        #expect(Set(suggestions.map(\.item)).count == suggestions.count)
        #expect(Facet.allCases.allSatisfy { ranker.weight(of: $0).isFinite })
        for suggestion in suggestions {
            #expect(suggestion.reasons.allSatisfy { $0.weight.isFinite })
            #expect(suggestion.cause.sentence(at: moment).hasSuffix("."))
        }
    }

    @Test("gives the same answer when it is replayed", arguments: TestEffort.seeds(10))
    func replay(_ seed: Int) {
        let history = Self.history(seed, count: 1_300, items: 200)
        var live = SuggestionRanker()
        for (index, donation) in history.enumerated() {
            live.record(donation)
            // Asking changes nothing.
            if index % 50 == 0 { _ = live.items(at: donation.moment) }
        }

        let replayed = SuggestionRanker(replaying: history)

        var generator = SplitMix64(seed: UInt64(seed))
        for _ in 0..<10 {
            let request = SuggestionRequest(at: Self.moment(&generator), limit: 50)
            #expect(live.suggestions(request) == replayed.suggestions(request))
        }
    }

    @Test("is kept in bounded memory, and what was played last stays known")
    func bounds() {
        var ranker = SuggestionRanker(memory: 10)
        let count = 2 * SuggestionRanker.itemLimit + 100
        for number in 0..<count {
            let moment = Moment(
                time: Double(number), hour: 8, weekday: 0, place: "place \(number)", trigger: "trigger \(number)",
                device: "device \(number)")
            ranker.record(Donation("item \(number)", at: moment))
        }

        let items = ranker.items(at: Moment(time: Double(count), hour: 8, weekday: 0), limit: count)

        #expect(items.count <= 2 * SuggestionRanker.itemLimit)
        #expect(items.count >= SuggestionRanker.itemLimit)
        #expect(items.first == "item \(count - 1)")
        #expect(items.dropFirst(10).first == "item \(count - 11)")
    }
}
