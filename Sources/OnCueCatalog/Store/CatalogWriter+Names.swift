// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

extension CatalogWriter {
    /// The cached details of a name between files.
    struct KnownName {
        var id: Int64
        var sort: String
    }

    /// Returns the number of an artist, a genre or a composer, which is added if it is new.
    ///
    /// A different sort name replaces the previous one, so the last file read determines it.
    func nameID(_ table: NameTable, _ name: FoldedName) throws(SQLiteError) -> Int64 {
        try knownName(table, name).id
    }

    /// Returns the name with its sort key.
    func knownName(_ table: NameTable, _ name: FoldedName) throws(SQLiteError) -> KnownName {
        let known: KnownName
        if let remembered = names[table]?[name.folded] {
            known = remembered
        } else {
            known = if let stored = try storedName(table, name) { stored } else { try addName(table, name) }
            names[table, default: [:]][name.folded] = known
            try remember(Vocabulary.words(in: name.folded))
        }
        guard let sort = name.sort, !sort.isEmpty, sort != known.sort else { return known }
        return try changeSort(table, name, known.id, sort)
    }

    private func storedName(_ table: NameTable, _ name: FoldedName) throws(SQLiteError) -> KnownName? {
        let query = try connection.cached(table.statements.find)
        query.bind(1, name.folded)
        return try query.first { KnownName(id: $0.integer(0), sort: $0.text(1)) }
    }

    private func addName(_ table: NameTable, _ name: FoldedName) throws(SQLiteError) -> KnownName {
        let key = try freeKey(hashing: name.folded.utf8) { () throws(SQLiteError) in
            try connection.cached(table.statements.takenKey)
        }
        let sort = name.sort ?? SortKey.make(folded: name.folded)
        let statement = try connection.cached(table.statements.insert)
        statement.bind(1, key)
        statement.bind(2, name.folded)
        statement.bind(3, name.title)
        statement.bind(4, sort)
        try statement.run()
        let id = connection.lastInsertedRow
        pending.search.add(SearchKind(table).row(id), SearchText(title: name.folded))
        pending.names[table, default: []].insert(id)
        pending.nameCounts[table, default: 0] += 1
        pending.isContentChanged = true
        return KnownName(id: id, sort: sort)
    }

    private func changeSort(
        _ table: NameTable, _ name: FoldedName, _ id: Int64, _ sort: String
    ) throws(SQLiteError) -> KnownName {
        let statement = try connection.cached(table.statements.setSort)
        statement.bind(1, sort)
        statement.bind(2, id)
        try statement.run()
        let changed = KnownName(id: id, sort: sort)
        names[table]?[name.folded] = changed
        pending.isContentChanged = true
        guard table == .artist else { return changed }
        // Their albums keep their positions.
        let albums = try connection.cached("SELECT album_id FROM artist_albums WHERE artist_id = ? AND is_whole = 1")
        albums.bind(1, id)
        try albums.eachRow { pending.albums.insert($0.integer(0)) }
        return changed
    }

    /// Recounts the items of a name, and removes a name without any.
    func updateName(_ table: NameTable, _ id: Int64) throws(SQLiteError) {
        let statements = table.statements
        let albumQuery = try connection.cached(statements.countAlbums)
        albumQuery.bind(1, id)
        let (albums, albumTracks) = try albumQuery.first { ($0.int(0), $0.int(1)) } ?? (0, 0)
        let singleQuery = try connection.cached(statements.countSingles)
        singleQuery.bind(1, id)
        let singles = try singleQuery.first { $0.int(0) } ?? 0
        if albums == 0 && singles == 0 { return try removeName(table, id) }
        let statement = try connection.cached(statements.setCounts)
        statement.bind(1, albums)
        statement.bind(2, singles)
        statement.bind(3, albumTracks + singles)
        statement.bind(4, id)
        try statement.run()
    }

    private func removeName(_ table: NameTable, _ id: Int64) throws(SQLiteError) {
        let deletion = try connection.cached(table.statements.delete)
        deletion.bind(1, id)
        try deletion.eachRow { names[table]?[$0.text(0)] = nil }
        pending.search.remove(SearchKind(table).row(id))
        pending.nameCounts[table, default: 0] -= 1
    }
}
