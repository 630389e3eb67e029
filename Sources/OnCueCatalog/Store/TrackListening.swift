// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import SQLite

/// A track of the catalog with its mirrored listening history.
package struct ListenedTrack: Sendable {
    package var key: Int64
    package var title: String
    package var listening: TrackListening
}

/// The listening history of a track as mirrored in the catalog.
package struct TrackListening: Sendable, Equatable {
    package var playCount: Int64 = 0
    package var skipCount: Int64 = 0
    /// Seconds since 1970.
    package var lastPlayed: Int64?
    /// In microseconds.
    package var position: Int64?
    package var isFavourite = false
    /// The user's rating in half stars, or `nil` if there is none.
    package var stars: Int64?

    package init() {}

    /// Reads six columns: play count, skip count, last played, position, favourite, stars.
    package init(_ row: Statement, from column: Int32) {
        playCount = row.integer(column)
        skipCount = row.integer(column + 1)
        lastPlayed = row.optionalInteger(column + 2)
        position = row.optionalInteger(column + 3)
        isFavourite = row.integer(column + 4) != 0
        stars = row.optionalInteger(column + 5)
    }

    /// Binds the same six values.
    package func bind(_ statement: Statement, from parameter: Int32) {
        statement.bind(parameter, playCount)
        statement.bind(parameter + 1, skipCount)
        statement.bind(parameter + 2, lastPlayed)
        statement.bind(parameter + 3, position)
        statement.bind(parameter + 4, isFavourite)
        statement.bind(parameter + 5, stars)
    }
}
