// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The main reason for a suggestion.
package enum SuggestionCause: Sendable, Equatable, Codable {
    /// The least number of occurrences that is mentioned to the user.
    static let fewest = 3

    /// It was played recently: `plays` times within seven days.
    case lately(plays: Int)
    /// It followed the last played item: `times` of the `of` times that any item did.
    case after(String, times: Int, of: Int)
    /// It was played last, and may be unfinished.
    case resume(isOpen: Bool)
    /// It is usual in the present circumstances.
    case habit(Habit)
    /// It was nominated, without any history.
    case nominated(Nomination.Ground)
    /// It was played too long ago for any other details.
    case longAgo

    /// Circumstances that repeat.
    package struct Habit: Sendable, Equatable, Codable {
        /// The relevant circumstances: the hour, the kind of day or the weekday, place, trigger and device.
        package var facets: [Facet]
        /// The number of remembered sessions in such circumstances that began with the item, and the number of all of
        /// them.
        package var times: Int
        package var of: Int

        package init(_ facets: [Facet], times: Int, of: Int) {
            self.facets = facets
            self.times = times
            self.of = of
        }

        /// Whether it happened at least half of the time, and often enough to be called usual.
        package var isUsual: Bool { of >= SuggestionCause.fewest && times > 1 && 2 * times >= of }
    }
}
