// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A candidate nominated for a reason of its own, whether or not it was ever played.
package struct Nomination: Sendable, Equatable {
    /// The reason for the nomination. The order is that of precedence in the absence of a habit.
    ///
    /// The raw values are stored in files and must not change.
    package enum Ground: String, Sendable, CaseIterable, Comparable, Codable {
        /// The user has asked to be reminded of it now.
        case reminded
        /// The user, or the program that owns the item, has named occasions for it, and this is one.
        case relevant
        /// The user has pinned it.
        case pinned
        /// It belongs to the present location of the machine.
        case belongsHere
        /// The user has pinned it in the program that provides it.
        case pinnedElsewhere
        /// The item was left unfinished.
        case unfinished
        /// A new part of a series that the user follows.
        case newEpisode
        /// The item was recently added to the library.
        case recentlyAdded
        /// The item was played often, according to counts from before the journal.
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
