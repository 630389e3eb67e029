// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// A track of the catalog with its mirrored listening history.
struct ListenedTrack: Sendable {
    var key: Int64
    var title: String
    var listening: TrackListening
}

/// The listening history of a track as mirrored in the catalog.
struct TrackListening: Sendable, Equatable {
    var playCount: Int64 = 0
    var skipCount: Int64 = 0
    /// Seconds since 1970.
    var lastPlayed: Int64?
    /// In microseconds.
    var position: Int64?
    var isFavourite = false

    init() {}

    /// Reads five columns: play count, skip count, last played, position, favourite.
    init(_ row: Statement, from column: Int32) {
        playCount = row.integer(column)
        skipCount = row.integer(column + 1)
        lastPlayed = row.optionalInteger(column + 2)
        position = row.optionalInteger(column + 3)
        isFavourite = row.integer(column + 4) != 0
    }

    /// Binds the same five.
    func bind(_ statement: Statement, from parameter: Int32) {
        statement.bind(parameter, playCount)
        statement.bind(parameter + 1, skipCount)
        statement.bind(parameter + 2, lastPlayed)
        statement.bind(parameter + 3, position)
        statement.bind(parameter + 4, isFavourite)
    }
}
