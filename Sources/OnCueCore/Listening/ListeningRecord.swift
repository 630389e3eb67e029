// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The stored listening history of one item.
package struct ListeningRecord: Sendable, Equatable {
    /// The number of plays: to the end, or for at least half or four minutes.
    package var playCount: Int
    /// The number of skips in the first half.
    package var skipCount: Int
    /// Seconds since 1970.
    package var lastPlayed: Int64?
    /// The position at which a long item was left; `nil` if it starts from the beginning.
    package var position: Duration?
    package var isFavourite: Bool
    /// Whether the item is disliked; never true of a favourite.
    package var isDisliked: Bool
    /// The user's own rating, or `nil` if there is none.
    package var stars: Stars?

    package init(
        playCount: Int = 0, skipCount: Int = 0, lastPlayed: Int64? = nil, position: Duration? = nil,
        isFavourite: Bool = false, isDisliked: Bool = false, stars: Stars? = nil
    ) {
        self.playCount = playCount
        self.skipCount = skipCount
        self.lastPlayed = lastPlayed
        self.position = position
        self.isFavourite = isFavourite
        self.isDisliked = isDisliked
        self.stars = stars
    }
}
