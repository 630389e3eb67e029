// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// The queries of one listing, along an index whose columns together are different in every row.
struct CatalogListing: Sendable {
    /// Selects the numbers of rows in order. Parameters: the owner if there is one, an anchor, a limit and an offset
    /// from there.
    let page: StaticString
    /// Selects the anchor of one row. Parameters: the owner if there is one, an anchor, and an offset from there.
    let anchor: StaticString
    /// Counts the rows before one. Parameters: the owner, if there is one, and the number of the row.
    let before: StaticString
    /// The anchor before every row.
    let first: ListingAnchor
    let node: @Sendable (Int64) -> CatalogNode

    private init(
        page: StaticString, anchor: StaticString, before: StaticString, first: [ListingAnchor.Value],
        node: @escaping @Sendable (Int64) -> CatalogNode
    ) {
        self.page = page
        self.anchor = anchor
        self.before = before
        self.first = ListingAnchor(values: first)
        self.node = node
    }

    /// Every listing, for the test that explains their plans.
    static let all: [CatalogListing] = [
        artists, albums, tracks, genres, topFolders, folders, folderTracks, albumTracks, artistAlbums, artistSingles,
        genreAlbums, genreSingles, composers, compilations, albumsByArtist, albumsByYear, composerAlbums,
        composerSingles,
    ]
}

// MARK: Listings of the whole library

extension CatalogListing {
    static let artists = CatalogListing(
        page: """
            SELECT id FROM artists WHERE (sort, id) >= (?, ?)
            ORDER BY sort, id LIMIT ? OFFSET ?
            """,
        anchor: """
            SELECT sort, id FROM artists WHERE (sort, id) >= (?, ?)
            ORDER BY sort, id LIMIT 1 OFFSET ?
            """,
        before: """
            SELECT count(*) FROM artists
            WHERE (sort, id) < (SELECT sort, id FROM artists WHERE id = ?1)
            """,
        first: [.text(""), .integer(.min)]
    ) { .artist($0) }
    static let albums = CatalogListing(
        page: """
            SELECT id FROM albums WHERE (sort, id) >= (?, ?)
            ORDER BY sort, id LIMIT ? OFFSET ?
            """,
        anchor: """
            SELECT sort, id FROM albums WHERE (sort, id) >= (?, ?)
            ORDER BY sort, id LIMIT 1 OFFSET ?
            """,
        before: """
            SELECT count(*) FROM albums
            WHERE (sort, id) < (SELECT sort, id FROM albums WHERE id = ?1)
            """,
        first: [.text(""), .integer(.min)]
    ) { .album($0) }
    static let tracks = CatalogListing(
        page: """
            SELECT id FROM tracks WHERE (sort, id) >= (?, ?)
            ORDER BY sort, id LIMIT ? OFFSET ?
            """,
        anchor: """
            SELECT sort, id FROM tracks WHERE (sort, id) >= (?, ?)
            ORDER BY sort, id LIMIT 1 OFFSET ?
            """,
        before: """
            SELECT count(*) FROM tracks
            WHERE (sort, id) < (SELECT sort, id FROM tracks WHERE id = ?1)
            """,
        first: [.text(""), .integer(.min)]
    ) { .track($0) }
    static let genres = CatalogListing(
        page: """
            SELECT id FROM genres WHERE (sort, id) >= (?, ?)
            ORDER BY sort, id LIMIT ? OFFSET ?
            """,
        anchor: """
            SELECT sort, id FROM genres WHERE (sort, id) >= (?, ?)
            ORDER BY sort, id LIMIT 1 OFFSET ?
            """,
        before: """
            SELECT count(*) FROM genres
            WHERE (sort, id) < (SELECT sort, id FROM genres WHERE id = ?1)
            """,
        first: [.text(""), .integer(.min)]
    ) { .genre($0) }
    static let composers = CatalogListing(
        page: """
            SELECT id FROM composers WHERE (sort, id) >= (?, ?)
            ORDER BY sort, id LIMIT ? OFFSET ?
            """,
        anchor: """
            SELECT sort, id FROM composers WHERE (sort, id) >= (?, ?)
            ORDER BY sort, id LIMIT 1 OFFSET ?
            """,
        before: """
            SELECT count(*) FROM composers
            WHERE (sort, id) < (SELECT sort, id FROM composers WHERE id = ?1)
            """,
        first: [.text(""), .integer(.min)]
    ) { .composer($0) }
    static let compilations = CatalogListing(
        page: """
            SELECT id FROM albums WHERE is_compilation = 1 AND (sort, id) >= (?, ?)
            ORDER BY sort, id LIMIT ? OFFSET ?
            """,
        anchor: """
            SELECT sort, id FROM albums WHERE is_compilation = 1 AND (sort, id) >= (?, ?)
            ORDER BY sort, id LIMIT 1 OFFSET ?
            """,
        before: """
            SELECT count(*) FROM albums
            WHERE is_compilation = 1 AND (sort, id) < (SELECT sort, id FROM albums WHERE id = ?1)
            """,
        first: [.text(""), .integer(.min)]
    ) { .album($0) }
    static let albumsByArtist = CatalogListing(
        page: """
            SELECT id FROM albums WHERE (artist_sort, year, sort, id) >= (?, ?, ?, ?)
            ORDER BY artist_sort, year, sort, id LIMIT ? OFFSET ?
            """,
        anchor: """
            SELECT artist_sort, year, sort, id FROM albums WHERE (artist_sort, year, sort, id) >= (?, ?, ?, ?)
            ORDER BY artist_sort, year, sort, id LIMIT 1 OFFSET ?
            """,
        before: """
            SELECT count(*) FROM albums
            WHERE (artist_sort, year, sort, id) <
                (SELECT artist_sort, year, sort, id FROM albums WHERE id = ?1)
            """,
        first: [.text(""), .integer(.min), .text(""), .integer(.min)]
    ) { .album($0) }
    static let albumsByYear = CatalogListing(
        page: """
            SELECT id FROM albums WHERE (year, sort, id) >= (?, ?, ?)
            ORDER BY year, sort, id LIMIT ? OFFSET ?
            """,
        anchor: """
            SELECT year, sort, id FROM albums WHERE (year, sort, id) >= (?, ?, ?)
            ORDER BY year, sort, id LIMIT 1 OFFSET ?
            """,
        before: """
            SELECT count(*) FROM albums
            WHERE (year, sort, id) < (SELECT year, sort, id FROM albums WHERE id = ?1)
            """,
        first: [.integer(.min), .text(""), .integer(.min)]
    ) { .album($0) }
    static let topFolders = CatalogListing(
        page: """
            SELECT id FROM folders WHERE is_root = 1 AND (sort, path) >= (?, ?)
            ORDER BY sort, path LIMIT ? OFFSET ?
            """,
        anchor: """
            SELECT sort, path FROM folders WHERE is_root = 1 AND (sort, path) >= (?, ?)
            ORDER BY sort, path LIMIT 1 OFFSET ?
            """,
        before: """
            SELECT count(*) FROM folders
            WHERE is_root = 1 AND (sort, path) < (SELECT sort, path FROM folders WHERE id = ?1)
            """,
        first: [.text(""), .bytes([])]
    ) { .folder($0) }
}

// MARK: Listings of one container

extension CatalogListing {
    static let folders = CatalogListing(
        page: """
            SELECT id FROM folders WHERE parent_id = ? AND (sort, path) >= (?, ?)
            ORDER BY sort, path LIMIT ? OFFSET ?
            """,
        anchor: """
            SELECT sort, path FROM folders WHERE parent_id = ? AND (sort, path) >= (?, ?)
            ORDER BY sort, path LIMIT 1 OFFSET ?
            """,
        before: """
            SELECT count(*) FROM folders
            WHERE parent_id = ?1 AND (sort, path) < (SELECT sort, path FROM folders WHERE id = ?2)
            """,
        first: [.text(""), .bytes([])]
    ) { .folder($0) }
    static let folderTracks = CatalogListing(
        page: """
            SELECT id FROM tracks WHERE folder_id = ? AND (name_sort, name) >= (?, ?)
            ORDER BY name_sort, name LIMIT ? OFFSET ?
            """,
        anchor: """
            SELECT name_sort, name FROM tracks WHERE folder_id = ? AND (name_sort, name) >= (?, ?)
            ORDER BY name_sort, name LIMIT 1 OFFSET ?
            """,
        before: """
            SELECT count(*) FROM tracks
            WHERE folder_id = ?1 AND (name_sort, name) < (SELECT name_sort, name FROM tracks WHERE id = ?2)
            """,
        first: [.text(""), .bytes([])]
    ) { .track($0) }
    static let albumTracks = CatalogListing(
        page: """
            SELECT id FROM tracks WHERE album_id = ? AND (position, sort, name, id) >= (?, ?, ?, ?)
            ORDER BY position, sort, name, id LIMIT ? OFFSET ?
            """,
        anchor: """
            SELECT position, sort, name, id FROM tracks WHERE album_id = ? AND (position, sort, name, id) >= (?, ?, ?, ?)
            ORDER BY position, sort, name, id LIMIT 1 OFFSET ?
            """,
        before: """
            SELECT count(*) FROM tracks
            WHERE album_id = ?1 AND (position, sort, name, id) <
                (SELECT position, sort, name, id FROM tracks WHERE id = ?2)
            """,
        first: [.integer(.min), .text(""), .bytes([]), .integer(.min)]
    ) { .track($0) }
    static let artistAlbums = CatalogListing(
        page: """
            SELECT album_id FROM artist_albums WHERE artist_id = ? AND (year, sort, album_id) >= (?, ?, ?)
            ORDER BY year, sort, album_id LIMIT ? OFFSET ?
            """,
        anchor: """
            SELECT year, sort, album_id FROM artist_albums WHERE artist_id = ? AND (year, sort, album_id) >= (?, ?, ?)
            ORDER BY year, sort, album_id LIMIT 1 OFFSET ?
            """,
        before: """
            SELECT count(*) FROM artist_albums
            WHERE artist_id = ?1 AND (year, sort, album_id) <
                (SELECT year, sort, album_id FROM artist_albums WHERE artist_id = ?1 AND album_id = ?2)
            """,
        first: [.integer(.min), .text(""), .integer(.min)]
    ) { .album($0) }
    static let artistSingles = CatalogListing(
        page: """
            SELECT track_id FROM artist_singles WHERE artist_id = ? AND (sort, track_id) >= (?, ?)
            ORDER BY sort, track_id LIMIT ? OFFSET ?
            """,
        anchor: """
            SELECT sort, track_id FROM artist_singles WHERE artist_id = ? AND (sort, track_id) >= (?, ?)
            ORDER BY sort, track_id LIMIT 1 OFFSET ?
            """,
        before: """
            SELECT count(*) FROM artist_singles
            WHERE artist_id = ?1 AND (sort, track_id) <
                (SELECT sort, track_id FROM artist_singles WHERE artist_id = ?1 AND track_id = ?2)
            """,
        first: [.text(""), .integer(.min)]
    ) { .track($0) }
    static let genreAlbums = CatalogListing(
        page: """
            SELECT album_id FROM genre_albums WHERE genre_id = ? AND (sort, album_id) >= (?, ?)
            ORDER BY sort, album_id LIMIT ? OFFSET ?
            """,
        anchor: """
            SELECT sort, album_id FROM genre_albums WHERE genre_id = ? AND (sort, album_id) >= (?, ?)
            ORDER BY sort, album_id LIMIT 1 OFFSET ?
            """,
        before: """
            SELECT count(*) FROM genre_albums
            WHERE genre_id = ?1 AND (sort, album_id) <
                (SELECT sort, album_id FROM genre_albums WHERE genre_id = ?1 AND album_id = ?2)
            """,
        first: [.text(""), .integer(.min)]
    ) { .album($0) }
    static let genreSingles = CatalogListing(
        page: """
            SELECT track_id FROM genre_singles WHERE genre_id = ? AND (sort, track_id) >= (?, ?)
            ORDER BY sort, track_id LIMIT ? OFFSET ?
            """,
        anchor: """
            SELECT sort, track_id FROM genre_singles WHERE genre_id = ? AND (sort, track_id) >= (?, ?)
            ORDER BY sort, track_id LIMIT 1 OFFSET ?
            """,
        before: """
            SELECT count(*) FROM genre_singles
            WHERE genre_id = ?1 AND (sort, track_id) <
                (SELECT sort, track_id FROM genre_singles WHERE genre_id = ?1 AND track_id = ?2)
            """,
        first: [.text(""), .integer(.min)]
    ) { .track($0) }
    static let composerAlbums = CatalogListing(
        page: """
            SELECT album_id FROM composer_albums WHERE composer_id = ? AND (sort, album_id) >= (?, ?)
            ORDER BY sort, album_id LIMIT ? OFFSET ?
            """,
        anchor: """
            SELECT sort, album_id FROM composer_albums WHERE composer_id = ? AND (sort, album_id) >= (?, ?)
            ORDER BY sort, album_id LIMIT 1 OFFSET ?
            """,
        before: """
            SELECT count(*) FROM composer_albums
            WHERE composer_id = ?1 AND (sort, album_id) <
                (SELECT sort, album_id FROM composer_albums WHERE composer_id = ?1 AND album_id = ?2)
            """,
        first: [.text(""), .integer(.min)]
    ) { .album($0) }
    static let composerSingles = CatalogListing(
        page: """
            SELECT track_id FROM composer_singles WHERE composer_id = ? AND (sort, track_id) >= (?, ?)
            ORDER BY sort, track_id LIMIT ? OFFSET ?
            """,
        anchor: """
            SELECT sort, track_id FROM composer_singles WHERE composer_id = ? AND (sort, track_id) >= (?, ?)
            ORDER BY sort, track_id LIMIT 1 OFFSET ?
            """,
        before: """
            SELECT count(*) FROM composer_singles
            WHERE composer_id = ?1 AND (sort, track_id) <
                (SELECT sort, track_id FROM composer_singles WHERE composer_id = ?1 AND track_id = ?2)
            """,
        first: [.text(""), .integer(.min)]
    ) { .track($0) }
}
