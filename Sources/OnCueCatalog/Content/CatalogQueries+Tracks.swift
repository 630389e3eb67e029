// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// The playable items below a place, up to a limit.
extension CatalogQueries {
    /// Returns the rows of tracks at or below a node, in playing order, each once and at most `limit`.
    ///
    /// Reads no more than that, however large the node is.
    func trackRows(under node: CatalogNode, limit: Int) throws(SQLiteError) -> [Int64] {
        var collected = TrackCollection(limit: limit)
        try collect(node, into: &collected)
        return collected.rows
    }

    /// Returns the rows of all tracks from one on, in the order of the section of tracks.
    func trackRows(from track: Int64, limit: Int) throws(SQLiteError) -> [Int64] {
        let statement = try connection.cached(
            """
            SELECT id FROM tracks WHERE (sort, id) >= (SELECT sort, id FROM tracks WHERE id = ?)
            ORDER BY sort, id LIMIT ?
            """)
        statement.bind(1, track)
        statement.bind(2, limit)
        return try statement.all { $0.integer(0) }
    }

    private struct TrackCollection {
        let limit: Int
        var rows: [Int64] = []
        private var seen: Set<Int64> = []

        init(limit: Int) {
            self.limit = limit
        }

        /// The number of tracks still wanted.
        var room: Int { limit - rows.count }

        mutating func append(_ new: [Int64]) {
            for row in new where room > 0 && seen.insert(row).inserted { rows.append(row) }
        }
    }

    private func collect(_ node: CatalogNode, into collected: inout TrackCollection) throws(SQLiteError) {
        switch node {
        case .root, .section(.tracks):
            collected.append(try rows("SELECT id FROM tracks ORDER BY sort, id LIMIT ?", [], collected))
        case .track(let id): collected.append([id])
        case .album(let id):
            collected.append(
                try rows(
                    "SELECT id FROM tracks WHERE album_id = ? ORDER BY position, sort, name, id LIMIT ?", [id],
                    collected))
        case .artist(let id): try collect(artist: id, into: &collected)
        case .genre(let id): try collect(genre: id, into: &collected)
        case .composer(let id): try collect(composer: id, into: &collected)
        case .section, .folder: try collectChildren(of: node, into: &collected)
        }
    }

    private static let pageLength = 500

    private func collectChildren(
        of node: CatalogNode, into collected: inout TrackCollection
    ) throws(SQLiteError) {
        var offset = 0
        while collected.room > 0 {
            let page = try children(node, offset: offset, limit: Self.pageLength)
            for child in page where collected.room > 0 { try collect(child, into: &collected) }
            if page.count < Self.pageLength { return }
            offset += page.count
        }
    }

    /// Collects whole albums of the artist, and from albums of others only the tracks by this artist.
    private func collect(artist: Int64, into collected: inout TrackCollection) throws(SQLiteError) {
        let albums = try connection.cached(
            "SELECT album_id, is_whole FROM artist_albums WHERE artist_id = ? ORDER BY year, sort, album_id LIMIT ?")
        albums.bind(1, artist)
        albums.bind(2, collected.room)
        for (album, isWhole) in try albums.all({ ($0.integer(0), $0.integer(1) != 0) }) where collected.room > 0 {
            if isWhole {
                try collect(.album(album), into: &collected)
            } else {
                collected.append(
                    try rows(
                        """
                        SELECT t.id FROM tracks t WHERE t.album_id = ? AND EXISTS
                            (SELECT 1 FROM track_artists c WHERE c.track_id = t.id AND c.artist_id = ?)
                        ORDER BY t.position, t.sort, t.name, t.id LIMIT ?
                        """, [album, artist], collected))
            }
        }
        collected.append(
            try rows(
                "SELECT track_id FROM artist_singles WHERE artist_id = ? ORDER BY sort, track_id LIMIT ?", [artist],
                collected))
    }

    /// Collects the tracks of this genre from each album.
    private func collect(genre: Int64, into collected: inout TrackCollection) throws(SQLiteError) {
        for album in try rows(
            "SELECT album_id FROM genre_albums WHERE genre_id = ? ORDER BY sort, album_id LIMIT ?", [genre], collected)
        where collected.room > 0 {
            collected.append(
                try rows(
                    """
                    SELECT t.id FROM tracks t WHERE t.album_id = ? AND EXISTS
                        (SELECT 1 FROM track_genres g WHERE g.track_id = t.id AND g.genre_id = ?)
                    ORDER BY t.position, t.sort, t.name, t.id LIMIT ?
                    """, [album, genre], collected))
        }
        collected.append(
            try rows(
                "SELECT track_id FROM genre_singles WHERE genre_id = ? ORDER BY sort, track_id LIMIT ?", [genre],
                collected))
    }

    /// Collects the tracks by this composer from each album.
    private func collect(composer: Int64, into collected: inout TrackCollection) throws(SQLiteError) {
        for album in try rows(
            "SELECT album_id FROM composer_albums WHERE composer_id = ? ORDER BY sort, album_id LIMIT ?", [composer],
            collected)
        where collected.room > 0 {
            collected.append(
                try rows(
                    """
                    SELECT t.id FROM tracks t WHERE t.album_id = ? AND EXISTS
                        (SELECT 1 FROM track_composers c WHERE c.track_id = t.id AND c.composer_id = ?)
                    ORDER BY t.position, t.sort, t.name, t.id LIMIT ?
                    """, [album, composer], collected))
        }
        collected.append(
            try rows(
                "SELECT track_id FROM composer_singles WHERE composer_id = ? ORDER BY sort, track_id LIMIT ?",
                [composer], collected))
    }

    private func rows(
        _ sql: StaticString, _ values: [Int64], _ collected: TrackCollection
    ) throws(SQLiteError) -> [Int64] {
        let statement = try connection.cached(sql)
        var parameter: Int32 = 1
        for value in values + [Int64(collected.room)] {
            statement.bind(parameter, value)
            parameter += 1
        }
        return try statement.all { $0.integer(0) }
    }
}
