// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// Children by page. Each listing runs along an index and has anchors in it, so the cost of a page depends on its
/// length only, wherever it is.
extension CatalogQueries {
    /// The number of items in Recently Added.
    static let recentLimit = 200

    /// Returns whether a node can have children.
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

    /// Returns up to `limit` children from `offset`, in the order of the tree.
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

    /// Returns the children of two listings, one after the other, of which the first has `first` members.
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
        let (anchor, rest) = try anchors.nearest(to: offset, in: listing, of: owner, self)
        let statement = try connection.cached(listing.page)
        let parameter = anchor.bind(statement, after: owner)
        statement.bind(parameter, limit)
        statement.bind(parameter + 1, rest)
        return try statement.all { listing.node($0.integer(0)) }
    }

    /// Returns the position of a child, or `nil` if it is not a child of the node.
    func index(of child: CatalogNode, in node: CatalogNode) throws(SQLiteError) -> Int? {
        switch node {
        case .root, .section(.recentlyAdded):
            return try children(node, offset: 0, limit: .max).firstIndex(of: child)
        default: break
        }
        guard let (listing, owner, offset) = try listing(of: child, in: node), let row = child.row else { return nil }
        let statement = try connection.cached(listing.before)
        if let owner { statement.bind(1, owner) }
        statement.bind(owner == nil ? 1 : 2, row)
        let index = offset + (try statement.first { $0.int(0) } ?? 0)
        return try children(node, offset: index, limit: 1) == [child] ? index : nil
    }

    /// Returns the listing for a child of this kind, and the number of children before that listing.
    private func listing(
        of child: CatalogNode, in node: CatalogNode
    ) throws(SQLiteError) -> (listing: CatalogListing, owner: Int64?, offset: Int)? {
        var isInFront = true
        if case .track = child { isInFront = false }
        func joined(
            _ sql: StaticString, _ id: Int64, _ front: CatalogListing, _ back: CatalogListing
        ) throws(SQLiteError) -> (CatalogListing, Int64?, Int) {
            isInFront ? (front, id, 0) : (back, id, try count(sql, id))
        }
        switch node {
        case .section(.artists): return (.artists, nil, 0)
        case .section(.albums): return (.albums, nil, 0)
        case .section(.tracks): return (.tracks, nil, 0)
        case .section(.genres): return (.genres, nil, 0)
        case .section(.folders): return (.topFolders, nil, 0)
        case .section(.composers): return (.composers, nil, 0)
        case .section(.compilations): return (.compilations, nil, 0)
        case .section(.albumsByArtist): return (.albumsByArtist, nil, 0)
        case .section(.albumsByYear): return (.albumsByYear, nil, 0)
        case .artist(let id):
            return try joined("SELECT album_count FROM artists WHERE id = ?", id, .artistAlbums, .artistSingles)
        case .genre(let id):
            return try joined("SELECT album_count FROM genres WHERE id = ?", id, .genreAlbums, .genreSingles)
        case .composer(let id):
            return try joined("SELECT album_count FROM composers WHERE id = ?", id, .composerAlbums, .composerSingles)
        case .folder(let id):
            return try joined("SELECT folder_count FROM folders WHERE id = ?", id, .folders, .folderTracks)
        case .album(let id): return (.albumTracks, id, 0)
        case .root, .section(.recentlyAdded), .track: return nil
        }
    }

    func count(_ sql: StaticString, _ id: Int64? = nil) throws(SQLiteError) -> Int {
        let statement = try connection.cached(sql)
        if let id { statement.bind(1, id) }
        return try statement.first { $0.int(0) } ?? 0
    }

    // MARK: Recently Added

    static let recentAlbums: StaticString = "SELECT id, added FROM albums ORDER BY added DESC, sort, id LIMIT 200"
    static let recentSingles: StaticString = """
        SELECT id, added FROM tracks WHERE album_id IS NULL ORDER BY added DESC, sort, id LIMIT 200
        """

    private func recentCount() throws(SQLiteError) -> Int {
        let albums = try count("SELECT albums FROM catalog")
        guard albums < Self.recentLimit else { return Self.recentLimit }
        let singles = try count("SELECT COUNT(*) FROM (SELECT 1 FROM tracks WHERE album_id IS NULL LIMIT 200)")
        return min(Self.recentLimit, albums + singles)
    }

    /// Albums, and tracks without an album, newest first; among those of one scan, albums first.
    private func recent() throws(SQLiteError) -> [CatalogNode] {
        let albums = try connection.cached(Self.recentAlbums)
            .all { (added: $0.integer(1), node: CatalogNode.album($0.integer(0))) }
        let singles = try connection.cached(Self.recentSingles)
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
