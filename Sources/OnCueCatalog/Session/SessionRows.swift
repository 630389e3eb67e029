// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// Reads and writes the rows of the saved session.
struct SessionRows {
    let connection: Connection

    // MARK: Writing

    func save(_ session: SavedSession) throws(SQLiteError) {
        try connection.transaction { () throws(SQLiteError) in
            try connection.cached("DELETE FROM entries").run()
            var turns: [PlaybackQueue.EntryID: Int] = [:]
            for (turn, id) in session.shuffleOrder.enumerated() { turns[id] = turn }
            for (place, entry) in session.entries.enumerated() {
                try insert(entry, at: place, turn: turns[entry.id])
            }
            try write(session.context)
            try WaitingRows(connection: connection).save(session.waiting)
            try writeState(session)
        }
    }

    func savePosition(_ session: SavedSession) throws(SQLiteError) {
        try connection.transaction { () throws(SQLiteError) in try writeState(session) }
    }

    private func writeState(_ session: SavedSession) throws(SQLiteError) {
        let row = try connection.cached(
            """
            INSERT OR REPLACE INTO session (id, current, next_entry, repeat_mode, is_shuffled, position, was_active,
                volume, is_muted, shuffle_mode, shuffle_seed)
            VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
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
        try row.run()
    }

    private func insert(_ entry: PlaybackQueue.Entry, at place: Int, turn: Int?) throws(SQLiteError) {
        let row = try connection.cached(
            """
            INSERT INTO entries (place, entry, identifier, location, title, artists, album_artists, album,
                album_identifier, composers, genres, number, number_total, disc, disc_total, date, duration, recording,
                track_gain, track_peak, album_gain, album_peak, has_gain, part_start, part_end, picture,
                turn, context_number)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        row.bind(1, place)
        row.bind(2, Int64(bitPattern: entry.id.number))
        TrackColumns.bind(entry.track, to: row, from: 3)
        row.bind(27, turn)
        row.bind(28, entry.contextNumber)
        try row.run()
    }

    // MARK: Reading

    func load() throws(SQLiteError) -> SavedSession {
        try connection.transaction(.deferred) { () throws(SQLiteError) in
            let query = try connection.cached(
                """
                SELECT current, next_entry, repeat_mode, is_shuffled, position, was_active, volume, is_muted,
                    shuffle_mode, shuffle_seed
                FROM session
                """)
            let state = try query.first { (row) throws(SQLiteError) in
                SavedSession(
                    current: row.isNull(0) ? nil : PlaybackQueue.EntryID(try Self.number(row, 0)),
                    nextEntryNumber: try Self.number(row, 1),
                    repeatMode: RepeatMode(rawValue: row.text(2)) ?? .off, shuffleMode: Self.shuffleMode(row),
                    shuffleSeed: UInt64(bitPattern: row.integer(9)),
                    position: TrackColumns.time(row, 4) ?? .zero, wasActive: row.integer(5) != 0,
                    volume: min(max(row.double(6), 0), 1), isMuted: row.integer(7) != 0)
            }
            guard var session = state else { return SavedSession() }
            session.entries = try entries()
            session.context = try context()
            session.waiting = try WaitingRows(connection: connection).load()
            if session.shuffleMode != .off { session.shuffleOrder = try shuffleOrder() }
            return session
        }
    }

    private func entries() throws(SQLiteError) -> [PlaybackQueue.Entry] {
        let query = try connection.cached(
            """
            SELECT entry, identifier, location, title, artists, album_artists, album, album_identifier, composers,
                genres, number, number_total, disc, disc_total, date, duration, recording, track_gain, track_peak,
                album_gain, album_peak, has_gain, part_start, part_end, picture, context_number
            FROM entries ORDER BY place
            """)
        // A row whose address makes no sense cannot be played, so it is left out.
        return try query.all { (row) throws(SQLiteError) in
            let id = PlaybackQueue.EntryID(try Self.number(row, 0))
            let number = row.optionalInt(25)
            return TrackColumns.track(row, from: 1).map {
                PlaybackQueue.Entry(id: id, track: $0, contextNumber: number)
            }
        }.compactMap { $0 }
    }

    private func shuffleOrder() throws(SQLiteError) -> [PlaybackQueue.EntryID] {
        let query = try connection.cached("SELECT entry FROM entries WHERE turn IS NOT NULL ORDER BY turn")
        return try query.all { (row) throws(SQLiteError) in PlaybackQueue.EntryID(try Self.number(row, 0)) }
    }

    /// Rows of before there were modes only tell whether the queue was shuffled.
    private static func shuffleMode(_ row: Statement) -> ShuffleMode {
        row.optionalText(8).flatMap { ShuffleMode(rawValue: $0) } ?? (row.integer(3) != 0 ? .tracks : .off)
    }

    /// More entries than any queue ever has; counting on from here is safe.
    private static let highestNumber: Int64 = 1 << 53

    /// The number of an entry; one that was never given is damage, because counting on from it could not go well.
    static func number(_ row: Statement, _ column: Int32) throws(SQLiteError) -> UInt64 {
        let number = row.integer(column)
        guard (0...highestNumber).contains(number) else {
            throw SQLiteError(code: .corrupt, message: "an entry has the number \(number)", sql: "")
        }
        return UInt64(number)
    }
}
