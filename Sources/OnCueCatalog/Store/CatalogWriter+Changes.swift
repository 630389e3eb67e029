// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

extension CatalogWriter {
    /// The number of containers above which they are not named; then any may have changed.
    private static let namedLimit = 64

    /// Returns the containers that a small transaction has changed; removed ones no longer have names, and are
    /// represented by their sections.
    func changedContainers() throws(SQLiteError) -> Set<ContentIdentifier>? {
        let count = pending.albums.count + pending.folders.count + pending.names.values.reduce(0) { $0 + $1.count }
        guard !pending.hasMovedFolders, count <= Self.namedLimit else { return nil }
        var containers: Set<ContentIdentifier> = [.root]
        for section in ContentSection.allCases { containers.insert(section.identifier) }
        for album in pending.albums {
            try insert(.album, album, "SELECT key FROM albums WHERE id = ?", into: &containers)
        }
        for folder in pending.folders.keys { try insertFolders(from: folder, into: &containers) }
        for (table, names) in pending.names {
            for name in names { try insert(table.kind, name, table.statements.key, into: &containers) }
        }
        return containers
    }

    /// Inserts a folder and those above it: a folder that is added or removed changes one of them.
    private func insertFolders(
        from folder: Int64, into containers: inout Set<ContentIdentifier>
    ) throws(SQLiteError) {
        var next: Int64? = folder
        while let id = next {
            let query = try connection.cached("SELECT key, parent_id FROM folders WHERE id = ?")
            query.bind(1, id)
            let found = try query.first { (key: $0.integer(0), parent: $0.optionalInteger(1)) }
            guard let found else { return }
            containers.insert(StableKey(number: found.key).identifier(.folder))
            next = found.parent
        }
    }

    private func insert(
        _ kind: ContentKind, _ id: Int64, _ sql: StaticString, into containers: inout Set<ContentIdentifier>
    ) throws(SQLiteError) {
        let query = try connection.cached(sql)
        query.bind(1, id)
        if let key = try query.first({ $0.integer(0) }) { containers.insert(StableKey(number: key).identifier(kind)) }
    }
}
