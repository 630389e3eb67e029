// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

extension CatalogWriter {
    /// Returns the number of an album, which is added if it is new; its counts are updated at the end of the batch.
    ///
    /// If there are several sort names, the last one read is used.
    func albumID(_ album: AlbumRecord) throws(SQLiteError) -> Int64 {
        let known: KnownName
        if let remembered = albums[album.identity] {
            known = remembered
        } else {
            known = if let stored = try storedAlbum(album.identity) { stored } else { try addAlbum(album) }
            albums[album.identity] = known
        }
        if album.alias != nil, album.sort != known.sort { try changeSort(album, known.id) }
        return known.id
    }

    private func storedAlbum(_ identity: String) throws(SQLiteError) -> KnownName? {
        let query = try connection.cached("SELECT id, sort FROM albums WHERE identity = ?")
        query.bind(1, identity)
        return try query.first { KnownName(id: $0.integer(0), sort: $0.text(1)) }
    }

    private func changeSort(_ album: AlbumRecord, _ id: Int64) throws(SQLiteError) {
        let statement = try connection.cached("UPDATE albums SET sort = ?, alias = ? WHERE id = ?")
        statement.bind(1, album.sort)
        // The title of the album stays that of its first file.
        statement.bind(2, album.alias)
        statement.bind(3, id)
        try statement.run()
        albums[album.identity] = KnownName(id: id, sort: album.sort)
    }

    private func addAlbum(_ album: AlbumRecord) throws(SQLiteError) -> KnownName {
        let key = try freeKey(hashing: album.identity.utf8) { () throws(SQLiteError) in
            try connection.cached("SELECT 1 FROM albums WHERE key = ?")
        }
        let statement = try connection.cached(
            "INSERT INTO albums (key, identity, title, sort, alias) VALUES (?, ?, ?, ?, ?)")
        statement.bind(1, key)
        statement.bind(2, album.identity)
        statement.bind(3, album.title)
        statement.bind(4, album.sort)
        statement.bind(5, album.alias)
        try statement.run()
        let id = connection.lastInsertedRow
        pending.search.add(SearchKind.album.row(id), SearchText(title: album.folded))
        pending.albumCount += 1
        pending.newAlbums.insert(id)
        return KnownName(id: id, sort: album.sort)
    }

    /// Updates an album from its tracks, and removes it when the last one is gone.
    func updateAlbum(_ id: Int64) throws(SQLiteError) {
        let query = try connection.cached("SELECT title, sort, artist FROM albums WHERE id = ?")
        query.bind(1, id)
        let row = try query.first { (title: $0.text(0), sort: $0.text(1), artist: $0.text(2)) }
        guard let row else { return }
        guard let summary = try AlbumSummary(album: id, connection) else {
            return try removeAlbum(id)
        }
        var artists: [KnownName] = []
        for name in summary.artists { artists.append(try knownName(.artist, FoldedName(name))) }
        try store(summary, album: id, artistSort: artists.map(\.sort).joined(separator: ", "))
        if summary.artistLine != row.artist {
            let text = SearchText(
                title: TextFolding.fold(row.title), artist: TextFolding.fold(summary.artistLine))
            if !pending.newAlbums.contains(id) { pending.search.remove(SearchKind.album.row(id)) }
            pending.search.add(SearchKind.album.row(id), text)
        }
        try connectArtists(artists.map(\.id), summary, album: id, sort: row.sort)
        try connect(
            .genre, album: id, sort: row.sort,
            "INSERT INTO genre_albums (genre_id, sort, album_id, track_count) VALUES (?, ?, ?, ?)")
        try connect(
            .composer, album: id, sort: row.sort,
            "INSERT INTO composer_albums (composer_id, sort, album_id, track_count) VALUES (?, ?, ?, ?)")
    }

    private func store(_ summary: AlbumSummary, album id: Int64, artistSort: String) throws(SQLiteError) {
        let statement = try connection.cached(
            """
            UPDATE albums SET artist = ?, year = ?, added = ?, track_count = ?, duration = ?, first_track = ?,
                artist_sort = ?, date = ?, is_compilation = ?
            WHERE id = ?
            """)
        statement.bind(1, summary.artistLine)
        statement.bind(2, summary.year)
        statement.bind(3, summary.added)
        statement.bind(4, summary.trackCount)
        statement.bind(5, summary.duration)
        statement.bind(6, summary.firstTrack)
        statement.bind(7, artistSort)
        statement.bind(8, summary.date)
        statement.bind(9, summary.isCompilation)
        statement.bind(10, id)
        try statement.run()
    }

    private func removeAlbum(_ id: Int64) throws(SQLiteError) {
        for table in NameTable.allCases { try disconnect(table, album: id) }
        pending.search.remove(SearchKind.album.row(id))
        let deletion = try connection.cached("DELETE FROM albums WHERE id = ? RETURNING identity")
        deletion.bind(1, id)
        try deletion.eachRow { albums[$0.text(0)] = nil }
        pending.albumCount -= 1
    }

    // MARK: Names in an album

    /// Connects an album with its album artists as a whole, and with every other artist in it by their tracks.
    private func connectArtists(
        _ owners: [Int64], _ summary: AlbumSummary, album: Int64, sort: String
    ) throws(SQLiteError) {
        var counts: [Int64: (tracks: Int, isWhole: Bool)] = [:]
        for (artist, tracks) in try members(.artist, of: album) { counts[artist] = (tracks, false) }
        for artist in owners { counts[artist] = (summary.trackCount, true) }
        try disconnect(.artist, album: album)
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
            pending.names[.artist, default: []].insert(artist)
        }
    }

    private func connect(
        _ table: NameTable, album: Int64, sort: String, _ insertion: StaticString
    ) throws(SQLiteError) {
        let counts = try members(table, of: album)
        try disconnect(table, album: album)
        let statement = try connection.cached(insertion)
        for (name, tracks) in counts {
            statement.bind(1, name)
            statement.bind(2, sort)
            statement.bind(3, album)
            statement.bind(4, tracks)
            try statement.run()
            pending.names[table, default: []].insert(name)
        }
    }

    private func members(_ table: NameTable, of album: Int64) throws(SQLiteError) -> [(id: Int64, tracks: Int)] {
        let query = try connection.cached(table.statements.ofAlbum)
        query.bind(1, album)
        return try query.all { ($0.integer(0), $0.int(1)) }
    }

    private func disconnect(_ table: NameTable, album: Int64) throws(SQLiteError) {
        guard !pending.newAlbums.contains(album) else { return }
        let statement = try connection.cached(table.statements.disconnectAlbum)
        statement.bind(1, album)
        try statement.eachRow { pending.names[table, default: []].insert($0.integer(0)) }
    }
}
