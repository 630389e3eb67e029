// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// Candidates for similar tracks: a sample of constant size, however large the library is.
extension CatalogQueries {
    /// The maximum number of candidates.
    private static let sampleSize = 100
    /// The number of tracks of an album that are chosen before other albums have their turn.
    private static let albumShare = 3
    /// The number of tracks of artists, and of albums of genres, from which candidates are drawn.
    private static let drawnFrom = 5000

    /// Returns tracks of artists with these names, drawn by a seed from all that are not unwanted.
    func tracks(
        ofArtists names: [String], but unwanted: Set<ContentIdentifier>, seed: UInt64
    ) throws(SQLiteError) -> [Track] {
        var rows: [Int64] = []
        for name in names {
            guard let artist = try row(named: name, "SELECT id FROM artists WHERE folded = ?") else { continue }
            rows += try trackRows(under: .artist(artist), limit: Self.drawnFrom)
        }
        var generator = SplitMix64(seed: seed)
        return try fresh(rows.shuffled(using: &generator), but: unwanted, limit: Self.sampleSize)
    }

    /// Returns tracks of genres with these names, drawn by a seed: a few of each album, and more if there are few
    /// albums.
    func tracks(
        ofGenres names: [String], but unwanted: Set<ContentIdentifier>, seed: UInt64
    ) throws(SQLiteError) -> [Track] {
        var generator = SplitMix64(seed: seed)
        var albums: [GenrePart] = []
        for name in names {
            guard let genre = try row(named: name, "SELECT id FROM genres WHERE folded = ?") else { continue }
            albums += try parts(of: genre)
        }
        var (drawn, rest): ([Track], [Track]) = ([], [])
        for part in albums.shuffled(using: &generator) where drawn.count < Self.sampleSize {
            let rows = try rows(of: part).shuffled(using: &generator)
            let tracks = try fresh(rows, but: unwanted, limit: Self.sampleSize)
            drawn += tracks.prefix(Self.albumShare)
            if rest.count < Self.sampleSize { rest += tracks.dropFirst(Self.albumShare) }
        }
        return Array((drawn + rest).prefix(Self.sampleSize))
    }

    /// An album that contains tracks of a genre, or such a track without an album.
    private enum GenrePart {
        case album(Int64, genre: Int64)
        case single(Int64)
    }

    private func parts(of genre: Int64) throws(SQLiteError) -> [GenrePart] {
        let albums = try connection.cached(
            "SELECT album_id FROM genre_albums WHERE genre_id = ? ORDER BY sort, album_id LIMIT ?")
        albums.bind(1, genre)
        albums.bind(2, Self.drawnFrom)
        let singles = try connection.cached(
            "SELECT track_id FROM genre_singles WHERE genre_id = ? ORDER BY sort, track_id LIMIT ?")
        singles.bind(1, genre)
        singles.bind(2, Self.drawnFrom)
        return try albums.all { .album($0.integer(0), genre: genre) } + singles.all { .single($0.integer(0)) }
    }

    private func rows(of part: GenrePart) throws(SQLiteError) -> [Int64] {
        switch part {
        case .single(let row): return [row]
        case .album(let album, let genre):
            let statement = try connection.cached(
                """
                SELECT t.id FROM tracks t WHERE t.album_id = ? AND EXISTS
                    (SELECT 1 FROM track_genres g WHERE g.track_id = t.id AND g.genre_id = ?)
                ORDER BY t.id LIMIT 1000
                """)
            statement.bind(1, album)
            statement.bind(2, genre)
            return try statement.all { $0.integer(0) }
        }
    }

    /// Returns the first wanted tracks among rows, and reads no more than those.
    private func fresh(
        _ rows: [Int64], but unwanted: Set<ContentIdentifier>, limit: Int
    ) throws(SQLiteError) -> [Track] {
        var found: [Track] = []
        for row in rows where found.count < limit {
            guard let key = try key(of: row), !unwanted.contains(StableKey(number: key).identifier(.track)) else {
                continue
            }
            if let track = try track(row) { found.append(track) }
        }
        return found
    }

    private func key(of track: Int64) throws(SQLiteError) -> Int64? {
        let statement = try connection.cached("SELECT key FROM tracks WHERE id = ?")
        statement.bind(1, track)
        return try statement.first { $0.integer(0) }
    }

    private func row(named name: String, _ sql: StaticString) throws(SQLiteError) -> Int64? {
        let statement = try connection.cached(sql)
        statement.bind(1, TextFolding.fold(name))
        return try statement.first { $0.integer(0) }
    }
}
