// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import JSON
internal import OnCueCatalog
internal import OnCueCore
internal import SQLite
internal import SharedListening

/// Numbers the changes made here, in the same transaction as the changes themselves; must be used on the thread that
/// owns the connection.
struct SharedRows {
    let connection: Connection

    // MARK: The own log

    /// Returns the number of this machine's current log, which begins with its first change.
    func ownLog() throws(SQLiteError) -> Int64 {
        let known = try connection.cached("SELECT id FROM logs WHERE is_current = 1").first { $0.integer(0) }
        if let known { return known }
        var made: Int64 = 0
        try connection.cached("INSERT INTO logs (name, is_current) VALUES (lower(hex(randomblob(16))), 1) RETURNING id")
            .eachRow { made = $0.integer(0) }
        return made
    }

    /// Switches to a log whose name only this machine can have chosen, unless the current one has such a name.
    ///
    /// - Parameter machine: The identifier by which other machines know this one.
    func speak(as machine: String) throws(SQLiteError) {
        let known = try connection.cached("SELECT name FROM logs WHERE is_current = 1").first { $0.text(0) }
        let digits = SharedStream.ownDigits + SharedStream.chosenDigits
        if let known, known.utf8.count == digits, SharedStream.isLog(known, of: machine) { return }
        try retire()
        let row = try connection.cached(
            "INSERT INTO logs (name, is_current) VALUES (? || lower(hex(randomblob(?))), 1)")
        row.bind(1, String(machine.prefix(SharedStream.ownDigits)))
        row.bind(2, SharedStream.chosenDigits / 2)
        try row.run()
        try tellErasedAgain(in: connection.lastInsertedRow)
    }

    /// Repeats the erasures of former logs in a new log, since machines that have not received them no longer accept
    /// entries of the former logs.
    private func tellErasedAgain(in log: Int64) throws(SQLiteError) {
        let former = try connection.cached(
            """
            SELECT payload FROM shared JOIN logs ON logs.id = log
            WHERE machine IS NULL AND log <> ?1 AND kind = 'erasures' AND payload IS NOT NULL
            GROUP BY payload ORDER BY MIN(shared.rowid)
            """)
        former.bind(1, log)
        for payload in try former.all({ $0.text(0) }) {
            let row = try connection.cached(
                "INSERT INTO shared (log, kind, number, time, payload) VALUES (?, 'erasures', ?, ?, ?)")
            row.bind(1, log)
            row.bind(2, try next(.erasures, of: log))
            row.bind(3, FileSystem.secondsSince1970())
            row.bind(4, payload)
            try row.run()
        }
    }

    /// Returns the next number of a kind in a log.
    func next(_ kind: SharedKind, of log: Int64) throws(SQLiteError) -> Int64 {
        let row = try connection.cached(
            """
            INSERT INTO streams (log, kind, through) VALUES (?, ?, 1)
            ON CONFLICT (log, kind) DO UPDATE SET through = through + 1 RETURNING through
            """)
        row.bind(1, log)
        row.bind(2, kind.rawValue)
        var number: Int64 = 0
        try row.eachRow { number = $0.integer(0) }
        return number
    }

    /// Notes the effect of an event that has just been recorded, if only the last change of its kind counts.
    func note(_ event: ListeningEvent) throws(SQLiteError) {
        switch event {
        case .left(let track, let position, let time):
            try leave(track.identifier, position?.wholeMicroseconds, time)
        case .played(let item, _, let time): try leave(item, nil, time)
        case .favourite(let item, _), .disliked(let item, _):
            let row = try connection.cached("SELECT favourite - disliked FROM records WHERE identifier = ?")
            row.bind(1, item.description)
            try put(.likes, item, try row.first { $0.integer(0) } ?? 0, FileSystem.secondsSince1970())
        case .rated(let item, let stars):
            try put(.stars, item, stars.map { Int64($0.halves) }, FileSystem.secondsSince1970())
        case .heard, .skipped, .begun, .noted: break
        }
    }

    private func leave(_ item: ContentIdentifier, _ position: Int64?, _ time: Int64) throws(SQLiteError) {
        if position == nil {
            // An item that never had a position to resume has not lost one.
            let row = try connection.cached(
                "SELECT 1 FROM shared WHERE kind = 'positions' AND identifier = ? AND value IS NOT NULL LIMIT 1")
            row.bind(1, item.description)
            guard try row.first({ _ in true }) != nil else { return }
        }
        try put(.positions, item, position, time)
    }

    func put(
        _ kind: SharedKind, _ item: ContentIdentifier, _ value: Int64?, _ time: Int64, _ told: ToldItem? = nil
    ) throws(SQLiteError) {
        guard ToldItem.told.contains(item.kind) else { return }
        // The change must be later than everything known when it was made, whatever the clocks show.
        let latest = try connection.cached("SELECT MAX(time) FROM shared WHERE identifier = ? AND kind = ?")
        latest.bind(1, item.description)
        latest.bind(2, kind.rawValue)
        let known = try latest.first { $0.optionalInteger(0) } ?? nil
        let log = try ownLog()
        let row = try connection.cached(
            """
            INSERT INTO shared (log, kind, number, time, register, identifier, value, item)
            VALUES (?, ?, ?, ?, ?5, ?5, ?6, ?7)
            ON CONFLICT (log, kind, register) WHERE register IS NOT NULL DO UPDATE SET number = excluded.number,
                time = excluded.time, value = excluded.value, item = excluded.item
            """)
        row.bind(1, log)
        row.bind(2, kind.rawValue)
        row.bind(3, try next(kind, of: log))
        // Machines do not accept times beyond this limit. A clock that is behind must not make a change earlier than
        // known ones.
        row.bind(4, max(min(time, FileSystem.secondsSince1970() + SharedLimits.ahead), (known ?? -1) + 1))
        row.bind(5, item.description)
        row.bind(6, value)
        row.bind(7, told?.json.text())
        try row.run()
    }

    /// Returns the podcasts for which any log contains a change.
    func knownPodcasts() throws(SQLiteError) -> Set<String> {
        var known: Set<String> = []
        try connection.cached(
            """
            SELECT identifier, register FROM logs JOIN shared ON log = logs.id WHERE shared.kind = 'subscriptions'
            """
        ).eachRow { known.formUnion([$0.optionalText(0), $0.optionalText(1)].compactMap(\.self)) }
        return known
    }

    /// Makes this machine continue its log under another name, since others may know more of it than this file.
    func retire() throws(SQLiteError) {
        try connection.execute("UPDATE logs SET is_current = 0")
    }

    // MARK: Machines with own changes

    /// The kind of the rows that list the machines which have something of this machine; these rows are never sent.
    private static let told = "told"

    func noteTold(_ machine: String) throws(SQLiteError) {
        guard try !toldMachines().contains(machine) else { return }
        let row = try connection.cached(
            """
            INSERT INTO shared (log, kind, number, time, register)
            SELECT ?1, ?2, COALESCE(MAX(number), 0) + 1, 0, ?3 FROM shared WHERE log = ?1 AND kind = ?2
            """)
        row.bind(1, try ownLog())
        row.bind(2, Self.told)
        row.bind(3, machine)
        try row.run()
    }

    func forgetTold(_ machine: String) throws(SQLiteError) {
        let row = try connection.cached("DELETE FROM shared WHERE kind = ? AND register = ?")
        row.bind(1, Self.told)
        row.bind(2, machine)
        try row.run()
    }

    func toldMachines() throws(SQLiteError) -> Set<String> {
        let query = try connection.cached(
            """
            SELECT register FROM logs JOIN shared ON log = logs.id WHERE shared.kind = ?
            UNION SELECT machine FROM logs WHERE machine IS NOT NULL
            """)
        query.bind(1, Self.told)
        return Set(try query.all { $0.text(0) })
    }

    // MARK: Erasing own changes

    /// Notifies other machines that the entries of the journal that match a condition are erased; must be called before
    /// they are.
    func tellErasing(_ matching: Statement) throws(SQLiteError) {
        var ranges: [Int64: [ClosedRange<Int64>]] = [:]
        try matching.eachRow { row in
            let (log, number) = (row.integer(0), row.integer(1))
            let last = ranges[log]?.last
            let isNext = last?.upperBound == number - 1
            if isNext { ranges[log]?.removeLast() }
            ranges[log, default: []].append((isNext ? last?.lowerBound ?? number : number)...number)
        }
        for (log, list) in ranges.sorted(by: { $0.key < $1.key }) { try tellErased(.plays, of: log, list) }
    }

    /// Notifies other machines that changes of a log are erased, by their numbers.
    func tellErased(
        _ kind: SharedKind, of log: Int64, _ ranges: [ClosedRange<Int64>]
    ) throws(SQLiteError) {
        let own = try ownLog()
        let name = try connection.prepare("SELECT name FROM logs WHERE id = \(log)").first { $0.text(0) }
        for start in stride(from: 0, to: ranges.count, by: SharedLimits.ranges) {
            let part = Array(ranges[start..<min(ranges.count, start + SharedLimits.ranges)])
            let row = try connection.cached(
                "INSERT INTO shared (log, kind, number, time, payload) VALUES (?, ?, ?, ?, ?)")
            row.bind(1, own)
            row.bind(2, kind.rawValue)
            row.bind(3, try next(kind, of: own))
            row.bind(4, FileSystem.secondsSince1970())
            let entry = SharedEntry(1, at: 0, .erased(log == own ? nil : name, part))
            row.bind(5, entry.json.text())
            try row.run()
            // Send this separately, too, for machines that no longer receive this kind.
            guard let name else { continue }
            row.bind(2, SharedKind.erasures.rawValue)
            row.bind(3, try next(.erasures, of: own))
            row.bind(5, SharedEntry(1, at: 0, .removed(SharedStream(name, kind), part)).json.text())
            try row.run()
        }
    }

    /// Erases positions, and notifies other machines. The remaining ones get new numbers, so that there is no trace of
    /// the others.
    ///
    /// - Parameter items: The items; all of them if absent.
    func erasePositions(_ items: [ContentIdentifier]?) throws(SQLiteError) {
        let row = try connection.cached(
            """
            DELETE FROM shared WHERE kind = 'positions' AND payload IS NULL
                AND (?1 IS NULL OR identifier IN (SELECT value FROM json_each(?1)))
            RETURNING log IN (SELECT id FROM logs WHERE machine IS NULL)
            """)
        row.bind(1, items.map(JournalRows.list))
        guard try row.all({ $0.integer(0) != 0 }).contains(true) else { return }
        let logs = try connection.prepare(
            "SELECT log, through FROM streams JOIN logs ON logs.id = log WHERE machine IS NULL AND kind = 'positions'"
        ).all { ($0.integer(0), $0.integer(1)) }
        // If an item is in several logs, only the last position counts, and one log has room for only one.
        try connection.execute(
            """
            DELETE FROM shared WHERE rowid IN (SELECT row FROM (
                SELECT shared.rowid AS row, ROW_NUMBER() OVER (
                    PARTITION BY register ORDER BY time DESC, name DESC, number DESC) AS place
                FROM shared JOIN logs ON logs.id = log
                WHERE machine IS NULL AND kind = 'positions' AND register IS NOT NULL) WHERE place > 1)
            """)
        let staying = try connection.prepare(
            """
            SELECT shared.rowid FROM shared JOIN logs ON logs.id = log
            WHERE machine IS NULL AND kind = 'positions' AND register IS NOT NULL ORDER BY time, number
            """
        ).integers()
        for (log, through) in logs { try tellErased(.positions, of: log, [1...through]) }
        let own = try ownLog()
        for staying in staying {
            let row = try connection.cached("UPDATE OR REPLACE shared SET log = ?, number = ? WHERE rowid = ?")
            row.bind(1, own)
            row.bind(2, try next(.positions, of: own))
            row.bind(3, staying)
            try row.run()
        }
    }

    /// Erases everything that was learnt, and notifies other machines; must be called before the journal itself is
    /// emptied.
    func eraseLearnt() throws(SQLiteError) {
        try tellErasing(
            try connection.prepare(
                """
                SELECT log, journal.number FROM journal JOIN logs ON logs.id = log WHERE machine IS NULL
                ORDER BY log, journal.number
                """))
        try erasePositions(nil)
        try eraseToldLearning()
        try connection.execute("DELETE FROM shared WHERE kind = 'plays' AND item IS NOT NULL")
        // The names of other machines' donations are kept, so that these are not accepted again.
        try connection.execute(
            """
            UPDATE shared SET identifier = NULL, item = NULL, payload = NULL, time = 0
            WHERE kind = 'learnt' AND item IS NOT NULL
            """)
    }
}
