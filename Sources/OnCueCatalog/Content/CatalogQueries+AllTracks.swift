// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueInterface
internal import SQLite

extension CatalogQueries {
    /// Returns a page of all tracks, in the order of their rows.
    ///
    /// - Parameter start: The first row that may be on the page.
    func libraryTracks(from start: UInt64, limit: Int) throws(SQLiteError) -> LibraryTrackPage {
        // The identity of an album that has one of MusicBrainz, as AlbumRecord writes it.
        let statement = try connection.cached(
            """
            SELECT t.id, t.key, f.path, t.name, t.title, t.artists, t.album_artists, a.title, t.composers, t.genres,
                t.number, t.disc, t.date, t.duration, t.part_start, t.modified, t.added, t.sample_rate, t.channels,
                t.recording, CASE WHEN substr(a.identity, 1, 8) = 'release' || char(31) THEN substr(a.identity, 9) END
            FROM tracks t JOIN folders f ON f.id = t.folder_id LEFT JOIN albums a ON a.id = t.album_id
            WHERE t.id >= ? ORDER BY t.id LIMIT ?
            """)
        statement.bind(1, Int64(clamping: start))
        statement.bind(2, limit + 1)
        let rows = try statement.all { row in (row.integer(0), Self.libraryTrack(row)) }
        return LibraryTrackPage(
            revision: try revision(), next: rows.count > limit ? rows.last.map { UInt64(max(0, $0.0)) } : nil,
            tracks: rows.prefix(limit).map(\.1))
    }

    private static func libraryTrack(_ row: Statement) -> LibraryTrack {
        var track = LibraryTrack(
            StableKey(number: row.integer(1)).identifier(.track), at: location(row, folder: 2, name: 3),
            title: row.text(4))
        track.artists = TextList.divided(row.optionalText(5))
        track.albumArtists = TextList.divided(row.optionalText(6))
        track.album = row.optionalText(7)
        track.composers = TextList.divided(row.optionalText(8))
        track.genres = TextList.divided(row.optionalText(9))
        (track.trackNumber, track.discNumber) = (row.optionalInt(10), row.optionalInt(11))
        track.date = row.optionalText(12)
        track.duration = row.optionalInteger(13).map { .microseconds($0) }
        track.start = row.optionalInteger(14).map { .microseconds($0) }
        (track.modified, track.added) = (row.integer(15) / 1_000_000_000, row.integer(16))
        (track.sampleRate, track.channelCount) = (row.optionalInt(17), row.optionalInt(18))
        (track.recording, track.release) = (row.optionalText(19), row.optionalText(20))
        return track
    }
}
