// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// Items of the tree from their rows.
extension CatalogQueries {
    /// The item at a place; `nil` when it has gone.
    func item(_ node: CatalogNode) throws(SQLiteError) -> ContentItem? {
        switch node {
        case .root: rootItem
        case .section(let section): try sectionItem(section)
        case .artist(let id):
            try nameItem(
                id, .artist, "SELECT key, title, album_count, single_count, track_count FROM artists WHERE id = ?")
        case .genre(let id):
            try nameItem(
                id, .genre, "SELECT key, title, album_count, single_count, track_count FROM genres WHERE id = ?")
        case .composer(let id):
            try nameItem(
                id, .composer, "SELECT key, title, album_count, single_count, track_count FROM composers WHERE id = ?")
        case .album(let id): try albumItem(id)
        case .folder(let id): try folderItem(id)
        case .track(let id): try trackItem(id)
        }
    }

    /// The items at places, in the same order.
    func items(_ nodes: [CatalogNode]) throws(SQLiteError) -> [ContentItem] {
        try itemsThere(nodes).compactMap(\.self)
    }

    /// The items at places, in the same order; `nil` for those that have gone.
    ///
    /// Tracks, of which most long lists consist, are read by one statement.
    func itemsThere(_ nodes: [CatalogNode]) throws(SQLiteError) -> [ContentItem?] {
        let tracks = nodes.compactMap { node in
            if case .track(let id) = node { id } else { nil }
        }
        let found = tracks.count > 1 ? try trackItems(tracks) : [:]
        var items: [ContentItem?] = []
        items.reserveCapacity(nodes.count)
        for node in nodes {
            if case .track(let id) = node, tracks.count > 1 {
                items.append(found[id])
            } else {
                items.append(try item(node))
            }
        }
        return items
    }

    private var rootItem: ContentItem {
        ContentItem(
            identifier: .root, title: RootBranch.library.title, isContainer: true,
            childCount: ContentSection.allCases.count)
    }

    private func sectionItem(_ section: ContentSection) throws(SQLiteError) -> ContentItem {
        let count = try childCount(.section(section))
        return ContentItem(
            identifier: section.identifier, title: section.title, isContainer: true,
            isPlayable: section != .folders && count > 0, childCount: count)
    }

    private func nameItem(_ id: Int64, _ kind: ContentKind, _ sql: StaticString) throws(SQLiteError) -> ContentItem? {
        let statement = try connection.cached(sql)
        statement.bind(1, id)
        return try statement.first { row in
            let albums = row.int(2)
            let tracks = Self.counted(row.int(4), "track")
            return ContentItem(
                identifier: StableKey(number: row.integer(0)).identifier(kind), title: row.text(1),
                subtitle: albums > 0 ? Self.counted(albums, "album") + ", " + tracks : tracks, isContainer: true,
                isPlayable: row.int(4) > 0, childCount: albums + row.int(3))
        }
    }

    private func albumItem(_ id: Int64) throws(SQLiteError) -> ContentItem? {
        let statement = try connection.cached(
            """
            SELECT a.key, a.title, a.artist, a.duration, a.track_count, f.path, t.name FROM albums a
            LEFT JOIN tracks t ON t.id = a.first_track LEFT JOIN folders f ON f.id = t.folder_id WHERE a.id = ?
            """)
        statement.bind(1, id)
        return try statement.first { row in
            ContentItem(
                identifier: StableKey(number: row.integer(0)).identifier(.album), title: row.text(1),
                subtitle: row.text(2), artwork: row.isNull(6) ? nil : .medium(Self.location(row, folder: 5, name: 6)),
                duration: row.integer(3) > 0 ? .microseconds(row.integer(3)) : nil, isContainer: true,
                isPlayable: row.int(4) > 0, childCount: row.int(4))
        }
    }

    private func folderItem(_ id: Int64) throws(SQLiteError) -> ContentItem? {
        let statement = try connection.cached(
            "SELECT key, title, folder_count + track_count FROM folders WHERE id = ?")
        statement.bind(1, id)
        return try statement.first { row in
            ContentItem(
                identifier: StableKey(number: row.integer(0)).identifier(.folder), title: row.text(1),
                isContainer: true, isPlayable: row.int(2) > 0, childCount: row.int(2))
        }
    }

    private func trackItem(_ id: Int64) throws(SQLiteError) -> ContentItem? {
        let statement = try connection.cached(
            """
            SELECT t.key, t.title, t.artists, t.duration, f.path, t.name, t.resume_position, t.play_count,
                t.is_explicit, COALESCE(t.stars, t.tag_stars), t.part_start, t.part_end
            FROM tracks t JOIN folders f ON f.id = t.folder_id WHERE t.id = ?
            """)
        statement.bind(1, id)
        return try statement.first { Self.trackItem($0) }
    }

    /// Parameters: the numbers of the rows as a list.
    static let trackItems: StaticString = """
        SELECT t.key, t.title, t.artists, t.duration, f.path, t.name, t.resume_position, t.play_count,
            t.is_explicit, COALESCE(t.stars, t.tag_stars), t.part_start, t.part_end, t.id
        FROM json_each(?) r CROSS JOIN tracks t ON t.id = r.value CROSS JOIN folders f ON f.id = t.folder_id
        """

    private func trackItems(_ ids: [Int64]) throws(SQLiteError) -> [Int64: ContentItem] {
        let statement = try connection.cached(Self.trackItems)
        statement.bind(1, Self.list(ids))
        var items: [Int64: ContentItem] = [:]
        items.reserveCapacity(ids.count)
        try statement.eachRow { row in items[row.integer(12)] = Self.trackItem(row) }
        return items
    }

    private static func trackItem(_ row: Statement) -> ContentItem {
        var item = ContentItem(
            identifier: StableKey(number: row.integer(0)).identifier(.track), title: row.text(1),
            subtitle: TextList.divided(row.optionalText(2)).joined(separator: ", "),
            artwork: .medium(location(row, folder: 4, name: 5)),
            duration: row.optionalInteger(3).map { .microseconds($0) }, isPlayable: true,
            playbackProgress: progress(row), isExplicit: row.integer(8) != 0)
        item.stars = row.optionalInt(9).map { Stars(halves: $0) }
        if let part = segment(row, 10) { item.rare.part = part }
        return item
    }

    /// Returns the part of a track that was heard, if it remembers its position.
    private static func progress(_ row: Statement) -> Double? {
        guard let duration = row.optionalInteger(3), duration > 0 else { return nil }
        if let position = row.optionalInteger(6) { return min(1, max(0, Double(position) / Double(duration))) }
        guard Duration.microseconds(duration) >= ListeningRules().longDuration else { return nil }
        return row.integer(7) > 0 ? 1 : 0
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
