// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// The kinds of names of which a track has several, each with tables of the same form.
enum NameTable: CaseIterable {
    case artist
    case genre
    case composer

    /// The statements of one kind; literals, because each is compiled once for each connection.
    struct Statements: Sendable {
        var find: StaticString
        var key: StaticString
        var takenKey: StaticString
        var insert: StaticString
        var setSort: StaticString
        var countAlbums: StaticString
        var countSingles: StaticString
        var setCounts: StaticString
        var delete: StaticString
        var ofTrack: StaticString
        var connectTrack: StaticString
        var disconnectTrack: StaticString
        var connectSingle: StaticString
        var disconnectSingle: StaticString
        var ofAlbum: StaticString
        var disconnectAlbum: StaticString
    }

    var kind: ContentKind {
        switch self {
        case .artist: .artist
        case .genre: .genre
        case .composer: .composer
        }
    }

    var statements: Statements {
        switch self {
        case .artist: Self.artistStatements
        case .genre: Self.genreStatements
        case .composer: Self.composerStatements
        }
    }

    private static let artistStatements = Statements(
        find: "SELECT id, sort FROM artists WHERE folded = ?",
        key: "SELECT key FROM artists WHERE id = ?",
        takenKey: "SELECT 1 FROM artists WHERE key = ?",
        insert: "INSERT INTO artists (key, folded, title, sort) VALUES (?, ?, ?, ?)",
        setSort: "UPDATE artists SET sort = ? WHERE id = ?",
        countAlbums: "SELECT COUNT(*), COALESCE(SUM(track_count), 0) FROM artist_albums WHERE artist_id = ?",
        countSingles: "SELECT COUNT(*) FROM artist_singles WHERE artist_id = ?",
        setCounts: "UPDATE artists SET album_count = ?, single_count = ?, track_count = ? WHERE id = ?",
        delete: "DELETE FROM artists WHERE id = ? RETURNING folded",
        ofTrack: "SELECT artist_id FROM track_artists WHERE track_id = ?",
        connectTrack: "INSERT INTO track_artists (track_id, artist_id) VALUES (?, ?)",
        disconnectTrack: "DELETE FROM track_artists WHERE track_id = ?",
        connectSingle: "INSERT INTO artist_singles (artist_id, sort, track_id) VALUES (?, ?, ?)",
        disconnectSingle: "DELETE FROM artist_singles WHERE artist_id = ? AND sort = ? AND track_id = ?",
        ofAlbum: """
            SELECT c.artist_id, COUNT(*) FROM tracks t CROSS JOIN track_artists c ON c.track_id = t.id
            WHERE t.album_id = ? GROUP BY c.artist_id
            """,
        disconnectAlbum: "DELETE FROM artist_albums WHERE album_id = ? RETURNING artist_id")

    private static let genreStatements = Statements(
        find: "SELECT id, sort FROM genres WHERE folded = ?",
        key: "SELECT key FROM genres WHERE id = ?",
        takenKey: "SELECT 1 FROM genres WHERE key = ?",
        insert: "INSERT INTO genres (key, folded, title, sort) VALUES (?, ?, ?, ?)",
        setSort: "UPDATE genres SET sort = ? WHERE id = ?",
        countAlbums: "SELECT COUNT(*), COALESCE(SUM(track_count), 0) FROM genre_albums WHERE genre_id = ?",
        countSingles: "SELECT COUNT(*) FROM genre_singles WHERE genre_id = ?",
        setCounts: "UPDATE genres SET album_count = ?, single_count = ?, track_count = ? WHERE id = ?",
        delete: "DELETE FROM genres WHERE id = ? RETURNING folded",
        ofTrack: "SELECT genre_id FROM track_genres WHERE track_id = ?",
        connectTrack: "INSERT INTO track_genres (track_id, genre_id) VALUES (?, ?)",
        disconnectTrack: "DELETE FROM track_genres WHERE track_id = ?",
        connectSingle: "INSERT INTO genre_singles (genre_id, sort, track_id) VALUES (?, ?, ?)",
        disconnectSingle: "DELETE FROM genre_singles WHERE genre_id = ? AND sort = ? AND track_id = ?",
        ofAlbum: """
            SELECT g.genre_id, COUNT(*) FROM tracks t CROSS JOIN track_genres g ON g.track_id = t.id
            WHERE t.album_id = ? GROUP BY g.genre_id
            """,
        disconnectAlbum: "DELETE FROM genre_albums WHERE album_id = ? RETURNING genre_id")

    private static let composerStatements = Statements(
        find: "SELECT id, sort FROM composers WHERE folded = ?",
        key: "SELECT key FROM composers WHERE id = ?",
        takenKey: "SELECT 1 FROM composers WHERE key = ?",
        insert: "INSERT INTO composers (key, folded, title, sort) VALUES (?, ?, ?, ?)",
        setSort: "UPDATE composers SET sort = ? WHERE id = ?",
        countAlbums: "SELECT COUNT(*), COALESCE(SUM(track_count), 0) FROM composer_albums WHERE composer_id = ?",
        countSingles: "SELECT COUNT(*) FROM composer_singles WHERE composer_id = ?",
        setCounts: "UPDATE composers SET album_count = ?, single_count = ?, track_count = ? WHERE id = ?",
        delete: "DELETE FROM composers WHERE id = ? RETURNING folded",
        ofTrack: "SELECT composer_id FROM track_composers WHERE track_id = ?",
        connectTrack: "INSERT INTO track_composers (track_id, composer_id) VALUES (?, ?)",
        disconnectTrack: "DELETE FROM track_composers WHERE track_id = ?",
        connectSingle: "INSERT INTO composer_singles (composer_id, sort, track_id) VALUES (?, ?, ?)",
        disconnectSingle: "DELETE FROM composer_singles WHERE composer_id = ? AND sort = ? AND track_id = ?",
        ofAlbum: """
            SELECT c.composer_id, COUNT(*) FROM tracks t CROSS JOIN track_composers c ON c.track_id = t.id
            WHERE t.album_id = ? GROUP BY c.composer_id
            """,
        disconnectAlbum: "DELETE FROM composer_albums WHERE album_id = ? RETURNING composer_id")
}
