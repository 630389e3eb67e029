// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueCore
internal import SQLite
internal import SharedListening

extension SharedTaking {
    /// A change of this machine whose time is in the future.
    private struct Ahead {
        var row: Int64
        var log: Int64
        var name: String
        var kind: SharedKind
        var number: Int64
        var register: String?
        var identifier: ContentIdentifier?
        var payload: String?
    }

    /// Gives new numbers and the time `now` to changes of this machine that other machines do not accept, because their
    /// times are too far in the future: the clock was wrong when they were made.
    ///
    /// - Parameter now: The current time in seconds since 1970.
    mutating func correctTimes(now: Int64) throws(SQLiteError) {
        let limit = now + SharedLimits.ahead
        try correctPlays(behind: limit, now)
        for ahead in try changes(behind: limit) { try correct(ahead, now) }
    }

    /// Returns whether there is anything to correct.
    static func isAhead(_ rows: ListeningRows, now: Int64) throws(SQLiteError) -> Bool {
        let query = try rows.connection.cached(
            """
            SELECT EXISTS (SELECT 1 FROM journal WHERE time > ?1 AND log IN (SELECT id FROM logs WHERE is_current = 1))
                OR EXISTS (SELECT 1 FROM shared WHERE time > ?1 AND log IN (SELECT id FROM logs WHERE machine IS NULL))
            """)
        query.bind(1, now + SharedLimits.ahead)
        return try query.first { $0.integer(0) != 0 } ?? false
    }

    private mutating func correctPlays(behind limit: Int64, _ now: Int64) throws(SQLiteError) {
        // Other machines may have plays of a former log, as after a backup was restored, by other numbers, and these
        // would count twice.
        let condition = "time > \(limit) AND log IN (SELECT id FROM logs WHERE is_current = 1)"
        let entries = try connection.prepare(
            "SELECT journal.id, identifier FROM journal JOIN journal_items ON journal_items.id = item WHERE \(condition) ORDER BY journal.id"
        ).all { ($0.integer(0), $0.text(1)) }
        guard !entries.isEmpty else { return }
        // Prevents a machine whose clock was ahead as well, and that has accepted these entries, from having them
        // twice.
        try rows.shared.tellErasing(
            try connection.prepare("SELECT log, number FROM journal WHERE \(condition) ORDER BY log, number"))
        let own = try rows.shared.ownLog()
        for (entry, _) in entries {
            let row = try connection.cached(
                """
                UPDATE journal SET time = ?, log = ?, number = ?, first_number = COALESCE(first_number, number),
                    first_time = COALESCE(first_time, time)
                WHERE id = ?
                """)
            row.bind(1, now)
            row.bind(2, own)
            row.bind(3, try rows.shared.next(.plays, of: own))
            row.bind(4, entry)
            try row.run()
        }
        for identifier in Set(entries.compactMap { ContentIdentifier($0.1) }) {
            try rows.journal.settleLastPlayed(identifier.description, since: limit)
            try touch(identifier)
        }
    }

    private func changes(behind limit: Int64) throws(SQLiteError) -> [Ahead] {
        let query = try connection.cached(
            """
            SELECT shared.rowid, log, name, kind, number, register, identifier, payload
            FROM shared JOIN logs ON logs.id = log WHERE time > ? AND machine IS NULL
            -- The last change of an item comes first, and the others of it are then former ones.
            ORDER BY time DESC, number DESC
            """)
        query.bind(1, limit)
        return try query.all { row in
            SharedKind(rawValue: row.text(3)).map { kind in
                Ahead(
                    row: row.integer(0), log: row.integer(1), name: row.text(2), kind: kind, number: row.integer(4),
                    register: row.optionalText(5), identifier: row.optionalText(6).flatMap { ContentIdentifier($0) },
                    payload: row.optionalText(7))
            }
        }.compactMap(\.self)
    }

    private mutating func correct(_ ahead: Ahead, _ now: Int64) throws(SQLiteError) {
        let own = try rows.shared.ownLog()
        if let register = ahead.register, ahead.log != own {
            // Other machines may have it from the former log, which gets no more changes.
            try rows.shared.tellErased(ahead.kind, of: ahead.log, [ahead.number...ahead.number])
            let later = try connection.cached("SELECT 1 FROM shared WHERE log = ? AND kind = ? AND register = ?")
            later.bind(1, own)
            later.bind(2, ahead.kind.rawValue)
            later.bind(3, register)
            if try later.first({ _ in true }) != nil {
                try connection.execute("DELETE FROM shared WHERE rowid = \(ahead.row)")
                if let identifier = ahead.identifier { try settle(ahead.kind, identifier) }
                return
            }
        } else if ahead.kind == .learnt, ahead.register != nil {
            try rows.shared.tellErased(.learnt, of: own, [ahead.number...ahead.number])
        }
        let row = try connection.cached(
            "UPDATE shared SET time = ?, log = ?, number = ?, payload = ? WHERE rowid = ?")
        row.bind(1, try self.time(ahead, now))
        row.bind(2, own)
        row.bind(3, try rows.shared.next(ahead.kind, of: own))
        row.bind(4, Self.payload(ahead, isMoved: ahead.log != own))
        row.bind(5, ahead.row)
        try row.run()
        if let identifier = ahead.identifier { try settle(ahead.kind, identifier) }
    }

    /// Returns the new time of a change, which is later than all changes of its item that other machines accept.
    private func time(_ ahead: Ahead, _ now: Int64) throws(SQLiteError) -> Int64 {
        let limit = now + SharedLimits.ahead
        let query = try connection.cached(
            "SELECT MAX(time) FROM shared WHERE kind = ? AND time <= ? AND (identifier = ? OR register = ?)")
        query.bind(1, ahead.kind.rawValue)
        query.bind(2, limit)
        query.bind(3, ahead.identifier?.description)
        query.bind(4, ahead.register)
        let known = try query.first { $0.optionalInteger(0) } ?? nil
        return min(max(now, (known ?? 0) + 1), limit)
    }

    /// Returns the payload of a change. An erasure of numbers in its own log must name that log if it moves to another
    /// one.
    private static func payload(_ ahead: Ahead, isMoved: Bool) -> String? {
        guard isMoved, let payload = ahead.payload, let json = try? JSONValue(parsing: payload),
            let entry = SharedEntry(json: json, ahead.kind), case .erased(nil, let ranges) = entry.change
        else { return ahead.payload }
        return SharedEntry(1, at: 0, .erased(ahead.name, ranges)).json.text()
    }
}
