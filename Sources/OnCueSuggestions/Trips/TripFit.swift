// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// The order of suggestions for a trip whose length is known: what ends before the arrival is preferred.
package enum TripFit {
    /// By how much the logarithm of the probability grows for what fills the trip as a whole.
    private static let bonus = 1.0
    /// That of what was never played.
    private static let leastShare = 1e-3

    /// Returns whether something that still takes so long ends before the arrival, and is worth a mention: it takes at
    /// least a quarter of the trip.
    package static func fits(_ remaining: Duration, in trip: Duration) -> Bool {
        remaining <= trip && remaining * 4 >= trip
    }

    /// Returns the order of suggestions, as numbers from 0.
    ///
    /// - Parameters:
    ///   - suggestions: In the order of the ranker: whether each is pinned, its probability, and how long it still takes;
    ///     `nil` for what can be left at any time, such as music.
    ///   - trip: How long it is until the arrival.
    package static func order(
        _ suggestions: [(isPinned: Bool, probability: Double, remaining: Duration?)], for trip: Duration
    ) -> [Int] {
        var last = 0.0
        let weights = suggestions.map { suggestion in
            // Nominations may come before habits; nothing changes that but the trip.
            last = min(last, log(max(leastShare, suggestion.probability)))
            guard let remaining = suggestion.remaining, fits(remaining, in: trip) else { return last }
            return last + bonus * (0.5 + 0.5 * (remaining / trip))
        }
        return suggestions.indices.sorted { one, other in
            let (first, second) = (suggestions[one].isPinned, suggestions[other].isPinned)
            if first != second { return first }
            if first || weights[one] == weights[other] { return one < other }
            return weights[one] > weights[other]
        }
    }
}
