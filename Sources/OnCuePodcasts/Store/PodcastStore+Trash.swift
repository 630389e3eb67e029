// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import SQLite

/// Podcasts that were removed. They keep their episodes, and these their downloads, until they are restored or the
/// trash is emptied.
extension PodcastStore {
    /// Returns the podcasts that can be restored, newest first.
    package func trash() throws(ContentError) -> [TrashItem] {
        try perform { (connection) throws(SQLiteError) in
            let statement = try connection.cached(
                """
                SELECT p.key, p.title, t.removed FROM trash AS t JOIN trashed_podcasts AS p ON p.key = t.podcast
                ORDER BY t.removed DESC, p.sort
                """)
            return try statement.all { row in
                TrashItem(
                    key: StableKey(number: row.integer(0)).identifier(.podcast).description, kind: .podcast,
                    title: row.text(1), removed: row.integer(2))
            }
        }
    }

    /// Removes a podcast with its episodes, so that it can be restored. Files stay where they are.
    ///
    /// - Parameters:
    ///   - now: Seconds since 1970.
    ///   - isEdit: Whether the user does it; `false` for a change that follows another machine.
    /// - Returns: `false` if no podcast has this key.
    package func moveToTrash(_ key: StableKey, at now: Int64, isEdit: Bool = true) throws(ContentError) -> Bool {
        guard try podcast(key) != nil else { return false }
        try change { (connection) throws(SQLiteError) in
            try Self.note(key, isOn: false, at: isEdit ? now : nil, connection)
            try Self.run(Self.forgetting + Self.keeping, key, connection)
            let statement = try connection.cached("INSERT INTO trash (podcast, removed) VALUES (?, ?)")
            statement.bind(1, key.number)
            statement.bind(2, now)
            try statement.run()
        }
        return true
    }

    /// Puts a podcast back as it was; it is due at once.
    ///
    /// - Parameter time: The time of the user's change, in seconds since 1970; `nil` for a change that follows another
    ///   machine.
    /// - Throws: `notFound`; `refused` when there is a podcast with its address; `storage`.
    package func restore(_ key: StableKey, editedAt time: Int64? = nil) throws(ContentError) {
        guard let old = try trashed(key) else { throw Self.notFound(key.identifier(.podcast)) }
        guard try podcast(at: old.address) == nil, try podcast(key) == nil else {
            throw ContentError(.refused, "you are subscribed to \"\(old.title)\" already; nothing was restored")
        }
        try change { (connection) throws(SQLiteError) in
            try Self.run(Self.restoring + Self.forgetting, key, connection)
            try Self.note(key, isOn: true, at: time, connection)
        }
    }

    /// Returns the podcast in the trash that has this address.
    package func trashedPodcast(at address: String) throws(ContentError) -> StableKey? {
        try perform { (connection) throws(SQLiteError) in
            let statement = try connection.cached("SELECT key FROM trashed_podcasts WHERE address = ?")
            statement.bind(1, address)
            return try statement.first { StableKey(number: $0.integer(0)) }
        }
    }

    /// Keys that podcasts in the trash have.
    func trashedKeys() throws(ContentError) -> Set<StableKey> {
        try perform { (connection) throws(SQLiteError) in
            let statement = try connection.cached("SELECT key FROM trashed_podcasts")
            return Set(try statement.all { row -> StableKey in StableKey(number: row.integer(0)) })
        }
    }

    /// Returns the downloads of a podcast in the trash that belong to no other episode.
    package func trashedFiles(of key: StableKey) throws(ContentError) -> [String] {
        try perform { (connection) throws(SQLiteError) in
            let statement = try connection.cached(
                """
                SELECT file FROM trashed_episodes WHERE podcast = ? AND file IS NOT NULL
                    AND file NOT IN (SELECT file FROM episodes WHERE file IS NOT NULL)
                """)
            statement.bind(1, key.number)
            return try statement.all { $0.text(0) }
        }
    }

    /// Forgets a podcast in the trash for good.
    package func forgetTrashed(_ key: StableKey) throws(ContentError) {
        try change { (connection) throws(SQLiteError) in
            try Self.run(Self.forgetting + [Self.forgettingSettings], key, connection)
        }
    }

    private func trashed(_ key: StableKey) throws(ContentError) -> (title: String, address: String)? {
        try perform { (connection) throws(SQLiteError) in
            let statement = try connection.cached("SELECT title, address FROM trashed_podcasts WHERE key = ?")
            statement.bind(1, key.number)
            return try statement.first { (title: $0.text(0), address: $0.text(1)) }
        }
    }

    // MARK: Statements, each with the key of the podcast

    private static func run(
        _ statements: [String], _ key: StableKey, _ connection: Connection
    ) throws(SQLiteError) {
        for sql in statements {
            let statement = try connection.cached(text: sql)
            statement.bind(1, key.number)
            try statement.run()
        }
    }

    private static let keeping = [
        "INSERT INTO trashed_podcasts SELECT * FROM podcasts WHERE key = ?",
        "INSERT INTO trashed_episodes SELECT * FROM episodes WHERE podcast = ?",
        """
        INSERT INTO trashed_chapters SELECT * FROM chapters
        WHERE episode IN (SELECT key FROM episodes WHERE podcast = ?)
        """,
        // Episodes and chapters go with it.
        "DELETE FROM podcasts WHERE key = ?",
    ]

    private static let restoring = [
        "INSERT INTO podcasts SELECT * FROM trashed_podcasts WHERE key = ?",
        "UPDATE podcasts SET due = 0 WHERE key = ?",
        "INSERT OR IGNORE INTO episodes SELECT * FROM trashed_episodes WHERE podcast = ?",
        """
        INSERT OR IGNORE INTO chapters SELECT * FROM trashed_chapters
        WHERE episode IN (SELECT key FROM trashed_episodes WHERE podcast = ?)
        """,
    ]

    private static let forgettingSettings =
        "DELETE FROM settings WHERE podcast = ? AND podcast NOT IN (SELECT key FROM podcasts)"

    private static let forgetting = [
        "DELETE FROM trashed_chapters WHERE episode IN (SELECT key FROM trashed_episodes WHERE podcast = ?)",
        "DELETE FROM trashed_episodes WHERE podcast = ?",
        "DELETE FROM trashed_podcasts WHERE key = ?",
        "DELETE FROM trash WHERE podcast = ?",
    ]
}
