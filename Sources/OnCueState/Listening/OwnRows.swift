// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueSession
internal import SQLite

extension ListeningStore: OwnListening {
    package func ownEnds() async throws(ContentError) -> (plays: [String: Int64], likes: [String: Int64]) {
        try await answer { (rows) throws(SQLiteError) in
            (try rows.own.ends("plays"), try rows.own.ends("likes"))
        }
    }

    package func ownCursor(
        _ known: [String: Int64], since time: Int64
    ) async throws(ContentError) -> [String: Int64] {
        try await answer { (rows) throws(SQLiteError) in try rows.own.cursor(known, since: time) }
    }

    package func ownPlays(
        after cursor: [String: Int64], limit: Int
    ) async throws(ContentError) -> OwnPart<OwnPlay> {
        try await answer { (rows) throws(SQLiteError) in try rows.own.plays(after: cursor, limit: limit) }
    }

    package func ownLikes(
        after cursor: [String: Int64], limit: Int
    ) async throws(ContentError) -> OwnPart<OwnLike> {
        try await answer { (rows) throws(SQLiteError) in try rows.own.likes(after: cursor, limit: limit) }
    }

    package func ownPlayCount(after cursor: [String: Int64]) async throws(ContentError) -> Int {
        try await answer { (rows) throws(SQLiteError) in try rows.own.playCount(after: cursor) }
    }
}

extension ListeningRows {
    var own: OwnRows { OwnRows(connection: connection) }
}

/// Reads the logs of this machine; must be used on the thread that owns the connection.
struct OwnRows {
    let connection: Connection

    private struct Log {
        var id: Int64
        var name: String
        var through: Int64
        var isCurrent: Bool
    }

    private func logs(_ kind: String) throws(SQLiteError) -> [Log] {
        let query = try connection.cached(
            """
            SELECT log, name, through, is_current FROM streams JOIN logs ON logs.id = log
            WHERE machine IS NULL AND kind = ? ORDER BY log
            """)
        query.bind(1, kind)
        return try query.all {
            Log(id: $0.integer(0), name: $0.text(1), through: $0.integer(2), isCurrent: $0.integer(3) != 0)
        }
    }

    func ends(_ kind: String) throws(SQLiteError) -> [String: Int64] {
        Dictionary(try logs(kind).map { ($0.name, $0.through) }, uniquingKeysWith: { first, _ in first })
    }

    func cursor(_ known: [String: Int64], since time: Int64) throws(SQLiteError) -> [String: Int64] {
        var cursor = known
        for log in try logs("plays") where known[log.name] == nil {
            guard log.isCurrent else {
                cursor[log.name] = log.through
                continue
            }
            let query = try connection.cached(
                "SELECT MAX(COALESCE(first_number, number)) FROM journal WHERE log = ? AND time < ?")
            query.bind(1, log.id)
            query.bind(2, time)
            cursor[log.name] = try query.first { $0.optionalInteger(0) ?? 0 } ?? 0
        }
        return cursor
    }

    /// Returns entries of these logs, each with its log and number. The items and the end time of the query are
    /// ignored.
    func journal(
        _ query: JournalQuery, after known: [String: Int64], limit: Int
    ) throws(SQLiteError) -> JournalPage {
        let kinds = query.kinds.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
        let chosen = kinds.isEmpty ? "" : "AND journal.kind IN (\(kinds))"
        let cursor = try self.cursor(known, since: query.since ?? .min)
        let part = try self.part("plays", cursor, limit) { (log, number, room) throws(SQLiteError) in
            try noted(chosen, in: log, after: number, room) { row in
                var entry = JournalRows.entry(row)
                if let time = row.optionalInteger(13), let number = row.optionalInteger(14) {
                    entry?.beginning = JournalEntry.Beginning(time: time, number: number)
                }
                entry?.firstTime = row.optionalInteger(15)
                return (row.integer(12), entry)
            }
        }
        let entries = part.entries.map { entry, log, number in
            var entry = entry
            (entry.log, entry.number) = (log, number)
            return entry
        }
        return JournalPage(entries: entries, total: entries.count)
    }

    func plays(after cursor: [String: Int64], limit: Int) throws(SQLiteError) -> OwnPart<OwnPlay> {
        try part("plays", cursor, limit) { (log, number, room) throws(SQLiteError) in
            try noted("AND journal.kind = 'heard'", in: log, after: number, room) { row in
                var play = JournalRows.entry(row).map {
                    Self.play($0, began: row.optionalInteger(13), first: row.optionalInteger(14))
                }
                play?.firstTime = row.optionalInteger(15)
                return (row.integer(12), play)
            }
        }
    }

    /// Reads the entries after a number, in the order in which they were first noted and with their numbers at that
    /// time. The numbers that they got when the clock was corrected are only for other machines: used here, they would
    /// make a play be passed on twice.
    private func noted<Entry>(
        _ chosen: String, in log: Int64, after number: Int64, _ room: Int,
        _ read: (Statement) -> (Int64, Entry)
    ) throws(SQLiteError) -> [(Int64, Entry)] {
        var rows: [(Int64, Entry)] = []
        // Two queries that each use an index, since an expression would not use any.
        for (column, condition) in [("number", "AND journal.first_number IS NULL"), ("first_number", "")] {
            let query = try connection.cached(
                text:
                    """
                    SELECT journal.kind, journal.time, journal.position, journal.cause,
                        (SELECT name FROM journal_outputs WHERE id = journal.output), identifier, title, artists, album,
                        duration, recording, journal.song, journal.\(column), beginning.time,
                        COALESCE(beginning.first_number, beginning.number), journal.first_time
                    FROM journal JOIN journal_items ON journal_items.id = journal.item \(Self.beginning)
                    WHERE journal.log = ? AND journal.\(column) > ? \(condition) \(chosen)
                    ORDER BY journal.\(column) LIMIT ?
                    """)
            query.bind(1, log)
            query.bind(2, number)
            query.bind(3, Int64(room))
            rows += try query.all { read($0) }
        }
        return Array(rows.sorted { $0.0 < $1.0 }.prefix(room))
    }

    /// Finds the start of a play, which is in the last earlier entry that begins or ends a play. If the start was
    /// erased, that entry is the end of another play.
    private static let beginning = """
        LEFT JOIN journal AS beginning ON beginning.log = journal.log AND beginning.kind = 'started'
            AND beginning.number = (SELECT earlier.number FROM journal AS earlier
                WHERE earlier.log = journal.log AND earlier.item = journal.item
                    AND earlier.number BETWEEN journal.number - 10000 AND journal.number - 1
                    AND earlier.kind IN ('started', 'skipped', 'left', 'finished', 'stopped', 'failed')
                ORDER BY earlier.number DESC LIMIT 1)
        """

    /// The longest duration of a play in seconds.
    private static let longestPlay: Int64 = 7 * 86_400
    /// The time in seconds after which a play counts at the latest.
    private static let longestUntilHeard: Int64 = 240

    private static func play(_ entry: JournalEntry, began: Int64?, first: Int64?) -> OwnPlay {
        let listened = min(max(0, entry.position.components.seconds), longestUntilHeard)
        // If the clock was set in between, the start is not known.
        let known = began.flatMap { (0...longestPlay).contains(entry.time - $0) ? $0 : nil }
        return OwnPlay(entry.subject, start: known ?? entry.time - listened, heard: entry.time, first: first)
    }

    func likes(after cursor: [String: Int64], limit: Int) throws(SQLiteError) -> OwnPart<OwnLike> {
        try part("likes", cursor, limit) { (log, number, room) throws(SQLiteError) in
            let query = try connection.cached(
                """
                SELECT number, register, value FROM shared
                WHERE log = ? AND kind = 'likes' AND number > ? AND register IS NOT NULL ORDER BY number LIMIT ?
                """)
            query.bind(1, log)
            query.bind(2, number)
            query.bind(3, Int64(room))
            return try query.all { row in
                let item = ContentIdentifier(row.text(1))
                return (row.integer(0), item.map { OwnLike($0, row.integer(2) == 1) })
            }
        }
    }

    /// Reads entries after a cursor, one log after the other.
    private func part<Entry: Sendable & Equatable>(
        _ kind: String, _ cursor: [String: Int64], _ limit: Int,
        _ read: (_ log: Int64, _ after: Int64, _ room: Int) throws(SQLiteError) -> [(Int64, Entry?)]
    ) throws(SQLiteError) -> OwnPart<Entry> {
        // A log that is missing here may come back with a backup.
        var part = OwnPart<Entry>([], end: cursor)
        for log in try logs(kind) {
            let known = cursor[log.name] ?? 0
            // A cursor past the end means that an older file was put back. Entries added from now on are still new. A
            // former log gets no new entries, and the rest of it may be put back, too.
            let after = min(known, log.through)
            let room = limit - part.entries.count
            guard room > 0 else {
                part.end[log.name] = log.isCurrent ? after : known
                continue
            }
            let rows = try read(log.id, after, room)
            for (number, entry) in rows { if let entry { part.entries.append((entry, log.name, number)) } }
            let end = rows.count < room ? log.through : rows.last?.0 ?? log.through
            part.end[log.name] = log.isCurrent ? end : max(end, known)
        }
        return part
    }

    func playCount(after cursor: [String: Int64]) throws(SQLiteError) -> Int {
        var count = 0
        for log in try logs("plays") {
            let query = try connection.cached(
                """
                SELECT COUNT(*) FROM journal
                WHERE log = ?1 AND kind = 'heard' AND (number > ?2 AND first_number IS NULL OR first_number > ?2)
                """)
            query.bind(1, log.id)
            query.bind(2, min(cursor[log.name] ?? 0, log.through))
            count += try query.first { $0.int(0) } ?? 0
        }
        return count
    }
}
