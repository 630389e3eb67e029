// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import OnCueCatalog
internal import OnCueCore
internal import SQLite

/// Reads and writes the journal in `listening.sqlite`; must be used on the thread that owns the connection.
struct JournalRows {
    let connection: Connection

    // MARK: Writing

    /// Appends an entry; must be called in a transaction.
    ///
    /// - Parameters:
    ///   - log: The log that contains the entry.
    ///   - number: The number of the entry in that log.
    func append(_ entry: JournalEntry, log: Int64, number: Int64) throws(SQLiteError) {
        let item = try itemNumber(entry.subject)
        let output = try entry.output.map { (name) throws(SQLiteError) in try outputNumber(name) }
        let row = try connection.cached(
            """
            INSERT INTO journal (time, kind, item, position, cause, output, song, log, number)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        row.bind(1, entry.time)
        row.bind(2, entry.kind.rawValue)
        row.bind(3, item)
        row.bind(4, entry.position.wholeMicroseconds)
        row.bind(5, entry.cause.rawValue)
        row.bind(6, output)
        row.bind(7, entry.song)
        row.bind(8, log)
        row.bind(9, number)
        try row.run()
    }

    private func itemNumber(_ subject: JournalEntry.Subject) throws(SQLiteError) -> Int64 {
        let row = try connection.cached(
            """
            INSERT INTO journal_items (identifier, title, artists, album, duration, recording) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (identifier) DO UPDATE SET title = excluded.title, artists = excluded.artists,
                album = excluded.album, duration = COALESCE(excluded.duration, duration),
                recording = COALESCE(excluded.recording, recording)
            RETURNING id
            """)
        row.bind(1, subject.identifier.description)
        row.bind(2, subject.title)
        row.bind(3, TextList.joined(subject.artists))
        row.bind(4, subject.album)
        row.bind(5, subject.duration?.wholeMicroseconds)
        row.bind(6, subject.recording)
        return try number(row)
    }

    private func outputNumber(_ name: String) throws(SQLiteError) -> Int64 {
        let row = try connection.cached(
            "INSERT INTO journal_outputs (name) VALUES (?) ON CONFLICT (name) DO UPDATE SET name = name RETURNING id")
        row.bind(1, name)
        return try number(row)
    }

    private func number(_ row: Statement) throws(SQLiteError) -> Int64 {
        var number: Int64 = 0
        try row.eachRow { number = $0.integer(0) }
        return number
    }

    /// Erases a part of the journal, and its effect on plays, skips and the time last played. If the entire history of
    /// an item is erased, or everything is, the item is forgotten except for its like or dislike.
    ///
    /// - Returns: The number of entries erased, and the items whose records have changed.
    func erase(
        _ query: JournalQuery, change: Int64
    ) throws(SQLiteError) -> (count: Int, items: Set<ContentIdentifier>) {
        let parts = try counts(query)
        let shared = SharedRows(connection: connection)
        try shared.tellErasing(
            try bound(
                "SELECT log, number FROM journal WHERE log IN (SELECT id FROM logs WHERE machine IS NULL) AND", query,
                "ORDER BY log, number"))
        for part in parts { try discount(part, change: change) }
        let erasing = try bound("DELETE FROM journal WHERE", query)
        try erasing.run()
        let count = connection.changedRows
        for part in parts { try settleLastPlayed(part.identifier, since: query.since, until: query.until) }
        if query.items == nil, query.kinds.isEmpty {
            try forgetPlaylists(query, change: change)
            try forgetWaiting(query)
        }
        var items = Set(parts.compactMap { ContentIdentifier($0.identifier) })
        if query.since == nil, query.until == nil {
            items.formUnion(try forget(query.items, change: change))
            try shared.erasePositions(query.items)
            try noteErasedPositions(query.items)
        } else {
            // Items without any history left have lost their positions.
            let without = try records(withoutPositionAmong: parts.map(\.identifier))
            if !without.isEmpty {
                try shared.erasePositions(without)
                try noteErasedPositions(without)
            }
        }
        try forgetItems()
        try connection.cached(
            "DELETE FROM journal_outputs WHERE id NOT IN (SELECT output FROM journal WHERE output IS NOT NULL)"
        ).run()
        return (count, items)
    }

    /// Forgets the items that have no entries left. Looks at all of them, so one call is enough after any number of
    /// erasures.
    func forgetItems() throws(SQLiteError) {
        try connection.cached("DELETE FROM journal_items WHERE id NOT IN (SELECT item FROM journal)").run()
    }

    /// Erases plays of playlists with the period that contains them, since they have no entries of their own.
    private func forgetPlaylists(_ query: JournalQuery, change: Int64) throws(SQLiteError) {
        let row = try connection.cached(
            """
            UPDATE records SET last_played = NULL, change = ?
            WHERE kind = 'playlist' AND last_played >= ? AND last_played < ?
            """)
        row.bind(1, change)
        row.bind(2, query.since ?? 0)
        row.bind(3, query.until ?? .max)
        try row.run()
    }

    /// Erases plays of items that are not here with the period that contains them.
    private func forgetWaiting(_ query: JournalQuery) throws(SQLiteError) {
        let row = try connection.cached(
            "DELETE FROM shared WHERE kind = 'plays' AND item IS NOT NULL AND time >= ? AND time < ?")
        row.bind(1, query.since ?? .min)
        row.bind(2, query.until ?? .max)
        try row.run()
    }

    private func records(withoutPositionAmong identifiers: [String]) throws(SQLiteError) -> [ContentIdentifier] {
        let row = try connection.cached(
            """
            SELECT identifier FROM records WHERE position IS NULL
                AND identifier IN (SELECT value FROM json_each(?)) AND play_count = 0
            """)
        row.bind(1, Self.list(identifiers.compactMap { ContentIdentifier($0) }))
        return try row.all { ContentIdentifier($0.text(0)) }.compactMap { $0 }
    }

    /// Notes that the positions of items have been erased now. Only positions in other programs can come back from
    /// elsewhere.
    ///
    /// - Parameter items: The items; all of them if absent.
    private func noteErasedPositions(_ items: [ContentIdentifier]?) throws(SQLiteError) {
        let row = try connection.cached(
            items == nil
                ? "UPDATE state SET positions_erased = ?"
                : """
                UPDATE records SET position_erased = ?
                WHERE kind = 'provided' AND identifier IN (SELECT value FROM json_each(?))
                """)
        row.bind(1, FileSystem.secondsSince1970())
        if let items { row.bind(2, Self.list(items)) }
        try row.run()
    }

    /// Erases a range of numbers from a log, and the effect of these entries.
    ///
    /// - Returns: The number of entries erased, and the items whose records have changed.
    func erase(
        _ log: Int64, _ range: ClosedRange<Int64>, change: Int64
    ) throws(SQLiteError) -> (count: Int, items: Set<ContentIdentifier>) {
        let rows = try connection.cached(
            """
            SELECT (SELECT identifier FROM journal_items WHERE id = item), SUM(kind = 'heard'), SUM(kind = 'skipped'),
                MIN(time), MAX(time), COUNT(*)
            FROM journal WHERE log = ? AND number BETWEEN ? AND ? GROUP BY item
            """)
        rows.bind(1, log)
        rows.bind(2, range.lowerBound)
        rows.bind(3, range.upperBound)
        let parts = try rows.all {
            (
                Counts(identifier: $0.text(0), plays: $0.int(1), skips: $0.int(2)), $0.integer(3), $0.integer(4),
                $0.int(5)
            )
        }
        for part in parts { try discount(part.0, change: change) }
        let erasing = try connection.cached("DELETE FROM journal WHERE log = ? AND number BETWEEN ? AND ?")
        erasing.bind(1, log)
        erasing.bind(2, range.lowerBound)
        erasing.bind(3, range.upperBound)
        try erasing.run()
        for part in parts {
            try settleLastPlayed(part.0.identifier, since: part.1, until: part.2 + 1)
        }
        let without = try records(withoutPositionAmong: parts.map(\.0.identifier))
        if !without.isEmpty { try noteErasedPositions(without) }
        return (
            parts.reduce(0) { $0 + $1.3 }, Set(parts.compactMap { ContentIdentifier($0.0.identifier) })
        )
    }

    /// The effect of an item's matching entries on its counts.
    private struct Counts {
        var identifier: String
        var plays: Int
        var skips: Int
    }

    private func counts(_ query: JournalQuery) throws(SQLiteError) -> [Counts] {
        let rows = try bound(
            """
            SELECT (SELECT identifier FROM journal_items WHERE id = item), SUM(kind = 'heard'), SUM(kind = 'skipped')
            FROM journal WHERE
            """, query, "GROUP BY item")
        return try rows.all { Counts(identifier: $0.text(0), plays: $0.int(1), skips: $0.int(2)) }
    }

    private func discount(_ counts: Counts, change: Int64) throws(SQLiteError) {
        let row = try connection.cached(
            """
            UPDATE records SET play_count = MAX(0, play_count - ?), skip_count = MAX(0, skip_count - ?), change = ?
            WHERE identifier = ?
            """)
        row.bind(1, counts.plays)
        row.bind(2, counts.skips)
        row.bind(3, change)
        row.bind(4, counts.identifier)
        try row.run()
    }

    /// Restores the time before the time last played if the latter was erased. An item without any remaining plays and
    /// entries loses its position.
    func settleLastPlayed(_ identifier: String, since: Int64?, until: Int64? = nil) throws(SQLiteError) {
        let row = try connection.cached(
            """
            UPDATE records SET last_played = (SELECT MAX(time) FROM journal JOIN journal_items ON item = journal_items.id
                WHERE journal_items.identifier = records.identifier),
                position = CASE WHEN play_count > 0 OR EXISTS (SELECT 1 FROM journal
                    JOIN journal_items ON item = journal_items.id
                    WHERE journal_items.identifier = records.identifier) THEN position END
            WHERE identifier = ?1 AND (?2 IS NULL OR last_played >= ?2) AND (?3 IS NULL OR last_played < ?3)
            """)
        row.bind(1, identifier)
        row.bind(2, since)
        row.bind(3, until)
        try row.run()
    }

    /// Forgets the listening history of items, or of all; the rows remain for clients that follow the changes.
    private func forget(_ items: [ContentIdentifier]?, change: Int64) throws(SQLiteError) -> Set<ContentIdentifier> {
        let row = try connection.cached(
            """
            UPDATE records SET play_count = 0, skip_count = 0, last_played = NULL, position = NULL, change = ?1,
                title = CASE WHEN favourite OR disliked OR stars IS NOT NULL THEN title END,
                location = CASE WHEN favourite OR disliked OR stars IS NOT NULL THEN location END
            WHERE ?2 IS NULL OR identifier IN (SELECT value FROM json_each(?2))
            RETURNING identifier
            """)
        row.bind(1, change)
        row.bind(2, items.map(Self.list))
        return Set(try row.all { ContentIdentifier($0.text(0)) }.compactMap { $0 })
    }

    // MARK: Reading

    /// Returns entries from `offset` on, the newest first.
    func page(_ query: JournalQuery, offset: Int, limit: Int) throws(SQLiteError) -> JournalPage {
        let rows = try bound(
            """
            SELECT kind, time, position, cause, (SELECT name FROM journal_outputs WHERE id = output), identifier, title,
                artists, album, duration, recording, song
            FROM journal JOIN journal_items ON journal_items.id = item WHERE
            """, query, "ORDER BY time DESC, journal.id DESC LIMIT \(limit) OFFSET \(offset)")
        let entries = try rows.all { Self.entry($0) }.compactMap { $0 }
        let total = try bound("SELECT COUNT(*) FROM journal WHERE", query).first { $0.int(0) } ?? 0
        return JournalPage(entries: entries, total: total)
    }

    /// Reads an entry; `nil` for a kind that only a newer program knows.
    static func entry(_ row: Statement) -> JournalEntry? {
        guard let kind = JournalEntry.Kind(rawValue: row.text(0)), let cause = PlaybackCause(rawValue: row.text(3)),
            let identifier = ContentIdentifier(row.text(5))
        else { return nil }
        return JournalEntry(
            kind,
            JournalEntry.Subject(
                identifier: identifier, title: row.text(6), artists: TextList.divided(row.optionalText(7)),
                album: row.optionalText(8), duration: row.optionalInteger(9).map { .microseconds($0) },
                recording: row.optionalText(10)),
            at: row.integer(1), position: .microseconds(row.integer(2)), cause: cause, output: row.optionalText(4),
            song: row.optionalText(11))
    }

    /// Returns a statement with the query as its condition.
    private func bound(_ head: String, _ query: JournalQuery, _ tail: String = "") throws(SQLiteError) -> Statement {
        var conditions = ["1"]
        if query.since != nil { conditions.append("time >= ?1") }
        if query.until != nil { conditions.append("time < ?2") }
        if query.items != nil {
            conditions.append(
                """
                item IN (SELECT id FROM journal_items WHERE identifier IN (SELECT value FROM json_each(?3)))
                """)
        }
        if !query.kinds.isEmpty {
            conditions.append("kind IN (\(query.kinds.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")))")
        }
        let statement = try connection.prepare("\(head) \(conditions.joined(separator: " AND ")) \(tail)")
        if let since = query.since { statement.bind(1, since) }
        if let until = query.until { statement.bind(2, until) }
        if let items = query.items { statement.bind(3, Self.list(items)) }
        return statement
    }

    /// Returns a JSON array of identifiers, which contain no characters that JSON would have to escape.
    static func list(_ items: [ContentIdentifier]) -> String {
        "[" + items.map { "\"\($0.description)\"" }.joined(separator: ",") + "]"
    }
}
