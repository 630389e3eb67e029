// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueSession
internal import SQLite

/// Finds nodes: by position, and by titles.
extension CatalogQueries {
    // MARK: Positions

    /// Returns the node at a position, or `nil` if the position is out of range.
    func node(at path: IndexPath) throws(SQLiteError) -> CatalogNode? {
        var node = CatalogNode.root
        for position in path {
            guard position >= 0, Self.isContainer(node) else { return nil }
            guard let child = try children(node, offset: position, limit: 1).first else { return nil }
            node = child
        }
        return node
    }

    // MARK: Titles

    /// The maximum number of titles that lead to a place; more are refused before anything is read.
    static let titleLimit = 32
    /// The maximum number of parts into which one title that contains `/` may have been divided.
    static let joinLimit = 8

    /// Returns the node that at most ``titleLimit`` titles lead to, or the first title that does not exist and where it
    /// was looked for.
    func node(named titles: [String]) throws(SQLiteError) -> Result<CatalogNode, MissingTitle> {
        try way(along: titles).map { $0.last ?? .root }
    }

    /// Like ``node(named:)``, with the position of the node. Callers that read it page by page ask for it again, so it
    /// is kept as long as the revision stays the same.
    func place(named titles: [String]) throws(SQLiteError) -> Result<NamedNode, MissingTitle> {
        let revision = try revision()
        if let known = places.place(named: titles, at: revision) { return .success(known) }
        switch try way(along: titles) {
        case .failure(let missing): return .failure(missing)
        case .success(let way):
            let place = NamedNode(node: way.last ?? .root, path: try path(along: way))
            places.keep(place, named: titles)
            return .success(place)
        }
    }

    /// Returns the nodes on the way that titles describe.
    private func way(along titles: [String]) throws(SQLiteError) -> Result<[CatalogNode], MissingTitle> {
        var way: [CatalogNode] = []
        var place = "the library"
        var rest = titles[...]
        while let first = rest.first {
            guard let (child, used) = try child(of: way.last ?? .root, Self.candidates(rest)) else {
                return .failure(MissingTitle(title: first, place: place))
            }
            way.append(child)
            place = rest.prefix(used).joined(separator: "/")
            rest = rest.dropFirst(used)
        }
        return .success(way)
    }

    /// Returns the position of the last node of a way; `nil` if one is not in the listing of the node before it, or
    /// there are more than ``TitledItem/levels``.
    private func path(along way: [CatalogNode]) throws(SQLiteError) -> IndexPath? {
        guard way.count <= TitledItem.levels else { return nil }
        var path: IndexPath = []
        var container = CatalogNode.root
        for node in way {
            guard let index = try index(of: node, in: container) else { return nil }
            path = path.appending(index)
            container = node
        }
        return path
    }

    struct MissingTitle: Error {
        var title: String
        var place: String
    }

    /// Joins titles: they are divided at `/`, which a title may contain itself, so longer ones are candidates, too.
    ///
    /// - Returns: Folded titles: of one part, of two and so on.
    private static func candidates(_ titles: ArraySlice<String>) -> [String] {
        (1...min(joinLimit, titles.count)).map { TextFolding.fold(titles.prefix($0).joined(separator: "/")) }
    }

    /// Returns the child with the shortest of the titles, and the number of parts of that title.
    private func child(
        of node: CatalogNode, _ candidates: [String]
    ) throws(SQLiteError) -> (CatalogNode, used: Int)? {
        switch node {
        case .section(.artists), .section(.genres), .section(.composers), .section(.albums), .section(.tracks),
            .section(.albumsByArtist), .section(.albumsByYear):
            for (number, title) in candidates.enumerated() {
                if let child = try indexedChild(of: node, folded: title) { return (child, number + 1) }
            }
            return nil
        case .section(.folders), .folder:
            // No name of a folder contains the separator of titles, and folders come before files.
            if let folder = try folder(in: node, folded: candidates[0]) { return (folder, 1) }
            return try listedChild(of: node, candidates, from: folderCount(node))
        case .root, .section, .artist, .genre, .composer, .album: return try listedChild(of: node, candidates)
        case .track: return nil
        }
    }

    /// Finds the child in one pass over all children, however many titles there are.
    private func listedChild(
        of node: CatalogNode, _ candidates: [String], from start: Int = 0
    ) throws(SQLiteError) -> (CatalogNode, used: Int)? {
        var best: (CatalogNode, used: Int)?
        // Once a title is found, only shorter ones are of interest.
        var open = candidates[...]
        var offset = start
        while !open.isEmpty {
            let page = try children(node, offset: offset, limit: Self.lookupPage)
            for child in page {
                guard let item = try item(child), let number = open.firstIndex(of: TextFolding.fold(item.title)) else {
                    continue
                }
                best = (child, number + 1)
                open = candidates[..<number]
                if open.isEmpty { return best }
            }
            if page.count < Self.lookupPage { return best }
            offset += page.count
        }
        return best
    }

    private static let lookupPage = 500

    private func indexedChild(of node: CatalogNode, folded title: String) throws(SQLiteError) -> CatalogNode? {
        guard case .section(let section) = node else { return nil }
        switch section {
        case .artists:
            return try row(folded: title, "SELECT id FROM artists WHERE folded = ?").map { .artist($0) }
        case .genres: return try row(folded: title, "SELECT id FROM genres WHERE folded = ?").map { .genre($0) }
        case .composers:
            return try row(folded: title, "SELECT id FROM composers WHERE folded = ?").map { .composer($0) }
        case .albums, .albumsByArtist, .albumsByYear:
            return try row(
                sorted: title, "SELECT id, title FROM albums WHERE sort = ? ORDER BY id",
                alias: "SELECT id FROM albums WHERE alias = ? ORDER BY id"
            ).map { .album($0) }
        case .tracks:
            return try row(
                sorted: title, "SELECT id, title FROM tracks WHERE sort = ? ORDER BY id",
                alias: "SELECT id FROM tracks WHERE alias = ? ORDER BY id"
            ).map { .track($0) }
        case .folders, .recentlyAdded, .compilations: return nil
        }
    }

    private func folder(in node: CatalogNode, folded title: String) throws(SQLiteError) -> CatalogNode? {
        guard case .folder(let id) = node else {
            let sql: StaticString = "SELECT id, title FROM folders WHERE is_root = 1 AND sort = ? ORDER BY path"
            return try first(in: connection.cached(sql), folded: title).map { .folder($0) }
        }
        let sql: StaticString = "SELECT id, title FROM folders WHERE sort = ? AND parent_id = ? ORDER BY path"
        let statement = try connection.cached(sql)
        statement.bind(2, id)
        return try first(in: statement, folded: title).map { .folder($0) }
    }

    private func folderCount(_ node: CatalogNode) throws(SQLiteError) -> Int {
        guard case .folder(let id) = node else { return try childCount(node) }
        return try count("SELECT folder_count FROM folders WHERE id = ?", id)
    }

    private func row(folded title: String, _ sql: StaticString) throws(SQLiteError) -> Int64? {
        let statement = try connection.cached(sql)
        statement.bind(1, title)
        return try statement.first { $0.integer(0) }
    }

    /// Finds a row by its sort key. Equal titles have equal sort keys, but not the other way round; titles with sort
    /// names have aliases.
    private func row(
        sorted title: String, _ sql: StaticString, alias: StaticString
    ) throws(SQLiteError) -> Int64? {
        if let found = try first(in: connection.cached(sql), folded: title) { return found }
        return try self.row(folded: title, alias)
    }

    /// Returns the first of the rows with a sort key that also has the title.
    private func first(in statement: Statement, folded title: String) throws(SQLiteError) -> Int64? {
        statement.bind(1, SortKey.make(folded: title))
        return try statement.all { (id: $0.integer(0), title: $0.text(1)) }
            .first { TextFolding.fold($0.title) == title }?.id
    }
}
