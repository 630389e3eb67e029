// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// Items of the tree from their rows.
extension CatalogQueries {
    /// Returns the item of a node, or `nil` if it no longer exists.
    func item(_ node: CatalogNode) throws(SQLiteError) -> ContentNode? {
        switch node {
        case .root: rootItem
        case .section(let section): try sectionItem(section)
        case .artist(let id): try item(.artist, id)
        case .genre(let id): try item(.genre, id)
        case .composer(let id): try item(.composer, id)
        case .album(let id): try item(.album, id)
        case .folder(let id): try item(.folder, id)
        case .track(let id): try item(.track, id)
        }
    }

    /// Returns the items of nodes, in the same order; those that no longer exist are left out.
    func items(_ nodes: [CatalogNode]) throws(SQLiteError) -> [ContentNode] {
        try itemsThere(nodes).compactMap(\.self)
    }

    /// Returns the items of nodes, in the same order; `nil` for those that no longer exist.
    ///
    /// The items of one kind, of which most lists consist, are read by one statement.
    func itemsThere(_ nodes: [CatalogNode]) throws(SQLiteError) -> [ContentNode?] {
        var lists: [SearchKind: (found: [(id: Int64, item: ContentNode)], next: Int)] = [:]
        for kind in SearchKind.allCases {
            let ids = nodes.compactMap { $0.kind == kind ? $0.row : nil }
            if ids.count > 1 { lists[kind] = (try items(kind, ids), 0) }
        }
        var items: [ContentNode?] = []
        items.reserveCapacity(nodes.count)
        for node in nodes {
            guard let kind = node.kind, let list = lists[kind] else {
                items.append(try item(node))
                continue
            }
            // The found items are in the same order, but only those that exist.
            guard list.next < list.found.count, list.found[list.next].id == node.row else {
                items.append(nil)
                continue
            }
            items.append(list.found[list.next].item)
            lists[kind]?.next += 1
        }
        return items
    }

    private var rootItem: ContentNode {
        ContentNode(
            identifier: .root, title: RootBranch.library.title, isContainer: true,
            childCount: ContentSection.allCases.count)
    }

    private func sectionItem(_ section: ContentSection) throws(SQLiteError) -> ContentNode {
        let count = try childCount(.section(section))
        return ContentNode(
            identifier: section.identifier, title: section.title, isContainer: true,
            isPlayable: section != .folders && count > 0, childCount: count)
    }

    /// Returns the items of rows of one kind with their numbers, in the same order; those that no longer exist are left
    /// out.
    private func items(
        _ kind: SearchKind, _ ids: [Int64]
    ) throws(SQLiteError) -> [(id: Int64, item: ContentNode)] {
        let statement = try connection.cached(Self.selection(kind))
        statement.bind(1, numbers: ids)
        var items: [(id: Int64, item: ContentNode)] = []
        items.reserveCapacity(ids.count)
        try statement.eachRow { row in items.append((row.integer(0), Self.item(kind, row))) }
        return items
    }

    /// Returns the item of a row of one kind, or `nil` if it no longer exists.
    private func item(_ kind: SearchKind, _ id: Int64) throws(SQLiteError) -> ContentNode? {
        try items(kind, [id]).first?.item
    }

    /// Selects the number and the item of each row. Parameters: the numbers of the rows.
    static func selection(_ kind: SearchKind) -> StaticString {
        switch kind {
        case .artist:
            """
            SELECT n.id, n.key, n.title, n.album_count, n.single_count, n.track_count
            FROM numbers(?) r CROSS JOIN artists n ON n.id = r.value
            """
        case .genre:
            """
            SELECT n.id, n.key, n.title, n.album_count, n.single_count, n.track_count
            FROM numbers(?) r CROSS JOIN genres n ON n.id = r.value
            """
        case .composer:
            """
            SELECT n.id, n.key, n.title, n.album_count, n.single_count, n.track_count
            FROM numbers(?) r CROSS JOIN composers n ON n.id = r.value
            """
        case .album:
            """
            SELECT a.id, a.key, a.title, a.artist, a.duration, a.track_count, f.path, t.name
            FROM numbers(?) r CROSS JOIN albums a ON a.id = r.value
            LEFT JOIN tracks t ON t.id = a.first_track LEFT JOIN folders f ON f.id = t.folder_id
            """
        case .folder:
            """
            SELECT n.id, n.key, n.title, n.folder_count + n.track_count
            FROM numbers(?) r CROSS JOIN folders n ON n.id = r.value
            """
        case .track:
            """
            SELECT t.id, t.key, t.title, t.artists, t.duration, f.path, t.name, t.resume_position, t.play_count,
                t.is_explicit, COALESCE(t.stars, t.tag_stars), t.part_start, t.part_end
            FROM numbers(?) r CROSS JOIN tracks t ON t.id = r.value CROSS JOIN folders f ON f.id = t.folder_id
            """
        }
    }

    private static func item(_ kind: SearchKind, _ row: Statement) -> ContentNode {
        switch kind {
        case .artist, .genre, .composer: nameItem(kind.kind, row)
        case .album: albumItem(row)
        case .folder: folderItem(row)
        case .track: trackItem(row)
        }
    }

    private static func nameItem(_ kind: ContentKind, _ row: Statement) -> ContentNode {
        let albums = row.int(3)
        let tracks = counted(row.int(5), "track")
        return ContentNode(
            identifier: StableKey(number: row.integer(1)).identifier(kind), title: row.text(2),
            subtitle: albums > 0 ? counted(albums, "album") + ", " + tracks : tracks, isContainer: true,
            isPlayable: row.int(5) > 0, childCount: albums + row.int(4))
    }

    private static func albumItem(_ row: Statement) -> ContentNode {
        ContentNode(
            identifier: StableKey(number: row.integer(1)).identifier(.album), title: row.text(2),
            subtitle: row.text(3), artwork: row.isNull(7) ? nil : .medium(location(row, folder: 6, name: 7)),
            duration: row.integer(4) > 0 ? .microseconds(row.integer(4)) : nil, isContainer: true,
            isPlayable: row.int(5) > 0, childCount: row.int(5))
    }

    private static func folderItem(_ row: Statement) -> ContentNode {
        ContentNode(
            identifier: StableKey(number: row.integer(1)).identifier(.folder), title: row.text(2),
            isContainer: true, isPlayable: row.int(3) > 0, childCount: row.int(3))
    }

    private static func trackItem(_ row: Statement) -> ContentNode {
        var item = ContentNode(
            identifier: StableKey(number: row.integer(1)).identifier(.track), title: row.text(2),
            subtitle: TextList.line(row.text(3)), artwork: .medium(location(row, folder: 5, name: 6)),
            duration: row.optionalInteger(4).map { .microseconds($0) }, isPlayable: true,
            playbackProgress: progress(row), isExplicit: row.integer(9) != 0)
        item.stars = row.optionalInt(10).map { Stars(halves: $0) }
        if let part = segment(row, 11) { item.rare.part = part }
        return item
    }

    /// Returns the part of a track that was heard, if it remembers its position.
    private static func progress(_ row: Statement) -> Double? {
        guard let duration = row.optionalInteger(4), duration > 0 else { return nil }
        if let position = row.optionalInteger(7) { return min(1, max(0, Double(position) / Double(duration))) }
        guard Duration.microseconds(duration) >= ListeningRules().longDuration else { return nil }
        return row.integer(8) > 0 ? 1 : 0
    }

    static func segment(_ row: Statement, _ column: Int32) -> MediaSegment? {
        row.optionalInteger(column).map { start in
            MediaSegment(start: .microseconds(start), end: row.optionalInteger(column + 1).map { .microseconds($0) })
        }
    }

    static func location(_ row: Statement, folder: Int32, name: Int32) -> MediaLocation {
        MediaLocation(filePath: PathBytes.joined(row.blob(folder), row.blob(name)))
    }

    private static func counted(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)" + (number == 1 ? "" : "s")
    }
}
