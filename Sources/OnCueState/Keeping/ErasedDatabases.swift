// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import FoundationEssentials
internal import OnCueCatalog
internal import OnCueCore
internal import OnCueSuggestions
internal import SQLite

/// The databases with learnt data, opened and upgraded to the newest version.
struct ErasedDatabases {
    private typealias Database = (path: String, connection: Connection, erase: (Connection) throws(SQLiteError) -> Void)

    private var databases: [Database] = []

    /// Opens the databases that exist.
    ///
    /// - Throws: `storage`, in which case nothing has been removed.
    init(_ files: KeptFiles) throws(ContentError) {
        try add(files.listening, ListeningSchema.migrator, Self.eraseListening)
        try add(files.suggestions, SuggestionSchema.migrator, Self.eraseSuggestions)
        try add(files.activities, ActivitySchema.migrator) { (connection) throws(SQLiteError) in
            try Self.empty(connection, except: [])
        }
        try add(files.notifications, NotificationSchema.migrator) { (connection) throws(SQLiteError) in
            // The permissions of programs are settings.
            try Self.empty(connection, except: ["clients"])
        }
        try add(files.session, SessionSchema.migrator, Self.eraseSession)
        try add(files.catalog, CatalogSchema.migrator, Self.eraseMirror)
    }

    private mutating func add(
        _ path: String, _ migrator: Migrator, _ erase: @escaping (Connection) throws(SQLiteError) -> Void
    ) throws(ContentError) {
        guard KeptFiles.isPresent(path) else { return }
        do throws(SQLiteError) {
            let file = SchemaFile(Array(path.utf8), migrator, isPrecious: false)
            let connection = try file.open { (connection) throws(SQLiteError) in
                try connection.useWriteAheadLog(isDurable: true)
                try connection.execute("PRAGMA secure_delete = 1")
            }
            let found = try connection.prepare("PRAGMA quick_check(1)").first { $0.text(0) } ?? ""
            guard found == "ok" else { throw SQLiteError(code: .corrupt, message: "it is damaged", sql: "") }
            databases.append((path, connection, erase))
        } catch {
            throw Self.describe(error, path)
        }
    }

    /// - Throws: `storage`.
    func erase() throws(ContentError) {
        for database in databases {
            do throws(SQLiteError) {
                try database.connection.transaction { () throws(SQLiteError) in try database.erase(database.connection)
                }
                // Removed rows are still in free pages, and all of them are in the log.
                try database.connection.execute("VACUUM")
                let isBusy = try database.connection.prepare("PRAGMA wal_checkpoint(TRUNCATE)").first { $0.int(0) != 0 }
                guard isBusy == false else {
                    throw SQLiteError(
                        code: .busy, message: "another program is using it; quit that program, then erase again",
                        sql: "")
                }
            } catch {
                throw Self.describe(error, database.path)
            }
        }
    }

    private static func describe(_ error: SQLiteError, _ path: String) -> ContentError {
        let advice =
            error.isDamage
            ? "; see oncue doctor for how to repair it, or delete \(path) with all its contents, then erase again"
            : error.advice
        return ContentError(.storage, "cannot erase in \(path): \(error.message)\(advice)")
    }

    // MARK: Exceptions

    /// Empties all tables except some, so that tables of later versions are erased unless they are added to the
    /// exceptions.
    private static func empty(_ connection: Connection, except kept: Set<String>) throws(SQLiteError) {
        let tables = try connection.prepare(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        ).all { $0.text(0) }
        for table in tables where !kept.contains(table) { try connection.execute("DELETE FROM \"\(table)\"") }
    }

    /// Keeps likes, dislikes and bookmarks, since they were given explicitly, not learnt. The mirror in the catalog
    /// starts over. Earlier positions from servers are not taken over again.
    private static func eraseListening(_ connection: Connection) throws(SQLiteError) {
        // Other machines are notified at the next exchange, by numbers only.
        try SharedRows(connection: connection).eraseLearnt()
        try empty(
            connection, except: ["state", "records", "bookmarks", "logs", "streams", "shared", "erased"])
        try connection.execute(
            """
            DELETE FROM records WHERE favourite = 0 AND disliked = 0 AND stars IS NULL;
            UPDATE records SET play_count = 0, skip_count = 0, last_played = NULL, position = NULL, change = 1,
                position_erased = NULL;
            UPDATE state SET change = 1, positions_erased = \(FileSystem.secondsSince1970());
            """)
    }

    /// Keeps settings and times of day, since they were given explicitly, and the last number of a trigger, since
    /// numbers are never reused.
    private static func eraseSuggestions(_ connection: Connection) throws(SQLiteError) {
        let rows = DonationRows(connection: connection)
        let old = try rows.state().map(ErasureCounts.decode) ?? SuggestionState()
        try empty(connection, except: ["state"])
        var new = SuggestionState()
        (new.settings, new.times, new.lastTrigger) = (old.settings, old.times, old.lastTrigger)
        guard let data = try? JSONEncoder().encode(new) else { return try empty(connection, except: []) }
        try rows.save(String(decoding: data, as: UTF8.self))
    }

    /// Keeps volume, modes and sound, which are settings.
    private static func eraseSession(_ connection: Connection) throws(SQLiteError) {
        try empty(connection, except: ["session", "sound"])
        try connection.execute(
            """
            UPDATE session SET current = NULL, position = 0, was_active = 0, was_playing = 0, stops_after_entry = 0,
                shuffle_mode = coalesce(lasting_shuffle_mode, shuffle_mode), lasting_shuffle_mode = NULL
            """)
    }

    static func eraseMirror(_ connection: Connection) throws(SQLiteError) {
        try connection.execute(
            """
            UPDATE tracks SET play_count = 0, skip_count = 0, last_played = NULL, resume_position = NULL
                WHERE play_count > 0 OR skip_count > 0 OR last_played IS NOT NULL OR resume_position IS NOT NULL;
            UPDATE vanished_tracks SET play_count = 0, skip_count = 0, last_played = NULL, resume_position = NULL;
            UPDATE catalog SET listening_change = 0;
            """)
    }
}
