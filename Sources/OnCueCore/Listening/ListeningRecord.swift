// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The stored listening history of one item.
package struct ListeningRecord: Sendable, Equatable {
    /// The number of plays: to the end, for at least half, or for four minutes.
    package var playCount: Int
    /// The number of skips in its first half.
    package var skipCount: Int
    /// Seconds since 1970.
    package var lastPlayed: Int64?
    /// The position where a long item was left; `nil` if it begins at its beginning.
    package var position: Duration?
    package var isFavourite: Bool
    /// Never true of a favourite.
    package var isDisliked: Bool
    /// The user's own rating; `nil` without one.
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
