// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

extension SessionRows {
    /// Writes the differences from the content of the file.
    ///
    /// - Parameter saved: The content of the file; `nil` if it is unknown, so that everything is written.
    func save(_ session: SavedSession, over saved: SavedSession?) throws(SQLiteError) {
        try connection.transaction { () throws(SQLiteError) in
            try saveEntries(session.entries, over: saved?.entries)
            try saveTurns(session.shuffleOrder, over: saved?.shuffleOrder)
            try write(session.context)
            try WaitingRows(connection: connection).save(session.waiting)
            try writeState(session)
        }
    }

    private func saveEntries(_ entries: QueueEntries, over saved: QueueEntries?) throws(SQLiteError) {
        let places = RankedList.places(connection)
        let former = saved.flatMap { $0.isEmpty ? nil : $0 }
        let difference = former.map { entries.difference(from: $0) }
        guard let former, let difference, difference.removed.count < former.count else {
            try connection.cached("DELETE FROM entries").run()
            try packed.removeAll()
            return try insert(entries, at: SparseRanks.fresh, mayPack: true)
        }
        guard !difference.isEmpty else { return }
        if try append(difference, of: entries) { return }
        // Ranks are looked up among the rows.
        try unpackEntries()
        for id in difference.removed { try places.remove(id) }
        for run in difference.runs {
            let ranks = try places.ranks(of: run)
            if run.areNew {
                // A further run could be inserted next to them.
                try insert(entries[run.positions], at: ranks, mayPack: difference.runs.count == 1)
            } else {
                for (rank, position) in zip(ranks, run.positions) { try places.move(entries[position].id, to: rank) }
            }
        }
    }

    /// Writes entries after all others, for which no other ranks have to be known.
    ///
    /// - Returns: `false` if the difference is of another kind, or if there is no room.
    private func append(_ difference: OrderDifference, of entries: QueueEntries) throws(SQLiteError) -> Bool {
        guard difference.removed.isEmpty, difference.runs.count == 1, let run = difference.runs.first, run.areNew,
            run.successor == nil, run.positions.upperBound == entries.count, try hasPackedEntries,
            let last = try packed.lastRank,
            let ranks = SparseRanks.between(
                max(last, try RankedList.places(connection).lastRank ?? last), nil, count: run.positions.count)
        else { return false }
        try insert(entries[run.positions], at: ranks, mayPack: true)
        return true
    }

    private func saveTurns(
        _ order: [PlaybackQueue.EntryID], over saved: [PlaybackQueue.EntryID]?
    ) throws(SQLiteError) {
        let turns = RankedList.turns(connection)
        let difference = saved.map { OrderDifference.between($0, order) }
        guard let difference, difference.placedCount <= order.count / 2, !order.isEmpty else {
            try connection.cached("DELETE FROM turns").run()
            for (rank, id) in zip(SparseRanks.fresh, order) { try turns.insert(id, at: rank) }
            return
        }
        for id in difference.removed { try turns.remove(id) }
        for run in difference.runs {
            let ranks = try turns.ranks(of: run)
            for (rank, id) in zip(ranks, order[run.positions]) {
                if run.areNew { try turns.insert(id, at: rank) } else { try turns.move(id, to: rank) }
            }
        }
    }

    func savePosition(_ session: SavedSession) throws(SQLiteError) {
        try connection.transaction { () throws(SQLiteError) in try writeState(session) }
    }

    private func writeState(_ session: SavedSession) throws(SQLiteError) {
        let row = try connection.cached(
            """
            INSERT OR REPLACE INTO session (id, current, next_entry, repeat_mode, is_shuffled, position, was_active,
                volume, is_muted, shuffle_mode, shuffle_seed, goes_on_with_similar,
                was_playing, stops_after_entry, lasting_shuffle_mode, is_single, is_consuming)
            VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        row.bind(1, session.current.map { Int64(bitPattern: $0.number) })
        row.bind(2, Int64(bitPattern: session.nextEntryNumber))
        row.bind(3, session.repeatMode.rawValue)
        row.bind(4, session.shuffleMode != .off)
        row.bind(5, session.position.wholeMicroseconds)
        row.bind(6, session.wasActive)
        row.bind(7, session.volume)
        row.bind(8, session.isMuted)
        row.bind(9, session.shuffleMode.rawValue)
        row.bind(10, Int64(bitPattern: session.shuffleSeed))
        row.bind(11, session.goesOnWithSimilar)
        row.bind(12, session.wasPlaying)
        row.bind(13, session.stopsAfterEntry)
        row.bind(14, session.lastingShuffleMode?.rawValue)
        row.bind(15, session.isSingle)
        row.bind(16, session.isConsuming)
        try row.run()
    }

    private var packed: PackedEntries { PackedEntries(connection: connection) }

    var hasPackedEntries: Bool { get throws(SQLiteError) { try !packed.isEmpty } }

    /// Turns packed entries into rows.
    ///
    /// - Throws: `error` if some cannot be used, `constraint` if they do not fit together. A caller that has the
    ///   entries then writes all of them again.
    func unpackEntries() throws(SQLiteError) {
        guard try hasPackedEntries else { return }
        let found = try packed.all()
        let all = found.compactMap { found in found.entry.map { (found.rank, $0) } }
        guard all.count == found.count else {
            throw SQLiteError(
                code: .error, message: "\(found.count - all.count) packed entries cannot be used", sql: "")
        }
        guard zip(found, found.dropFirst()).allSatisfy({ $0.rank < $1.rank }) else {
            throw SQLiteError(code: .error, message: "packed entries have no order", sql: "")
        }
        try packed.removeAll()
        try insert(all.map { $0.1 }, at: all.map { $0.0 }, mayPack: false)
    }

    /// Replaces the entries in the file, whatever they are, with rows.
    func rewrite(_ entries: QueueEntries) throws(SQLiteError) {
        try connection.transaction { () throws(SQLiteError) in
            try connection.cached("DELETE FROM entries").run()
            try packed.removeAll()
            try insert(entries, at: SparseRanks.fresh, mayPack: false)
        }
    }

    private func insert(
        _ entries: some Collection<PlaybackQueue.Entry>, at ranks: some Sequence<Int64>, mayPack: Bool
    ) throws(SQLiteError) {
        if mayPack, entries.count >= PackedEntries.least { return try packed.insert(entries, at: ranks) }
        let row = try connection.cached(text: Self.insertion)
        var last: Track?
        for (rank, entry) in zip(ranks, entries) {
            row.bind(1, rank)
            row.bind(2, entry.id.row)
            row.bind(3, entry.contextNumber)
            row.bind(4, entry.isSimilar)
            TrackColumns.bind(entry.track, to: row, from: 5, after: last)
            try row.run()
            last = entry.track
        }
    }

    private static let insertion = """
        INSERT INTO entries (place, entry, context_number, is_similar, \(TrackColumns.names))
        VALUES (\(Array(repeating: "?", count: 4 + TrackColumns.count).joined(separator: ", ")))
        """
}
