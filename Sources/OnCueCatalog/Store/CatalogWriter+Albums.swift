// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

extension CatalogWriter {
    /// Shown where the tracks of an album have several artists and no file names an album artist.
    static let variousArtists = "Various Artists"
    /// Sorts albums without a year behind the others of their artist.
    static let unknownYear = 9999

    /// The number of an album, which is added when new; its counts follow at the end of the batch.
    func albumID(_ album: AlbumRecord) throws(SQLiteError) -> Int64 {
        if let id = albumIDs[album.identity] { return id }
        let query = try connection.cached("SELECT id FROM albums WHERE identity = ?")
        query.bind(1, album.identity)
        let known = try query.first { $0.integer(0) }
        let id = if let known { known } else { try addAlbum(album) }
        albumIDs[album.identity] = id
        return id
    }

    private func addAlbum(_ album: AlbumRecord) throws(SQLiteError) -> Int64 {
        let key = try freeKey(hashing: album.identity.utf8) { () throws(SQLiteError) in
            try connection.cached("SELECT 1 FROM albums WHERE key = ?")
        }
        let statement = try connection.cached("INSERT INTO albums (key, identity, title, sort) VALUES (?, ?, ?, ?)")
        statement.bind(1, key)
        statement.bind(2, album.identity)
        statement.bind(3, album.title)
        statement.bind(4, SortKey.make(folded: album.folded))
        try statement.run()
        let id = connection.lastInsertedRow
        try addToSearch(SearchKind.album.row(id), title: album.folded, detail: "")
        pending.albumCount += 1
        return id
    }

    /// Brings an album in line with its tracks, and removes it when the last one is gone.
    func updateAlbum(_ id: Int64) throws(SQLiteError) {
        let query = try connection.cached("SELECT title, sort, artist FROM albums WHERE id = ?")
        query.bind(1, id)
        let row = try query.first { (title: $0.text(0), sort: $0.text(1), artist: $0.text(2)) }
        guard let row else { return }
        guard let summary = try AlbumSummary(album: id, connection) else {
            return try removeAlbum(id)
        }
        try store(summary, album: id)
        if summary.artistLine != row.artist {
            try removeFromSearch(SearchKind.album.row(id))
            try addToSearch(
                SearchKind.album.row(id), title: TextFolding.fold(row.title),
                detail: TextFolding.fold(summary.artistLine))
        }
        try connectArtists(summary, album: id, sort: row.sort)
        try connectGenres(album: id, sort: row.sort)
    }

    private func store(_ summary: AlbumSummary, album id: Int64) throws(SQLiteError) {
        let statement = try connection.cached(
            """
            UPDATE albums SET artist = ?, year = ?, added = ?, track_count = ?, duration = ?, first_track = ?
            WHERE id = ?
            """)
        statement.bind(1, summary.artistLine)
        statement.bind(2, summary.year)
        statement.bind(3, summary.added)
        statement.bind(4, summary.trackCount)
        statement.bind(5, summary.duration)
        statement.bind(6, summary.firstTrack)
        statement.bind(7, id)
        try statement.run()
    }

    private func removeAlbum(_ id: Int64) throws(SQLiteError) {
        try disconnectArtists(album: id)
        try disconnectGenres(album: id)
        try removeFromSearch(SearchKind.album.row(id))
        let deletion = try connection.cached("DELETE FROM albums WHERE id = ? RETURNING identity")
        deletion.bind(1, id)
        try deletion.eachRow { albumIDs[$0.text(0)] = nil }
        pending.albumCount -= 1
    }

    // MARK: Artists and genres of an album

    /// An album belongs to its album artists as a whole, and to every other artist in it with their tracks.
    private func connectArtists(_ summary: AlbumSummary, album: Int64, sort: String) throws(SQLiteError) {
        var counts: [Int64: (tracks: Int, isWhole: Bool)] = [:]
        for (artist, tracks) in try members(
            of: album,
            connection.cached(
                """
                SELECT c.artist_id, COUNT(*) FROM tracks t CROSS JOIN track_artists c ON c.track_id = t.id
                WHERE t.album_id = ? GROUP BY c.artist_id
                """))
        { counts[artist] = (tracks, false) }
        for name in summary.artists { counts[try artistID(FoldedName(name))] = (summary.trackCount, true) }
        try disconnectArtists(album: album)
        let statement = try connection.cached(
            """
            INSERT INTO artist_albums (artist_id, year, sort, album_id, track_count, is_whole)
            VALUES (?, ?, ?, ?, ?, ?)
            """)
        for (artist, count) in counts {
            statement.bind(1, artist)
            statement.bind(2, summary.year)
            statement.bind(3, sort)
            statement.bind(4, album)
            statement.bind(5, count.tracks)
            statement.bind(6, count.isWhole)
            try statement.run()
            pending.artists.insert(artist)
        }
    }

    private func connectGenres(album: Int64, sort: String) throws(SQLiteError) {
        let counts = try members(
            of: album,
            connection.cached(
                """
                SELECT g.genre_id, COUNT(*) FROM tracks t CROSS JOIN track_genres g ON g.track_id = t.id
                WHERE t.album_id = ? GROUP BY g.genre_id
                """))
        try disconnectGenres(album: album)
        let statement = try connection.cached(
            "INSERT INTO genre_albums (genre_id, sort, album_id, track_count) VALUES (?, ?, ?, ?)")
        for (genre, tracks) in counts {
            statement.bind(1, genre)
            statement.bind(2, sort)
            statement.bind(3, album)
            statement.bind(4, tracks)
            try statement.run()
            pending.genres.insert(genre)
        }
    }

    private func members(of album: Int64, _ query: Statement) throws(SQLiteError) -> [(id: Int64, tracks: Int)] {
        query.bind(1, album)
        return try query.all { ($0.integer(0), $0.int(1)) }
    }

    private func disconnectArtists(album: Int64) throws(SQLiteError) {
        let statement = try connection.cached("DELETE FROM artist_albums WHERE album_id = ? RETURNING artist_id")
        statement.bind(1, album)
        try statement.eachRow { pending.artists.insert($0.integer(0)) }
    }

    private func disconnectGenres(album: Int64) throws(SQLiteError) {
        let statement = try connection.cached("DELETE FROM genre_albums WHERE album_id = ? RETURNING genre_id")
        statement.bind(1, album)
        try statement.eachRow { pending.genres.insert($0.integer(0)) }
    }
}

/// What the tracks of an album say about it.
private struct AlbumSummary {
    var trackCount = 0
    /// In microseconds.
    var duration: Int64 = 0
    var added = Int64.max
    var year = CatalogWriter.unknownYear
    var firstTrack: Int64 = 0
    /// The artists that the album as a whole belongs to.
    var artists: [String] = []
    private var isVarious = false

    var artistLine: String { artists.joined(separator: ", ") }

    /// `nil` when no track is left.
    init?(album: Int64, _ connection: Connection) throws(SQLiteError) {
        let query = try connection.cached(
            """
            SELECT id, duration, added, year, artists, album_artists, is_compilation FROM tracks
            WHERE album_id = ? ORDER BY position, sort, name
            """)
        query.bind(1, album)
        var albumArtists: [String] = []
        var trackArtists: String?
        try query.eachRow { row in
            if trackCount == 0 { firstTrack = row.integer(0) }
            trackCount += 1
            duration += row.integer(1)
            added = min(added, row.integer(2))
            if year == CatalogWriter.unknownYear, let known = row.optionalInt(3) { year = known }
            if albumArtists.isEmpty { albumArtists = TextList.divided(row.optionalText(5)) }
            guard albumArtists.isEmpty else { return }
            isVarious = isVarious || row.integer(6) != 0
            note(row.optionalText(4), &trackArtists)
        }
        guard trackCount > 0 else { return nil }
        if !albumArtists.isEmpty {
            artists = albumArtists
        } else if isVarious {
            artists = [CatalogWriter.variousArtists]
        } else {
            artists = TextList.divided(trackArtists)
        }
    }

    /// A track without artist does not make an album one of several artists.
    private mutating func note(_ artists: String?, _ common: inout String?) {
        guard let artists, artists != common else { return }
        if let known = common {
            isVarious = isVarious || TextFolding.fold(known) != TextFolding.fold(artists)
        } else {
            common = artists
        }
    }
}
