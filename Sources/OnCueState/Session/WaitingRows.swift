// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// Reads and writes the queues that were set aside, which are in the same file as the saved session.
struct WaitingRows {
    let connection: Connection

    // MARK: Writing

    /// Saves these queues, and removes all others from the file. Queues in the file are not rewritten, since a queue
    /// that was set aside does not change.
    func save(_ waiting: [WaitingQueue]) throws(SQLiteError) {
        let known = Set(try numbers())
        let wanted = Set(waiting.map { Int64(bitPattern: $0.number) })
        for number in known.subtracting(wanted) { try remove(number) }
        for next in waiting where !known.contains(Int64(bitPattern: next.number)) { try insert(next) }
    }

    private func numbers() throws(SQLiteError) -> [Int64] {
        try connection.cached("SELECT waiting FROM waiting_queues ORDER BY waiting").all { (row) throws(SQLiteError) in
            row.integer(0)
        }
    }

    private func remove(_ number: Int64) throws(SQLiteError) {
        let entries = try connection.cached("DELETE FROM waiting_entries WHERE waiting = ?")
        entries.bind(1, number)
        try entries.run()
        let queue = try connection.cached("DELETE FROM waiting_queues WHERE waiting = ?")
        queue.bind(1, number)
        try queue.run()
    }

    private func insert(_ waiting: WaitingQueue) throws(SQLiteError) {
        let number = Int64(bitPattern: waiting.number)
        let queue = waiting.queue
        let row = try connection.cached(
            """
            INSERT INTO waiting_queues (waiting, current, next_entry, repeat_mode, shuffle_mode, position, status,
                context_identifier, context_title, context_count, shuffle_seed, stops_after_entry,
                lasting_shuffle_mode)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        row.bind(1, number)
        row.bind(2, queue.current.map { Int64(bitPattern: $0.number) })
        row.bind(3, Int64(bitPattern: queue.nextEntryNumber))
        row.bind(4, queue.repeatMode.rawValue)
        row.bind(5, queue.shuffleMode.rawValue)
        row.bind(6, waiting.position.wholeMicroseconds)
        row.bind(7, waiting.status.rawValue)
        row.bind(8, queue.context?.identifier?.description)
        row.bind(9, queue.context?.title)
        row.bind(10, queue.context?.count)
        row.bind(11, Int64(bitPattern: queue.shuffleSeed))
        row.bind(12, waiting.stopsAfterEntry)
        row.bind(13, queue.lastingShuffleMode?.rawValue)
        try row.run()
        var turns: [PlaybackQueue.EntryID: Int] = [:]
        for (turn, id) in queue.shuffledEntries.enumerated() { turns[id] = turn }
        for (place, entry) in queue.entries.enumerated() {
            try insert(entry, of: number, at: place, turn: turns[entry.id])
        }
    }

    private func insert(
        _ entry: PlaybackQueue.Entry, of number: Int64, at place: Int, turn: Int?
    ) throws(SQLiteError) {
        let row = try connection.cached(text: Self.insertion)
        row.bind(1, number)
        row.bind(2, place)
        row.bind(3, Int64(bitPattern: entry.id.number))
        row.bind(4, turn)
        row.bind(5, entry.contextNumber)
        row.bind(6, entry.isSimilar)
        TrackColumns.bind(entry.track, to: row, from: 7)
        try row.run()
    }

    private static let insertion = """
        INSERT INTO waiting_entries (waiting, place, entry, turn, context_number, is_similar, \(TrackColumns.names))
        VALUES (\(Array(repeating: "?", count: 6 + TrackColumns.count).joined(separator: ", ")))
        """

    // MARK: Reading

    /// Returns the queues in the order in which they were set aside.
    func load() throws(SQLiteError) -> [WaitingQueue] {
        let query = try connection.cached(
            """
            SELECT waiting, current, next_entry, repeat_mode, shuffle_mode, position, status, context_identifier,
                context_title, context_count, shuffle_seed, stops_after_entry, lasting_shuffle_mode
            FROM waiting_queues ORDER BY waiting
            """)
        let found = try query.all { (row) throws(SQLiteError) in
            let session = SavedSession(
                context: row.optionalText(8).map {
                    PlaybackContext(
                        identifier: row.optionalText(7).flatMap { ContentIdentifier($0) }, title: $0,
                        count: row.optionalInt(9))
                },
                current: row.isNull(1) ? nil : PlaybackQueue.EntryID(try SessionRows.number(row, 1)),
                nextEntryNumber: try SessionRows.number(row, 2),
                repeatMode: RepeatMode(rawValue: row.text(3)) ?? .off,
                shuffleMode: ShuffleMode(rawValue: row.text(4)) ?? .off,
                lastingShuffleMode: row.optionalText(12).flatMap { ShuffleMode(rawValue: $0) },
                shuffleSeed: UInt64(bitPattern: row.integer(10)), stopsAfterEntry: row.integer(11) != 0)
            return (
                number: try SessionRows.number(row, 0), session: session,
                position: TrackColumns.time(row, 5) ?? .zero,
                status: PlaybackStatus(rawValue: row.text(6)) ?? .paused
            )
        }
        return try found.map { (found) throws(SQLiteError) in
            var session = found.session
            let number = Int64(bitPattern: found.number)
            session.entries = QueueEntries(try entries(of: number))
            if session.shuffleMode != .off { session.shuffleOrder = try shuffleOrder(of: number) }
            var waiting = WaitingQueue(
                number: found.number, queue: PlaybackQueue(session, seed: found.number), position: found.position,
                status: found.status)
            waiting.stopsAfterEntry = session.stopsAfterEntry && waiting.queue.current == session.current
            return waiting
        }.filter { !$0.queue.entries.isEmpty }
    }

    private static let selection = """
        SELECT entry, context_number, is_similar, \(TrackColumns.names) FROM waiting_entries WHERE waiting = ?
        ORDER BY place
        """

    private func entries(of number: Int64) throws(SQLiteError) -> [PlaybackQueue.Entry] {
        let query = try connection.cached(text: Self.selection)
        query.bind(1, number)
        return try query.all { (row) throws(SQLiteError) in
            let id = PlaybackQueue.EntryID(try SessionRows.number(row, 0))
            let (number, isSimilar) = (row.optionalInt(1), row.integer(2) != 0)
            return TrackColumns.track(row, from: 3).map {
                PlaybackQueue.Entry(id: id, track: $0, contextNumber: number, isSimilar: isSimilar)
            }
        }.compactMap { $0 }
    }

    private func shuffleOrder(of number: Int64) throws(SQLiteError) -> [PlaybackQueue.EntryID] {
        let query = try connection.cached(
            "SELECT entry FROM waiting_entries WHERE waiting = ? AND turn IS NOT NULL ORDER BY turn")
        query.bind(1, number)
        return try query.all { (row) throws(SQLiteError) in PlaybackQueue.EntryID(try SessionRows.number(row, 0)) }
    }
}
