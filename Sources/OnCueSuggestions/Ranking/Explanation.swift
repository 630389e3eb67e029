// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The reasons for suggestions: the similarity of items' observations to the moment in each facet, by the weight of the
/// facet.
struct Explanation {
    private let ranker: SuggestionRanker
    private let moment: Moment
    private let items: [Int32]
    /// For each item, the difference between its observations and all others, weighted by attention: the difference
    /// that the ranker learns from, so that a reason cannot contradict the ranking.
    private let parts: [FacetVector]
    /// For each item, the difference between its observations and all in memory, which shows the peculiarity of the
    /// moment.
    private let occasions: [FacetVector]

    /// The least weight at which a circumstance is named.
    private static let leastContext = 0.3
    /// The least share of the other items; below it, nothing can distinguish the item.
    private static let leastOthers = 1e-3
    private static let week = 7.0 * 86_400

    init(_ ranker: SuggestionRanker, _ attention: Attention, of items: [Int32], at moment: Moment) {
        self.ranker = ranker
        self.moment = moment
        self.items = items
        let means = attention.means(of: items)
        parts = zip(items, means.items).map { item, mean in
            // The average of all includes the item itself, which would hide its differences.
            let others = max(Self.leastOthers, 1 - attention.probability(of: item))
            return mean.map { ranker.weights * ($0 - means.all) / others } ?? .zero
        }
        let plain = attention.plainMean
        occasions = means.items.map { mean in mean.map { ranker.weights * ($0 - plain) } ?? .zero }
    }

    /// Returns the reasons for and against an item, the strongest in favour first.
    func reasons(_ index: Int) -> [Suggestion.Reason] {
        Facet.allCases.map { Suggestion.Reason($0, parts[index][$0]) }
            .filter { abs($0.weight) >= 0.01 }
            .sorted { ($1.weight, $0.facet.rawValue) < ($0.weight, $1.facet.rawValue) }
    }

    /// Returns the main reason for an item.
    func cause(_ index: Int) -> SuggestionCause {
        let part = parts[index]
        let facets = circumstances(occasions[index])
        let context = facets.reduce(0) { $0 + part[$1] }
        let after = part[.after] + part[.afterTwo] + part[.afterHere]
        let resume = part[.resume] + part[.open] + part[.resumeHere]
        let lately = part[.age] + part[.plays]
        let isLast = items[index] == ranker.last
        if isLast, resume >= Self.leastContext, resume >= max(after, context, lately) {
            return .resume(isOpen: ranker.lastIsOpen)
        }
        let habit = facets.isEmpty ? nil : habit(facets, items[index])
        // An explanation for the present moment should refer to it, if that is informative.
        if let habit, habit.isUsual || context >= max(after, lately) { return .habit(habit) }
        if !isLast, after >= Self.leastContext, after >= lately, let cause = succession(items[index]) { return cause }
        return .lately(plays: playsLately(items[index]))
    }

    // MARK: Circumstances

    /// Returns the circumstances with enough weight to be named. Those of the clock count together.
    private func circumstances(_ part: FacetVector) -> [Facet] {
        let day: Facet = part[.weekday] > part[.dayType] ? .weekday : .dayType
        let clock = [Facet.hour, day].filter { part[$0] >= Self.leastContext / 2 }
        // On a Sunday, the reason should not be a habit of weekday mornings.
        let isOtherDay = part[.dayType] < -0.05
        let isNamed = !isOtherDay && clock.reduce(0) { $0 + part[$1] } >= Self.leastContext
        return (isNamed ? clock : []) + [.device, .trigger, .place].filter { part[$0] >= Self.leastContext }
    }

    /// Counts the sessions that began in such circumstances.
    private func habit(_ facets: [Facet], _ item: Int32) -> SuggestionCause.Habit {
        let likeness = Likeness(ranker, moment)
        var (times, of) = (0, 0)
        ranker.observations.visit { observation in
            guard observation.beganSession else { return }
            guard facets.allSatisfy({ likeness.isAlike(observation, in: $0) }) else { return }
            of += 1
            if observation.item == item { times += 1 }
        }
        return SuggestionCause.Habit(facets, times: times, of: of)
    }

    /// Counts the plays after the last played item; returns `nil` if the item followed it at most once.
    private func succession(_ item: Int32) -> SuggestionCause? {
        guard ranker.last >= 0 else { return nil }
        var (times, of) = (0, 0)
        ranker.observations.visit { observation in
            guard observation.before == ranker.last else { return }
            of += 1
            if observation.item == item { times += 1 }
        }
        return times > 1 ? .after(ranker.items.names[Int(ranker.last)], times: times, of: of) : nil
    }

    private func playsLately(_ item: Int32) -> Int {
        var count = 0
        ranker.observations.visit { observation in
            if observation.item == item, moment.time - observation.time <= Self.week { count += 1 }
        }
        return count
    }
}
