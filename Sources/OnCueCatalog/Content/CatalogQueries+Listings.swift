// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// Children by page. Each listing runs along an index, so a page costs its own length and skipping its offset.
extension CatalogQueries {
    /// How many items Recently Added shows.
    static let recentLimit = 200

    /// True for places that can have children.
    static func isContainer(_ node: CatalogNode) -> Bool {
        if case .track = node { false } else { true }
    }

    func childCount(_ node: CatalogNode) throws(SQLiteError) -> Int {
        switch node {
        case .root: return ContentSection.allCases.count
        case .section(.artists): return try count("SELECT artists FROM catalog")
        case .section(.albums): return try count("SELECT albums FROM catalog")
        case .section(.tracks): return try count("SELECT tracks FROM catalog")
        case .section(.genres): return try count("SELECT genres FROM catalog")
        case .section(.folders): return try count("SELECT COUNT(*) FROM folders WHERE is_root = 1")
        case .section(.recentlyAdded): return try recentCount()
        case .section(.composers): return try count("SELECT composers FROM catalog")
        case .section(.compilations): return try count("SELECT COUNT(*) FROM albums WHERE is_compilation = 1")
        case .section(.albumsByArtist), .section(.albumsByYear): return try count("SELECT albums FROM catalog")
        case .artist(let id): return try count("SELECT album_count + single_count FROM artists WHERE id = ?", id)
        case .genre(let id): return try count("SELECT album_count + single_count FROM genres WHERE id = ?", id)
        case .composer(let id):
            return try count("SELECT album_count + single_count FROM composers WHERE id = ?", id)
        case .album(let id): return try count("SELECT track_count FROM albums WHERE id = ?", id)
        case .folder(let id): return try count("SELECT folder_count + track_count FROM folders WHERE id = ?", id)
        case .track: return 0
        }
    }

    /// Up to `limit` children from `offset`, in the order of the tree.
    func children(_ node: CatalogNode, offset: Int, limit: Int) throws(SQLiteError) -> [CatalogNode] {
        switch node {
        case .root:
            return ContentSection.allCases.dropFirst(offset).prefix(limit).map { .section($0) }
        case .section(let section): return try children(of: section, offset, limit)
        case .artist(let id):
            let albums = try count("SELECT album_count FROM artists WHERE id = ?", id)
            return try joined(albums, offset, limit, id, CatalogListing.artistAlbums, CatalogListing.artistSingles)
        case .genre(let id):
            let albums = try count("SELECT album_count FROM genres WHERE id = ?", id)
            return try joined(albums, offset, limit, id, CatalogListing.genreAlbums, CatalogListing.genreSingles)
        case .composer(let id):
            let albums = try count("SELECT album_count FROM composers WHERE id = ?", id)
            return try joined(
                albums, offset, limit, id, CatalogListing.composerAlbums, CatalogListing.composerSingles)
        case .folder(let id):
            let folders = try count("SELECT folder_count FROM folders WHERE id = ?", id)
            return try joined(folders, offset, limit, id, CatalogListing.folders, CatalogListing.folderTracks)
        case .album(let id): return try list(CatalogListing.albumTracks, id, offset, limit)
        case .track: return []
        }
    }

    private func children(
        of section: ContentSection, _ offset: Int, _ limit: Int
    ) throws(SQLiteError) -> [CatalogNode] {
        switch section {
        case .artists: try list(CatalogListing.artists, nil, offset, limit)
        case .albums: try list(CatalogListing.albums, nil, offset, limit)
        case .tracks: try list(CatalogListing.tracks, nil, offset, limit)
        case .genres: try list(CatalogListing.genres, nil, offset, limit)
        case .folders: try list(CatalogListing.topFolders, nil, offset, limit)
        case .recentlyAdded: Array(try recent().dropFirst(offset).prefix(limit))
        case .composers: try list(CatalogListing.composers, nil, offset, limit)
        case .compilations: try list(CatalogListing.compilations, nil, offset, limit)
        case .albumsByArtist: try list(CatalogListing.albumsByArtist, nil, offset, limit)
        case .albumsByYear: try list(CatalogListing.albumsByYear, nil, offset, limit)
        }
    }

    /// One listing behind another, of which the first has `first` members.
    private func joined(
        _ first: Int, _ offset: Int, _ limit: Int, _ owner: Int64, _ front: CatalogListing, _ back: CatalogListing
    ) throws(SQLiteError) -> [CatalogNode] {
        var nodes = offset < first ? try list(front, owner, offset, limit) : []
        if nodes.count < limit {
            nodes += try list(back, owner, max(0, offset - first), limit - nodes.count)
        }
        return nodes
    }

    private func list(
        _ listing: CatalogListing, _ owner: Int64?, _ offset: Int, _ limit: Int
    ) throws(SQLiteError) -> [CatalogNode] {
        let statement = try connection.cached(listing.sql)
        var parameter: Int32 = 1
        if let owner {
            statement.bind(parameter, owner)
            parameter += 1
        }
        statement.bind(parameter, limit)
        statement.bind(parameter + 1, offset)
        return try statement.all { listing.node($0.integer(0)) }
    }

    func count(_ sql: StaticString, _ id: Int64? = nil) throws(SQLiteError) -> Int {
        let statement = try connection.cached(sql)
        if let id { statement.bind(1, id) }
        return try statement.first { $0.int(0) } ?? 0
    }

    // MARK: Recently Added

    private func recentCount() throws(SQLiteError) -> Int {
        let albums = try count("SELECT albums FROM catalog")
        guard albums < Self.recentLimit else { return Self.recentLimit }
        let singles = try count("SELECT COUNT(*) FROM (SELECT 1 FROM tracks WHERE album_id IS NULL LIMIT 200)")
        return min(Self.recentLimit, albums + singles)
    }

    /// Albums, and tracks without an album, newest first; among those of one scan, albums first.
    private func recent() throws(SQLiteError) -> [CatalogNode] {
        let albums = try connection.cached(CatalogListing.recentAlbums)
            .all { (added: $0.integer(1), node: CatalogNode.album($0.integer(0))) }
        let singles = try connection.cached(CatalogListing.recentSingles)
            .all { (added: $0.integer(1), node: CatalogNode.track($0.integer(0))) }
        var nodes: [CatalogNode] = []
        var (album, single) = (0, 0)
        while nodes.count < Self.recentLimit, album < albums.count || single < singles.count {
            let isAlbumNext =
                single == singles.count || (album < albums.count && albums[album].added >= singles[single].added)
            nodes.append(isAlbumNext ? albums[album].node : singles[single].node)
            if isAlbumNext { album += 1 } else { single += 1 }
        }
        return nodes
    }
}

/// The query of one listing: numbers of rows in order, with a limit and an offset as the last parameters.
struct CatalogListing: Sendable {
    let sql: StaticString
    let node: @Sendable (Int64) -> CatalogNode

    static let artists = CatalogListing(sql: "SELECT id FROM artists ORDER BY sort, id LIMIT ? OFFSET ?") {
        .artist($0)
    }
    static let albums = CatalogListing(sql: "SELECT id FROM albums ORDER BY sort, id LIMIT ? OFFSET ?") { .album($0) }
    static let tracks = CatalogListing(sql: "SELECT id FROM tracks ORDER BY sort, id LIMIT ? OFFSET ?") { .track($0) }
    static let genres = CatalogListing(sql: "SELECT id FROM genres ORDER BY sort, id LIMIT ? OFFSET ?") { .genre($0) }
    static let composers = CatalogListing(sql: "SELECT id FROM composers ORDER BY sort, id LIMIT ? OFFSET ?") {
        .composer($0)
    }
    static let compilations = CatalogListing(
        sql: "SELECT id FROM albums WHERE is_compilation = 1 ORDER BY sort, id LIMIT ? OFFSET ?"
    ) { .album($0) }
    static let albumsByArtist = CatalogListing(
        sql: "SELECT id FROM albums ORDER BY artist_sort, year, sort, id LIMIT ? OFFSET ?"
    ) { .album($0) }
    static let albumsByYear = CatalogListing(
        sql: "SELECT id FROM albums ORDER BY year, sort, id LIMIT ? OFFSET ?"
    ) { .album($0) }
    static let topFolders = CatalogListing(
        sql: "SELECT id FROM folders WHERE is_root = 1 ORDER BY sort, path LIMIT ? OFFSET ?"
    ) { .folder($0) }
    static let folders = CatalogListing(
        sql: "SELECT id FROM folders WHERE parent_id = ? ORDER BY sort, path LIMIT ? OFFSET ?"
    ) { .folder($0) }
    static let folderTracks = CatalogListing(
        sql: "SELECT id FROM tracks WHERE folder_id = ? ORDER BY name_sort, name LIMIT ? OFFSET ?"
    ) { .track($0) }
    static let albumTracks = CatalogListing(
        sql: "SELECT id FROM tracks WHERE album_id = ? ORDER BY position, sort, name, id LIMIT ? OFFSET ?"
    ) { .track($0) }
    static let artistAlbums = CatalogListing(
        sql: "SELECT album_id FROM artist_albums WHERE artist_id = ? ORDER BY year, sort, album_id LIMIT ? OFFSET ?"
    ) { .album($0) }
    static let artistSingles = CatalogListing(
        sql: "SELECT track_id FROM artist_singles WHERE artist_id = ? ORDER BY sort, track_id LIMIT ? OFFSET ?"
    ) { .track($0) }
    static let genreAlbums = CatalogListing(
        sql: "SELECT album_id FROM genre_albums WHERE genre_id = ? ORDER BY sort, album_id LIMIT ? OFFSET ?"
    ) { .album($0) }
    static let genreSingles = CatalogListing(
        sql: "SELECT track_id FROM genre_singles WHERE genre_id = ? ORDER BY sort, track_id LIMIT ? OFFSET ?"
    ) { .track($0) }
    static let composerAlbums = CatalogListing(
        sql: "SELECT album_id FROM composer_albums WHERE composer_id = ? ORDER BY sort, album_id LIMIT ? OFFSET ?"
    ) { .album($0) }
    static let composerSingles = CatalogListing(
        sql: "SELECT track_id FROM composer_singles WHERE composer_id = ? ORDER BY sort, track_id LIMIT ? OFFSET ?"
    ) { .track($0) }

    static let recentAlbums: StaticString = "SELECT id, added FROM albums ORDER BY added DESC, sort, id LIMIT 200"
    static let recentSingles: StaticString = """
        SELECT id, added FROM tracks WHERE album_id IS NULL ORDER BY added DESC, sort, id LIMIT 200
        """

    /// Every listing, for the test that explains their plans.
    static let all: [CatalogListing] = [
        artists, albums, tracks, genres, topFolders, folders, folderTracks, albumTracks, artistAlbums, artistSingles,
        genreAlbums, genreSingles, composers, compilations, albumsByArtist, albumsByYear, composerAlbums,
        composerSingles,
    ]
}
