// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension SuggestionRanker {
    /// The initial size of a step.
    private static let rate = 0.2

    /// Adjusts the weights so that the item chosen at a moment would have received more attention: one step uphill on
    /// the logarithm of its probability, shorter for facets that have moved more already (AdaGrad).
    ///
    /// An item without an observation teaches nothing.
    /// - Complexity: O(observations).
    mutating func learn(from item: String, at moment: Moment) {
        guard let number = items.number(knownFor: item) else { return }
        let attention = Attention(self, at: moment)
        let means = attention.means(of: [number])
        guard let chosen = means.items[0] else { return }
        let slope = chosen - means.all
        squares += slope * slope
        weights += Self.rate * slope / squares.squareRoot()
    }
}
