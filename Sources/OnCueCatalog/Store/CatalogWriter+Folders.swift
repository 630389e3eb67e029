// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

extension CatalogWriter {
    /// Returns the number of a folder, which is added with its parents if it is new; `nil` outside of the library.
    func folderID(_ path: [UInt8]) throws(SQLiteError) -> Int64? {
        if let id = folderIDs[path] { return id }
        guard topFolders.contains(where: { PathBytes.isInside(path, $0) }) else { return nil }
        let id = if let known = try knownFolder(path) { known } else { try addFolder(path) }
        folderIDs[path] = id
        return id
    }

    func readTopFolders() throws(SQLiteError) {
        topFolders = try connection.cached("SELECT path FROM folders WHERE is_root = 1 ORDER BY sort, path")
            .all { $0.blob(0) }
    }

    // MARK: Roots

    /// Adds a folder to the library; does nothing if it is already one of the roots.
    func addRoot(_ path: [UInt8]) throws(SQLiteError) {
        let statement = try connection.cached("INSERT OR IGNORE INTO library_roots (path) VALUES (?)")
        statement.bind(1, path)
        try statement.run()
        guard !topFolders.contains(where: { PathBytes.isInside(path, $0) }) else { return }
        let inner = topFolders.filter { PathBytes.isInside($0, path) }
        topFolders = topFolders.filter { !PathBytes.isInside($0, path) } + [path]
        try insertFolder(path, parent: nil)
        for folder in inner { try hangBelowParent(folder) }
        try readTopFolders()
        pending.isContentChanged = true
        pending.hasMovedFolders = true
    }

    /// Removes a root and everything below it from the library, except the contents of other roots.
    ///
    /// - Returns: `false` if it is not a root.
    func removeRoot(_ path: [UInt8]) throws(SQLiteError) -> Bool {
        let deletion = try connection.cached("DELETE FROM library_roots WHERE path = ?")
        deletion.bind(1, path)
        try deletion.run()
        guard connection.changedRows == 1 else { return false }
        let roots = try connection.cached("SELECT path FROM library_roots").all { $0.blob(0) }
        guard !roots.contains(where: { PathBytes.isInside(path, $0) }) else { return true }
        let kept = roots.filter { PathBytes.isInside($0, path) }
        let highest = kept.filter { root in !kept.contains { $0 != root && PathBytes.isInside(root, $0) } }
        try removeContent(below: path, except: kept)
        for root in highest { try makeTop(root) }
        try demote(path)
        try readTopFolders()
        pending.isContentChanged = true
        pending.hasMovedFolders = true
        return true
    }

    private func removeContent(below path: [UInt8], except kept: [[UInt8]]) throws(SQLiteError) {
        let folders = try connection.cached("SELECT id, path FROM folders").all { ($0.integer(0), $0.blob(1)) }
        for (id, folder) in folders
        where PathBytes.isInside(folder, path) && !kept.contains(where: { PathBytes.isInside(folder, $0) }) {
            let tracks = try connection.cached("SELECT id FROM tracks WHERE folder_id = ?")
            tracks.bind(1, id)
            for track in try tracks.all({ TrackID(row: $0.integer(0)) }) { try removeTrack(track) }
        }
        let unreadable = try connection.cached("SELECT DISTINCT folder FROM unreadable_files").all { $0.blob(0) }
        for folder in unreadable
        where PathBytes.isInside(folder, path) && !kept.contains(where: { PathBytes.isInside(folder, $0) }) {
            let deletion = try connection.cached("DELETE FROM unreadable_files WHERE folder = ?")
            deletion.bind(1, folder)
            try deletion.run()
        }
    }

    private func makeTop(_ path: [UInt8]) throws(SQLiteError) {
        let id = if let known = try knownFolder(path) { known } else { try insertFolder(path, parent: nil) }
        let parent = try connection.cached("SELECT parent_id FROM folders WHERE id = ?")
        parent.bind(1, id)
        if let parent = try parent.first({ $0.optionalInteger(0) }) ?? nil {
            try countFolders(parent, by: -1)
            // The folders between the two roots are removed if nothing else is in them.
            pending.folders[parent, default: 0] += 0
        }
        let statement = try connection.cached("UPDATE folders SET parent_id = NULL, is_root = 1 WHERE id = ?")
        statement.bind(1, id)
        try statement.run()
    }

    /// Makes a former root an ordinary folder, which is removed once it is empty.
    private func demote(_ path: [UInt8]) throws(SQLiteError) {
        guard let id = try knownFolder(path) else { return }
        let statement = try connection.cached("UPDATE folders SET is_root = 0 WHERE id = ?")
        statement.bind(1, id)
        try statement.run()
        pending.folders[id, default: 0] += 0
    }

    /// Moves a former root to its place in the new one, with the folders in between.
    private func hangBelowParent(_ path: [UInt8]) throws(SQLiteError) {
        guard let id = try knownFolder(path), let above = PathBytes.divided(path)?.folder else { return }
        guard let parent = try folderID(above) else { return }
        let statement = try connection.cached("UPDATE folders SET parent_id = ?, is_root = 0 WHERE id = ?")
        statement.bind(1, parent)
        statement.bind(2, id)
        try statement.run()
        try countFolders(parent, by: 1)
        // The parent is removed again if it is empty.
        pending.folders[id, default: 0] += 0
    }

    // MARK: Rows

    private func knownFolder(_ path: [UInt8]) throws(SQLiteError) -> Int64? {
        let query = try connection.cached("SELECT id FROM folders WHERE path = ?")
        query.bind(1, path)
        return try query.first { $0.integer(0) }
    }

    private func addFolder(_ path: [UInt8]) throws(SQLiteError) -> Int64 {
        var parent: Int64?
        if let above = PathBytes.divided(path)?.folder { parent = try folderID(above) }
        let id = try insertFolder(path, parent: parent)
        if let parent { try countFolders(parent, by: 1) }
        return id
    }

    @discardableResult
    private func insertFolder(_ path: [UInt8], parent: Int64?) throws(SQLiteError) -> Int64 {
        let key = try freeKey(hashing: path) { () throws(SQLiteError) in
            try connection.cached("SELECT 1 FROM folders WHERE key = ?")
        }
        let title = PathBytes.displayName(path)
        let statement = try connection.cached(
            "INSERT INTO folders (key, path, parent_id, title, sort, is_root) VALUES (?, ?, ?, ?, ?, ?)")
        statement.bind(1, key)
        statement.bind(2, path)
        statement.bind(3, parent)
        statement.bind(4, title)
        statement.bind(5, SortKey.make(title))
        statement.bind(6, parent == nil)
        try statement.run()
        let id = connection.lastInsertedRow
        let folded = TextFolding.fold(title)
        pending.search.add(SearchKind.folder.row(id), SearchText(title: folded))
        try remember(Vocabulary.words(in: folded))
        return id
    }

    private func countFolders(_ id: Int64, by change: Int) throws(SQLiteError) {
        let statement = try connection.cached("UPDATE folders SET folder_count = folder_count + ? WHERE id = ?")
        statement.bind(1, change)
        statement.bind(2, id)
        try statement.run()
    }

    /// Updates the counts of folders, and removes folders that have become empty.
    func updateFolders() throws(SQLiteError) {
        for (id, change) in pending.folders {
            let statement = try connection.cached("UPDATE folders SET track_count = track_count + ? WHERE id = ?")
            statement.bind(1, change)
            statement.bind(2, id)
            try statement.run()
        }
        for (id, change) in pending.folders where change <= 0 { try removeIfEmpty(id) }
    }

    private func removeIfEmpty(_ id: Int64) throws(SQLiteError) {
        var next: Int64? = id
        while let folder = next {
            let deletion = try connection.cached(
                """
                DELETE FROM folders WHERE id = ? AND folder_count = 0 AND track_count = 0 AND is_root = 0
                RETURNING parent_id, path
                """)
            deletion.bind(1, folder)
            next = nil
            try deletion.eachRow { row in
                pending.hasMovedFolders = true
                next = row.optionalInteger(0)
                folderIDs[row.blob(1)] = nil
                pending.search.remove(SearchKind.folder.row(folder))
            }
            if let parent = next { try countFolders(parent, by: -1) }
        }
    }
}
