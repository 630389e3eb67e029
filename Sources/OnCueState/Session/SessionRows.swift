// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// Reads and writes the rows of the saved session.
struct SessionRows {
    let connection: Connection

    /// Returns the session, whether it is the complete content of the file, and the number of entries that cannot be
    /// used.
    func load() throws(SQLiteError) -> (session: SavedSession, isWhole: Bool, lost: Int) {
        try connection.transaction(.deferred) { () throws(SQLiteError) in
            let query = try connection.cached(
                """
                SELECT current, next_entry, repeat_mode, is_shuffled, position, was_active, volume, is_muted,
                    shuffle_mode, shuffle_seed, goes_on_with_similar, was_playing, stops_after_entry,
                    lasting_shuffle_mode, is_single, is_consuming
                FROM session
                """)
            let state = try query.first { (row) throws(SQLiteError) in
                SavedSession(
                    current: row.isNull(0) ? nil : PlaybackQueue.EntryID(try Self.number(row, 0)),
                    nextEntryNumber: try Self.number(row, 1),
                    repeatMode: RepeatMode(rawValue: row.text(2)) ?? .off, shuffleMode: Self.shuffleMode(row),
                    lastingShuffleMode: row.optionalText(13).flatMap { ShuffleMode(rawValue: $0) },
                    shuffleSeed: UInt64(bitPattern: row.integer(9)),
                    goesOnWithSimilar: row.integer(10) != 0,
                    position: TrackColumns.time(row, 4) ?? .zero, wasActive: row.integer(5) != 0,
                    wasPlaying: row.integer(11) != 0, stopsAfterEntry: row.integer(12) != 0,
                    isSingle: row.integer(14) != 0, isConsuming: row.integer(15) != 0,
                    volume: min(max(row.double(6), 0), 1), isMuted: row.integer(7) != 0)
            }
            guard var session = state else { return (SavedSession(), false, 0) }
            let entries = try entries()
            // A row with an invalid address cannot be played, so it is left out.
            session.entries = QueueEntries(entries.compactMap(\.self))
            session.context = try context()
            session.waiting = try WaitingRows(connection: connection).load()
            session.shuffleOrder = try shuffleOrder()
            let lost = entries.count - session.entries.count
            return (session, lost == 0, lost)
        }
    }

    private static let selection =
        "SELECT entry, context_number, is_similar, \(TrackColumns.names), place FROM entries ORDER BY place"

    /// Returns the entries, with `nil` for those that cannot be used.
    private func entries() throws(SQLiteError) -> [PlaybackQueue.Entry?] {
        let query = try connection.cached(text: Self.selection)
        let rows = try query.all { (row) throws(SQLiteError) -> (rank: Int64, entry: PlaybackQueue.Entry?) in
            let id = PlaybackQueue.EntryID(try Self.number(row, 0))
            let (number, isSimilar) = (row.optionalInt(1), row.integer(2) != 0)
            let entry = TrackColumns.track(row, from: 3).map {
                PlaybackQueue.Entry(id: id, track: $0, contextNumber: number, isSimilar: isSimilar)
            }
            return (row.integer(Int32(3 + TrackColumns.count)), entry)
        }
        let packed = try PackedEntries(connection: connection).all()
        guard !packed.isEmpty else { return rows.map(\.entry) }
        return (rows + packed).sorted { $0.rank < $1.rank }.map(\.entry)
    }

    private func shuffleOrder() throws(SQLiteError) -> [PlaybackQueue.EntryID] {
        let query = try connection.cached("SELECT entry FROM turns ORDER BY turn")
        return try query.all { (row) throws(SQLiteError) in PlaybackQueue.EntryID(try Self.number(row, 0)) }
    }

    /// Returns the shuffle mode; rows from before the shuffle modes only have a flag.
    private static func shuffleMode(_ row: Statement) -> ShuffleMode {
        row.optionalText(8).flatMap { ShuffleMode(rawValue: $0) } ?? (row.integer(3) != 0 ? .tracks : .off)
    }

    /// The highest number of an entry, which is more than any queue ever has; it is safe to continue counting from
    /// here.
    private static let highestNumber: Int64 = 1 << 53

    /// Returns the number of an entry. A number beyond the limits means damage, since counting could not safely
    /// continue from it.
    static func number(_ row: some ColumnSource, _ column: Int32) throws(SQLiteError) -> UInt64 {
        let number = row.integer(column)
        guard (0...highestNumber).contains(number) else {
            throw SQLiteError(code: .corrupt, message: "an entry has the number \(number)", sql: "")
        }
        return UInt64(number)
    }
}
