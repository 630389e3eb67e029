// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What mainly speaks for a suggestion.
package enum SuggestionCause: Sendable, Equatable, Codable {
    /// So many times something must be remembered before it is counted to the person.
    static let fewest = 3

    /// It was played lately: so often within seven days.
    case lately(plays: Int)
    /// It followed an item, which was played last: so often, of how many times that anything did.
    case after(String, times: Int, of: Int)
    /// It was played last, and was left unfinished or not.
    case resume(isOpen: Bool)
    /// It is what is usual in such circumstances.
    case habit(Habit)
    /// Somebody names it; nothing is known of it.
    case nominated(Nomination.Ground)
    /// It was played so long ago that no more is known.
    case longAgo

    /// Circumstances that repeat.
    package struct Habit: Sendable, Equatable, Codable {
        /// What of the circumstances counts: the hour, the kind of day or the weekday, place, trigger and device.
        package var facets: [Facet]
        /// How many sessions that began in such circumstances began with the item, of how many that are remembered.
        package var times: Int
        package var of: Int

        package init(_ facets: [Facet], times: Int, of: Int) {
            self.facets = facets
            self.times = times
            self.of = of
        }

        /// Whether it was so at least half of the time, and often enough to say so.
        package var isUsual: Bool { of >= SuggestionCause.fewest && times > 1 && 2 * times >= of }
    }
}
