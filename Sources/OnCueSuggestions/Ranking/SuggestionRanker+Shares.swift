// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension SuggestionRanker {
    /// Returns the probability of each of some items at a moment; 0 for one that was not played lately.
    ///
    /// - Complexity: O(observations + items), and nothing without a history.
    package func shares(of wanted: [String], at moment: Moment) -> [Double] {
        let numbers = wanted.map { items.number(knownFor: $0) }
        guard observations.count > 0, numbers.contains(where: { $0 != nil }) else {
            return [Double](repeating: 0, count: wanted.count)
        }
        let attention = Attention(self, at: moment)
        return numbers.map { number in number.map { attention.probability(of: $0) } ?? 0 }
    }
}
