// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// The preference for items that end before the arrival.
package enum TripFit {
    /// Returns the increase of the logarithm of the probability for an item with this much remaining: up to 1 if it
    /// fills the trip; 0 if it is longer than the trip, or shorter than a quarter of it.
    package static func bonus(_ remaining: Duration, in trip: Duration) -> Double {
        remaining <= trip && remaining * 4 >= trip ? 0.5 + 0.5 * (remaining / trip) : 0
    }
}

/// The order of suggestions when more than habits counts.
package enum BonusOrder {
    /// The probability of an item that was never played.
    private static let leastShare = 1e-3

    /// Returns the order of suggestions, as numbers from 0. Pinned ones stay at the front.
    ///
    /// - Parameter suggestions: The suggestions in the order of the ranker, each with its probability, and the increase
    ///   of its logarithm.
    package static func order(_ suggestions: [(isPinned: Bool, probability: Double, bonus: Double)]) -> [Int] {
        var last = 0.0
        let weights = suggestions.map { suggestion in
            // Nominations may come before habits; only a bonus changes that.
            last = min(last, log(max(leastShare, suggestion.probability)))
            return last + suggestion.bonus
        }
        return suggestions.indices.sorted { one, other in
            let (first, second) = (suggestions[one].isPinned, suggestions[other].isPinned)
            if first != second { return first }
            if first || weights[one] == weights[other] { return one < other }
            return weights[one] > weights[other]
        }
    }
}
