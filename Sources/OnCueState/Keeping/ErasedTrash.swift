// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FoundationEssentials
internal import OnCueCore
internal import SQLite

/// The trash, which an erasure empties, so that no file contains deleted items.
///
/// Podcasts in the trash are rows of a database that is otherwise kept.
struct ErasedTrash {
    private let files: KeptFiles

    init(_ files: KeptFiles) {
        self.files = files
    }

    /// The number of items in the trash. Blocks.
    var count: Int {
        let things = (try? FileManager.default.contentsOfDirectory(atPath: files.trash)) ?? []
        return things.count + KeptFiles.count("SELECT COUNT(*) FROM trash", in: files.podcasts)
    }

    /// The downloads of podcasts in the trash. Blocks.
    var downloads: [String] {
        guard KeptFiles.isPresent(files.podcasts),
            let connection = try? Connection(path: files.podcasts, mode: .readOnly),
            let found = try? connection.prepare(
                """
                SELECT file FROM trashed_episodes
                WHERE file IS NOT NULL AND file NOT IN (SELECT file FROM episodes WHERE file IS NOT NULL)
                """
            ).all({ $0.text(0) })
        else { return [] }
        return found.filter(KeptFiles.isPresent)
    }

    /// Removes the podcasts in the trash. Blocks.
    ///
    /// - Throws: `storage`.
    func erase() throws(ContentError) {
        guard KeptFiles.count("SELECT COUNT(*) FROM trash", in: files.podcasts) > 0 else { return }
        do throws(SQLiteError) {
            let connection = try Connection(path: files.podcasts)
            try connection.execute("PRAGMA secure_delete = 1")
            try connection.transaction { () throws(SQLiteError) in
                try connection.execute(
                    """
                    DELETE FROM trashed_chapters; DELETE FROM trashed_episodes; DELETE FROM trashed_podcasts;
                    DELETE FROM trash;
                    """)
                // A file of an earlier version has no such table.
                let tables = try connection.prepare("SELECT COUNT(*) FROM sqlite_schema WHERE name = 'settings'")
                if try tables.first({ $0.int(0) }) == 1 {
                    try connection.execute("DELETE FROM settings WHERE podcast NOT IN (SELECT key FROM podcasts)")
                }
            }
            try connection.execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        } catch {
            throw ContentError(
                .storage, "cannot erase the trash in \(files.podcasts): \(error.message)\(error.advice)")
        }
    }
}
