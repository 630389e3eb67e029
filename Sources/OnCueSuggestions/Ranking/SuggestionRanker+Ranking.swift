// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension SuggestionRanker {
    /// Returns the most likely items, best first, each once.
    ///
    /// Reminders come first, then items that are relevant now, pinned ones, and those that belong to the place; then
    /// those in memory, by probability; then the other nominations by their ground and in their order; finally the
    /// items played before those in memory, latest first. Of the nominations, items dismissed less than half a day ago
    /// are left out, except for reminders and pinned ones. Without a history there are only nominations, each marked as
    /// having no habit.
    ///
    /// The same donations and the same request give the same answer.
    /// - Complexity: O(observations + items + nominations) and a little for each suggestion.
    package func suggestions(_ request: SuggestionRequest) -> [Suggestion] {
        var answer = SuggestionAnswer(request, resting: rest.items(at: request.moment.time))
        for ground in Self.leading { answer.add(nominations: ground) }
        addHabits(to: &answer)
        for ground in Nomination.Ground.allCases where !Self.leading.contains(ground) {
            answer.add(nominations: ground)
        }
        addOldItems(to: &answer)
        return answer.suggestions
    }

    /// The grounds with precedence over every habit.
    private static let leading: [Nomination.Ground] = [.reminded, .relevant, .pinned, .belongsHere]

    private func addHabits(to answer: inout SuggestionAnswer) {
        guard !answer.isFull, observations.count > 0 else { return }
        let attention = Attention(self, at: answer.request.moment)
        var best = BestItems(limit: answer.missing)
        for item in attention.candidates {
            let mass = attention.masses[Int(item)]
            guard mass > 0, best.takes(mass, lastPlays[Int(item)]), answer.accepts(items.names[Int(item)]) else {
                continue
            }
            best.insert(item, mass, lastPlays[Int(item)])
        }
        let explanation = Explanation(self, attention, of: best.items, at: answer.request.moment)
        for (index, item) in best.items.enumerated() {
            answer.add(
                Suggestion(
                    items.names[Int(item)], probability: attention.probability(of: item),
                    cause: explanation.cause(index), reasons: explanation.reasons(index)))
        }
    }

    private func addOldItems(to answer: inout SuggestionAnswer) {
        guard !answer.isFull else { return }
        // Items dismissed here are in memory, so they are not among these.
        var isRemembered = [Bool](repeating: false, count: items.count)
        observations.visit { observation in isRemembered[Int(observation.item)] = true }
        var best = BestItems(limit: answer.missing)
        for number in lastPlays.indices where !isRemembered[number] && best.takes(0, lastPlays[number]) {
            guard answer.accepts(items.names[number]) else { continue }
            best.insert(Int32(number), 0, lastPlays[number])
        }
        for item in best.items {
            answer.add(Suggestion(items.names[Int(item)], probability: 0, cause: .longAgo))
        }
    }
}

/// The suggestions so far, and the limits for more.
private struct SuggestionAnswer {
    let request: SuggestionRequest
    private(set) var suggestions: [Suggestion] = []
    private var known: Set<String> = []
    private let resting: Set<String>

    init(_ request: SuggestionRequest, resting: Set<String>) {
        self.request = request
        self.resting = resting
    }

    var missing: Int { max(0, request.limit - suggestions.count) }
    var isFull: Bool { missing == 0 }

    func accepts(_ item: String) -> Bool { !known.contains(item) && !request.isExcluded(item) }

    mutating func add(_ suggestion: Suggestion) {
        known.insert(suggestion.item)
        suggestions.append(suggestion)
    }

    mutating func add(nominations ground: Nomination.Ground) {
        // By index, so that thousands of skipped items are not retained.
        for index in request.nominations.indices where request.nominations[index].ground == ground {
            guard !isFull else { return }
            let item = request.nominations[index].item
            guard accepts(item), ground == .pinned || ground == .reminded || !resting.contains(item) else { continue }
            add(Suggestion(item, probability: 0, cause: .nominated(ground)))
        }
    }
}
