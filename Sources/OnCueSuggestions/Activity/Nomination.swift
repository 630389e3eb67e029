// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An item that somebody names as a candidate for a reason of its own, whether or not it was ever played.
package struct Nomination: Sendable, Equatable {
    /// Why it is named. The order is that in which they follow each other where there is no habit to go by.
    ///
    /// The raw values are written into files and stay what they are; the order is that of precedence.
    package enum Ground: String, Sendable, CaseIterable, Comparable, Codable {
        /// The person wants it to be suggested first.
        case pinned
        /// The person has pinned it in the program that it comes from.
        case pinnedElsewhere
        /// It was left in its midst.
        case unfinished
        /// A new part of something that the person follows.
        case newEpisode
        /// It came into the library lately.
        case recentlyAdded
        /// It was played often, as is known from before there was a journal.
        case mostPlayed

        package static func < (left: Self, right: Self) -> Bool { left.precedence < right.precedence }

        private var precedence: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }
    }

    package var item: String
    package var ground: Ground

    package init(_ item: String, _ ground: Ground) {
        self.item = item
        self.ground = ground
    }
}
