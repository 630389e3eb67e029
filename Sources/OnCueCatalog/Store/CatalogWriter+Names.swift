// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

extension CatalogWriter {
    // MARK: Artists

    /// The number of an artist, who is added when new.
    func artistID(_ name: FoldedName) throws(SQLiteError) -> Int64 {
        if let id = artistIDs[name.folded] { return id }
        let query = try connection.cached("SELECT id FROM artists WHERE folded = ?")
        query.bind(1, name.folded)
        let known = try query.first { $0.integer(0) }
        let id = if let known { known } else { try addArtist(name) }
        artistIDs[name.folded] = id
        return id
    }

    private func addArtist(_ name: FoldedName) throws(SQLiteError) -> Int64 {
        let key = try freeKey(hashing: name.folded.utf8) { () throws(SQLiteError) in
            try connection.cached("SELECT 1 FROM artists WHERE key = ?")
        }
        let statement = try connection.cached("INSERT INTO artists (key, folded, title, sort) VALUES (?, ?, ?, ?)")
        try statement.runName(key, name)
        let id = connection.lastInsertedRow
        try addToSearch(SearchKind.artist.row(id), title: name.folded, detail: "")
        pending.artists.insert(id)
        pending.artistCount += 1
        pending.isContentChanged = true
        return id
    }

    /// Counts anew, and removes an artist with nothing left.
    func updateArtist(_ id: Int64) throws(SQLiteError) {
        let albums = try connection.cached(
            "SELECT COUNT(*), COALESCE(SUM(track_count), 0) FROM artist_albums WHERE artist_id = ?")
        let singles = try connection.cached("SELECT COUNT(*) FROM artist_singles WHERE artist_id = ?")
        let counts = try NameCounts(id, albums: albums, singles: singles)
        if counts.isEmpty {
            let deletion = try connection.cached("DELETE FROM artists WHERE id = ? RETURNING folded")
            deletion.bind(1, id)
            try deletion.eachRow { artistIDs[$0.text(0)] = nil }
            try removeFromSearch(SearchKind.artist.row(id))
            pending.artistCount -= 1
        } else {
            try counts.store(
                id,
                try connection.cached(
                    "UPDATE artists SET album_count = ?, single_count = ?, track_count = ? WHERE id = ?"))
        }
    }

    // MARK: Genres

    /// The number of a genre, which is added when new.
    func genreID(_ name: FoldedName) throws(SQLiteError) -> Int64 {
        if let id = genreIDs[name.folded] { return id }
        let query = try connection.cached("SELECT id FROM genres WHERE folded = ?")
        query.bind(1, name.folded)
        let known = try query.first { $0.integer(0) }
        let id = if let known { known } else { try addGenre(name) }
        genreIDs[name.folded] = id
        return id
    }

    private func addGenre(_ name: FoldedName) throws(SQLiteError) -> Int64 {
        let key = try freeKey(hashing: name.folded.utf8) { () throws(SQLiteError) in
            try connection.cached("SELECT 1 FROM genres WHERE key = ?")
        }
        let statement = try connection.cached("INSERT INTO genres (key, folded, title, sort) VALUES (?, ?, ?, ?)")
        try statement.runName(key, name)
        let id = connection.lastInsertedRow
        pending.genres.insert(id)
        pending.genreCount += 1
        pending.isContentChanged = true
        return id
    }

    /// Counts anew, and removes a genre with nothing left.
    func updateGenre(_ id: Int64) throws(SQLiteError) {
        let albums = try connection.cached(
            "SELECT COUNT(*), COALESCE(SUM(track_count), 0) FROM genre_albums WHERE genre_id = ?")
        let singles = try connection.cached("SELECT COUNT(*) FROM genre_singles WHERE genre_id = ?")
        let counts = try NameCounts(id, albums: albums, singles: singles)
        if counts.isEmpty {
            let deletion = try connection.cached("DELETE FROM genres WHERE id = ? RETURNING folded")
            deletion.bind(1, id)
            try deletion.eachRow { genreIDs[$0.text(0)] = nil }
            pending.genreCount -= 1
        } else {
            try counts.store(
                id,
                try connection.cached(
                    "UPDATE genres SET album_count = ?, single_count = ?, track_count = ? WHERE id = ?"))
        }
    }
}

/// What is stored with an artist or a genre.
private struct NameCounts {
    var albums = 0
    var albumTracks = 0
    var singles = 0

    init(_ id: Int64, albums albumQuery: Statement, singles singleQuery: Statement) throws(SQLiteError) {
        albumQuery.bind(1, id)
        (albums, albumTracks) = try albumQuery.first { ($0.int(0), $0.int(1)) } ?? (0, 0)
        singleQuery.bind(1, id)
        singles = try singleQuery.first { $0.int(0) } ?? 0
    }

    var isEmpty: Bool { albums == 0 && singles == 0 }

    func store(_ id: Int64, _ statement: Statement) throws(SQLiteError) {
        statement.bind(1, albums)
        statement.bind(2, singles)
        statement.bind(3, albumTracks + singles)
        statement.bind(4, id)
        try statement.run()
    }
}

extension Statement {
    fileprivate func runName(_ key: Int64, _ name: FoldedName) throws(SQLiteError) {
        bind(1, key)
        bind(2, name.folded)
        bind(3, name.title)
        bind(4, SortKey.make(folded: name.folded))
        try run()
    }
}
