// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueCatalog
internal import OnCueCore
internal import SQLite
internal import SharedListening

/// Takes over entries from the logs of other machines.
struct SharedTaking {
    let rows: ListeningRows
    /// The identifiers of items that are here.
    let here: [ToldItem: ContentIdentifier]
    /// The outcome of taking entries over.
    struct Outcome: Sendable {
        /// The items whose records have changed.
        var items: Set<ContentIdentifier> = []
        /// Whether learnt data was added or removed.
        var learntChanged = false
        /// Whether something was erased, which the write-ahead log still contains.
        var hasRemoved = false
    }

    var outcome = Outcome()
    private let change: Int64
    /// Whether entries of the journal were erased.
    private var hasErased = false
    let room: SharedRoom
    /// The largest number of entries kept from one machine.
    private var limit: Int { room.entries }
    /// Whether the file is so large that nothing more is accepted from other machines.
    private let isFull: Bool
    /// An upper bound on the number of entries kept from the sending machine, or `nil` until it is known.
    private var kept: Int?

    var connection: Connection { rows.connection }

    /// Creates an instance for the parts of one machine; must be called in a transaction.
    init(
        _ rows: ListeningRows, here: [ToldItem: ContentIdentifier], room: SharedRoom = SharedRoom()
    ) throws(SQLiteError) {
        (self.rows, self.here, self.room) = (rows, here, room)
        change = try rows.nextChange()
        let pages = try rows.connection.cached(
            """
            SELECT (page_count - freelist_count) * page_size
            FROM pragma_page_count, pragma_freelist_count, pragma_page_size
            """)
        isFull = try pages.first { $0.integer(0) } ?? 0 > room.bytesOfFile
    }

    /// Takes over parts of a machine's logs.
    ///
    /// - Returns: The reason why something was not accepted; empty if everything was.
    mutating func take(
        _ parts: [SharedPart], from machine: String, paired: Set<String>, now: Int64
    ) throws(SQLiteError) -> String {
        var note = try eraseWaiting(of: machine, paired)
        for part in parts {
            let reason = try take(part, from: machine, paired: paired, now: now)
            if !reason.isEmpty, note.isEmpty { note = reason }
        }
        if parts.contains(where: { $0.stream.kind == .learnt && !$0.entries.isEmpty }) { try boundLearnt(of: machine) }
        try finish()
        return note
    }

    /// Takes over a part of a log.
    ///
    /// - Returns: The reason why it was not accepted completely; empty if it was.
    private mutating func take(
        _ part: SharedPart, from machine: String, paired: Set<String>, now: Int64
    ) throws(SQLiteError) -> String {
        guard let log = try log(part.stream.log, of: machine, paired) else {
            // Entries that were sent under a former key, and arrived then, are already here.
            if let former = try formerLog(part.stream.log, paired),
                try through(former, part.stream.kind) >= part.through
            {
                return ""
            }
            return "what another machine told, or it told itself under a former key, is not taken from it"
        }
        let have = try through(log, part.stream.kind)
        // A part that would leave a gap is requested again.
        guard part.after <= have else { return "" }
        var kept = 0
        if let known = self.kept { kept = known } else { kept = try count(of: machine) }
        let most: Int? =
            switch part.stream.kind {
            case .playlists: room.playlists
            case .subscriptions: room.podcasts
            default: nil
            }
        var things = most == nil ? 0 : try count(of: machine, part.stream.kind)
        var (end, note) = (max(have, part.through), "")
        for entry in part.entries where entry.number > have {
            guard entry.time <= now + SharedLimits.ahead || entry.change.isErasure else {
                (end, note) = (
                    entry.number - 1, "a time is more than a day ahead; compare the clocks of the machines"
                )
                break
            }
            var needsRoom = !entry.change.isErasure
            if needsRoom, try replaces(entry, part.stream.kind, log) { needsRoom = false }
            guard !needsRoom || !isFull else {
                (end, note) = (entry.number - 1, "what paired machines share takes all the room that it may")
                break
            }
            guard !needsRoom || kept < limit else {
                (end, note) = (
                    entry.number - 1,
                    "more than \(limit) changes of one machine are not kept; erase some of them there with oncue history erase"
                )
                break
            }
            if needsRoom { kept += entry.change.weight }
            if needsRoom { things += 1 }
            if needsRoom, let most, things > most {
                let name = part.stream.kind == .playlists ? "playlists" : "podcasts"
                (end, note) = (entry.number - 1, "more than \(most) \(name) of one machine are not kept")
                break
            }
            self.kept = kept
            try take(entry, part.stream, log, machine, paired)
            kept = self.kept ?? kept
        }
        self.kept = kept
        let row = try connection.cached(
            """
            INSERT INTO streams (log, kind, through) VALUES (?, ?, ?)
            ON CONFLICT (log, kind) DO UPDATE SET through = MAX(through, excluded.through)
            """)
        row.bind(1, log)
        row.bind(2, part.stream.kind.rawValue)
        row.bind(3, end)
        try row.run()
        // Numbers up to this one are never accepted again, so their marks are not needed.
        let marks = try connection.cached("DELETE FROM erased WHERE log = ? AND kind = ? AND last <= ?")
        marks.bind(1, log)
        marks.bind(2, part.stream.kind.rawValue)
        marks.bind(3, end)
        try marks.run()
        return note
    }

    /// Returns whether a change replaces an earlier one, and therefore needs no more room.
    private func replaces(_ entry: SharedEntry, _ kind: SharedKind, _ log: Int64) throws(SQLiteError) -> Bool {
        guard kind != .playlists, let register = entry.change.register else { return false }
        let query = try connection.cached("SELECT 1 FROM shared WHERE log = ? AND kind = ? AND register = ?")
        query.bind(1, log)
        query.bind(2, kind.rawValue)
        query.bind(3, register)
        return try query.first { _ in true } != nil
    }

    /// Returns the log with a name, or `nil` if the machine may not send entries for it.
    mutating func log(
        _ name: String, of machine: String, _ paired: Set<String>
    ) throws(SQLiteError) -> Int64? {
        let isCertain = SharedStream.isLog(name, of: machine)
        let query = try connection.cached("SELECT id, machine FROM logs WHERE name = ?")
        query.bind(1, name)
        if let (log, owner) = try query.first({ ($0.integer(0), $0.optionalText(1)) }) {
            if owner == machine { return log }
            if isCertain {
                // Either another machine has sent entries that are not its own, or this user's files were copied from
                // that machine and contain the beginning of its log.
                if owner != nil { _ = try empty(log) }
                try give(log, to: machine)
                return log
            }
            // A log with a name of the old form may belong to a machine that has a new key, and that is no longer
            // paired under the old one.
            guard let owner, !SharedStream.isLog(name, of: owner), !paired.contains(owner) else { return nil }
            try give(log, to: machine)
            return log
        }
        guard isCertain || !paired.contains(where: { SharedStream.isLog(name, of: $0) }) else { return nil }
        let number = try connection.cached("SELECT COUNT(*) FROM logs WHERE machine = ?")
        number.bind(1, machine)
        guard try number.first({ $0.int(0) }) ?? 0 < SharedLimits.logs else { return nil }
        let row = try connection.cached("INSERT INTO logs (name, machine) VALUES (?, ?)")
        row.bind(1, name)
        row.bind(2, machine)
        try row.run()
        return connection.lastInsertedRow
    }

    private func give(_ log: Int64, to machine: String) throws(SQLiteError) {
        let row = try connection.cached("UPDATE logs SET machine = ?, is_current = 0 WHERE id = ?")
        row.bind(1, machine)
        row.bind(2, log)
        try row.run()
    }

    private func through(_ log: Int64, _ kind: SharedKind) throws(SQLiteError) -> Int64 {
        let query = try connection.cached("SELECT through FROM streams WHERE log = ? AND kind = ?")
        query.bind(1, log)
        query.bind(2, kind.rawValue)
        return try query.first { $0.integer(0) } ?? 0
    }

    private func count(of machine: String, _ kind: SharedKind) throws(SQLiteError) -> Int {
        let query = try connection.cached(
            "SELECT COUNT(*) FROM shared WHERE log IN (SELECT id FROM logs WHERE machine = ?) AND kind = ?")
        query.bind(1, machine)
        query.bind(2, kind.rawValue)
        return try query.first { $0.int(0) } ?? 0
    }

    /// Returns the number of entries kept from a machine. If the numbers of its logs show that it is far below the
    /// limit, returns their sum as an upper bound, without counting.
    private func count(of machine: String) throws(SQLiteError) -> Int {
        let most = try connection.cached(
            """
            SELECT (SELECT COALESCE(SUM(through), 0) FROM streams WHERE log IN (SELECT id FROM logs WHERE machine = ?1))
                + (SELECT COUNT(*) FROM erased WHERE log IN (SELECT id FROM logs WHERE machine = ?1))
                + (SELECT COALESCE(SUM(LENGTH(CAST(payload AS BLOB)) / ?2), 0) FROM shared
                    WHERE log IN (SELECT id FROM logs WHERE machine = ?1) AND kind = 'playlists')
            """)
        most.bind(1, machine)
        most.bind(2, Int64(SharedLimits.bytesOfEntry))
        if let most = try most.first({ $0.integer(0) }), most < limit / 2 { return Int(most) }
        let query = try connection.cached(
            """
            SELECT (SELECT COUNT(*) FROM journal WHERE log IN (SELECT id FROM logs WHERE machine = ?1))
                + (SELECT COUNT(*) FROM shared WHERE log IN (SELECT id FROM logs WHERE machine = ?1))
                + (SELECT COUNT(*) FROM erased WHERE log IN (SELECT id FROM logs WHERE machine = ?1))
                + (SELECT COALESCE(SUM(LENGTH(CAST(payload AS BLOB)) / ?2), 0) FROM shared
                    WHERE log IN (SELECT id FROM logs WHERE machine = ?1) AND kind = 'playlists')
            """)
        query.bind(1, machine)
        query.bind(2, Int64(SharedLimits.bytesOfEntry))
        return try query.first { $0.int(0) } ?? 0
    }

    private mutating func take(
        _ entry: SharedEntry, _ stream: SharedStream, _ log: Int64, _ machine: String, _ paired: Set<String>
    ) throws(SQLiteError) {
        if case .erased(let name, let ranges) = entry.change {
            // The erasure may name another log of the same machine, which may not have arrived yet.
            var named: Int64? = log
            if let name { named = try erasable(name, of: machine, paired).log }
            guard let named else { return }
            // In its own log, everything before this entry is here.
            let through = try named == log ? entry.number : self.through(named, stream.kind)
            for range in ranges { try erase(stream.kind, named, range, through: through) }
            return
        }
        if case .removed(let named, let ranges) = entry.change {
            guard let named else { return }
            let found = try erasable(named.log, of: machine, paired)
            if found.waits, try waitingErasures(of: machine).count < SharedLimits.waiting {
                try keep(entry, stream.kind, log, nil)
            }
            if let log = found.log {
                let through = try self.through(log, named.kind)
                for range in ranges { try erase(named.kind, log, range, through: through) }
            }
            return
        }
        guard try !isErased(entry.number, stream.kind, log) else { return }
        let identifier = entry.change.item.flatMap { here[$0] }
        if case .played(_, let kind, let position, let cause, let song) = entry.change, let identifier,
            let item = entry.change.item
        {
            let journal = Self.entry(kind, item, identifier, entry.time, position, cause, song)
            try play(journal, log, entry.number)
        } else {
            try keep(entry, stream.kind, log, identifier)
        }
    }

    // MARK: Plays

    private static func entry(
        _ kind: JournalEntry.Kind, _ item: ToldItem, _ identifier: ContentIdentifier, _ time: Int64,
        _ position: Int64, _ cause: PlaybackCause, _ song: String?
    ) -> JournalEntry {
        let handed = item.entry
        return JournalEntry(
            kind,
            JournalEntry.Subject(
                identifier: identifier, title: handed?.title ?? "", artists: handed?.artists ?? [],
                album: handed?.album, duration: handed?.duration, recording: handed?.recording),
            at: time, position: .microseconds(position), cause: cause, song: song)
    }

    private mutating func play(_ entry: JournalEntry, _ log: Int64, _ number: Int64) throws(SQLiteError) {
        try rows.journal.append(entry, log: log, number: number)
        let plays = entry.kind == .heard ? 1 : 0
        let skips = entry.kind == .skipped ? 1 : 0
        let isPlayed = [.heard, .finished, .left, .stopped].contains(entry.kind)
        guard plays + skips > 0 || isPlayed else { return }
        try makeRecord(entry.subject.identifier)
        let row = try connection.cached(
            """
            UPDATE records SET play_count = play_count + ?2, skip_count = skip_count + ?3, change = ?4,
                last_played = CASE WHEN ?5 THEN MAX(COALESCE(last_played, ?6), ?6) ELSE last_played END
            WHERE identifier = ?1
            """)
        row.bind(1, entry.subject.identifier.description)
        row.bind(2, plays)
        row.bind(3, skips)
        row.bind(4, change)
        row.bind(5, isPlayed)
        row.bind(6, entry.time)
        try row.run()
        outcome.items.insert(entry.subject.identifier)
    }

    private func makeRecord(_ identifier: ContentIdentifier) throws(SQLiteError) {
        let row = try connection.cached(
            "INSERT OR IGNORE INTO records (identifier, kind, track_key, change) VALUES (?, ?, ?, ?)")
        row.bind(1, identifier.description)
        row.bind(2, identifier.kind.rawValue)
        row.bind(3, identifier.kind == .track ? StableKey(text: identifier.key)?.number : nil)
        row.bind(4, change)
        try row.run()
    }

    /// Notes that the record of an item has changed.
    mutating func touch(_ identifier: ContentIdentifier) throws(SQLiteError) {
        let row = try connection.cached("UPDATE records SET change = ? WHERE identifier = ?")
        row.bind(1, change)
        row.bind(2, identifier.description)
        try row.run()
        outcome.items.insert(identifier)
    }

    // MARK: Last changes, and waiting entries

    private mutating func keep(
        _ entry: SharedEntry, _ kind: SharedKind, _ log: Int64, _ identifier: ContentIdentifier?
    ) throws(SQLiteError) {
        if kind == .learnt, let register = entry.change.register, try isForgotten(register, of: log) { return }
        var former: String?
        if let register = entry.change.register {
            let row = try connection.cached(
                "DELETE FROM shared WHERE log = ? AND kind = ? AND register = ? RETURNING identifier")
            row.bind(1, log)
            row.bind(2, kind.rawValue)
            row.bind(3, register)
            try row.eachRow { former = $0.optionalText(0) }
        }
        let row = try connection.cached(
            """
            INSERT INTO shared (log, kind, number, time, register, identifier, value, item, payload)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        row.bind(1, log)
        row.bind(2, kind.rawValue)
        row.bind(3, entry.number)
        row.bind(4, entry.time)
        row.bind(5, entry.change.register)
        row.bind(6, identifier?.description)
        row.bind(7, entry.change.value)
        row.bind(8, entry.change.item?.json.text())
        row.bind(9, [.plays, .playlists, .learnt, .erasures].contains(kind) ? entry.json.text() : nil)
        try row.run()
        if let former = former.flatMap({ ContentIdentifier($0) }), former != identifier { try settle(kind, former) }
        if let identifier { try settle(kind, identifier) }
    }

    /// Writes the last change of an item into its record.
    mutating func settle(_ kind: SharedKind, _ identifier: ContentIdentifier) throws(SQLiteError) {
        guard ![.subscriptions, .playlists, .learnt, .erasures].contains(kind) else { return }
        let query = try connection.cached(
            """
            SELECT value FROM shared JOIN logs ON logs.id = log WHERE identifier = ? AND kind = ?
            ORDER BY time DESC, name DESC, number DESC LIMIT 1
            """)
        query.bind(1, identifier.description)
        query.bind(2, kind.rawValue)
        let value = try query.first { $0.optionalInteger(0) } ?? nil
        try makeRecord(identifier)
        let row: Statement
        switch kind {
        case .positions:
            row = try connection.cached("UPDATE records SET position = ?2, change = ?3 WHERE identifier = ?1")
        case .likes:
            row = try connection.cached(
                """
                UPDATE records SET favourite = COALESCE(?2, 0) = 1, disliked = COALESCE(?2, 0) = -1, change = ?3
                WHERE identifier = ?1
                """)
        case .stars: row = try connection.cached("UPDATE records SET stars = ?2, change = ?3 WHERE identifier = ?1")
        case .plays, .subscriptions, .playlists, .learnt, .erasures: return
        }
        row.bind(1, identifier.description)
        row.bind(2, value)
        row.bind(3, change)
        try row.run()
        outcome.items.insert(identifier)
    }

    /// Applies the entries that waited for items that are here now.
    mutating func place() throws(SQLiteError) {
        let waiting = try connection.prepare(
            """
            SELECT rowid, log, kind, number, item, payload FROM shared
            WHERE item IS NOT NULL AND identifier IS NULL ORDER BY log, kind, number
            """
        ).all { row in
            (row.integer(0), row.integer(1), row.text(2), row.integer(3), row.text(4), row.optionalText(5))
        }
        for (rowid, log, word, number, text, payload) in waiting {
            guard let kind = SharedKind(rawValue: word), let item = ToldItem(json: try? JSONValue(parsing: text)),
                let identifier = here[item]
            else { continue }
            if kind == .plays {
                guard
                    let entry = payload.flatMap({ try? JSONValue(parsing: $0) }).flatMap({ SharedEntry(json: $0, kind) }
                    ),
                    case .played(_, let play, let position, let cause, let song) = entry.change
                else { continue }
                try connection.execute("DELETE FROM shared WHERE rowid = \(rowid)")
                try self.play(Self.entry(play, item, identifier, entry.time, position, cause, song), log, number)
            } else {
                let row = try connection.cached("UPDATE shared SET identifier = ? WHERE rowid = ?")
                row.bind(1, identifier.description)
                row.bind(2, rowid)
                try row.run()
                if kind == .learnt { outcome.learntChanged = true }
                try settle(kind, identifier)
            }
        }
    }

    // MARK: Erasing

    /// Erases a range of a log, and ensures that it does not come back with a message that is still on its way.
    ///
    /// - Parameter through: The last number of the log that is here; numbers up to it are not accepted again.
    private mutating func erase(
        _ kind: SharedKind, _ log: Int64, _ range: ClosedRange<Int64>, through: Int64
    ) throws(SQLiteError) {
        if range.upperBound > through, let kept, kept < 2 * limit {
            // The erasure is sent in each stream that may contain the entries; if the range is marked, none of them are
            // left.
            guard try mark(range, kind, log) else { return }
            self.kept = kept + 1
        }
        _ = try remove(kind, log, range)
    }

    /// Returns whether a number was erased. Marked ranges do not overlap, so only the last range that begins at or
    /// before the number matters.
    private func isErased(_ number: Int64, _ kind: SharedKind, _ log: Int64) throws(SQLiteError) -> Bool {
        let query = try connection.cached(
            "SELECT last FROM erased WHERE log = ? AND kind = ? AND first <= ? ORDER BY first DESC LIMIT 1")
        query.bind(1, log)
        query.bind(2, kind.rawValue)
        query.bind(3, number)
        return try query.first { $0.integer(0) } ?? 0 >= number
    }

    /// Marks a range as erased, merged into one row with the ranges that it overlaps or touches.
    ///
    /// - Returns: `false` if all of it was already marked.
    private func mark(
        _ range: ClosedRange<Int64>, _ kind: SharedKind, _ log: Int64
    ) throws(SQLiteError) -> Bool {
        var merged = range
        let query = try connection.cached(
            "SELECT first, last FROM erased WHERE log = ? AND kind = ? AND first <= ? ORDER BY first DESC LIMIT 1")
        query.bind(1, log)
        query.bind(2, kind.rawValue)
        query.bind(3, range.lowerBound)
        if let (first, last) = try query.first({ ($0.integer(0), $0.integer(1)) }), last >= range.lowerBound - 1 {
            guard last < range.upperBound else { return false }
            merged = first...range.upperBound
        }
        let following = try connection.cached(
            """
            SELECT MAX(last) FROM erased WHERE log = ? AND kind = ? AND first BETWEEN ? AND ?
            """)
        following.bind(1, log)
        following.bind(2, kind.rawValue)
        following.bind(3, merged.lowerBound)
        following.bind(4, merged.upperBound + 1)
        if let last = try following.first({ $0.optionalInteger(0) }) ?? nil {
            merged = merged.lowerBound...max(merged.upperBound, last)
        }
        let removing = try connection.cached("DELETE FROM erased WHERE log = ? AND kind = ? AND first BETWEEN ? AND ?")
        removing.bind(1, log)
        removing.bind(2, kind.rawValue)
        removing.bind(3, merged.lowerBound)
        removing.bind(4, merged.upperBound)
        try removing.run()
        let adding = try connection.cached("INSERT INTO erased (log, kind, first, last) VALUES (?, ?, ?, ?)")
        adding.bind(1, log)
        adding.bind(2, kind.rawValue)
        adding.bind(3, merged.lowerBound)
        adding.bind(4, merged.upperBound)
        try adding.run()
        return true
    }

    /// Completes erasures; must be called after all of them, in the same transaction.
    func finish() throws(SQLiteError) {
        if hasErased { try rows.journal.forgetItems() }
    }

    mutating func remove(
        _ kind: SharedKind, _ log: Int64, _ range: ClosedRange<Int64>
    ) throws(SQLiteError) -> Int {
        if kind == .learnt { outcome.learntChanged = true }
        // Donations that were forgotten here remain known as such.
        let row = try connection.cached(
            """
            DELETE FROM shared WHERE log = ? AND kind = ? AND number BETWEEN ? AND ?
                AND NOT (kind = 'learnt' AND register IS NOT NULL AND payload IS NULL)
            RETURNING identifier
            """)
        row.bind(1, log)
        row.bind(2, kind.rawValue)
        row.bind(3, range.lowerBound)
        row.bind(4, range.upperBound)
        let found = try row.all { $0.optionalText(0) }
        for identifier in Set(found.compactMap { $0.flatMap { ContentIdentifier($0) } }) {
            try settle(kind, identifier)
        }
        outcome.hasRemoved = outcome.hasRemoved || !found.isEmpty
        guard kind == .plays else { return found.count }
        let erased = try rows.journal.erase(log, range, change: change)
        hasErased = hasErased || erased.count > 0
        outcome.hasRemoved = outcome.hasRemoved || hasErased
        // A position comes from the stream of positions, not from plays.
        for identifier in erased.items {
            let known = try connection.cached(
                "SELECT 1 FROM shared WHERE identifier = ? AND kind = 'positions' LIMIT 1")
            known.bind(1, identifier.description)
            if try known.first({ _ in true }) != nil { try settle(.positions, identifier) }
        }
        outcome.items.formUnion(erased.items)
        return found.count + erased.count
    }

    /// Erases everything in a log, and the record of how far it is known.
    ///
    /// - Returns: The number of changes.
    private mutating func empty(_ log: Int64) throws(SQLiteError) -> Int {
        var count = 0
        for kind in SharedKind.allCases { count += try remove(kind, log, 1...SharedLimits.highest) }
        for table in ["streams", "erased", "shared"] {
            try connection.execute("DELETE FROM \(table) WHERE log = \(log)")
        }
        return count
    }

    /// Erases everything that came from a machine.
    ///
    /// - Returns: The number of changes.
    mutating func eraseAll(of machine: String) throws(SQLiteError) -> Int {
        let query = try connection.cached("SELECT id FROM logs WHERE machine = ?")
        query.bind(1, machine)
        var count = 0
        for log in try query.integers() {
            count += try empty(log)
            try connection.execute("DELETE FROM logs WHERE id = \(log)")
        }
        return count
    }
}

extension SharedChange {
    /// The number of rows that its size corresponds to.
    fileprivate var weight: Int {
        switch self {
        case .listed(let playlist): 1 + playlist.size / SharedLimits.bytesOfEntry
        case .played, .left, .liked, .rated, .subscribed, .learnt, .erased, .removed: 1
        }
    }

    /// The value for the column of the last change.
    fileprivate var value: Int64? {
        switch self {
        case .left(_, let position): position
        case .liked(_, let like): Int64(like)
        case .rated(_, let halves): halves.map { Int64($0) }
        case .subscribed(_, let isOn): isOn ? 1 : 0
        case .played, .listed, .learnt, .erased, .removed: nil
        }
    }
}
