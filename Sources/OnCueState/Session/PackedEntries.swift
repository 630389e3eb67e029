// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// The table in which many entries share a row.
///
/// The command that adds entries waits for the disk, and one row for each takes long: SQLite needed 60 to 120 ms for
/// 10,000 rows with these columns from a script, but 4 to 8 ms for the same number of bytes in 40 rows. Packed entries
/// are turned into normal rows when the entries have not changed for some seconds, or before a change other than an
/// addition at the end. At any moment an entry is in one of the two tables.
struct PackedEntries {
    /// The number of entries from which they are packed; fewer are written as rows at once.
    static let least = 512
    /// The largest number of entries in one packed row, so that damage affects few.
    private static let most = 256

    let connection: Connection

    /// The number of columns of an entry itself, which precede those of its track.
    private static let ownColumns = 3
    private static let columns = ownColumns + TrackColumns.count

    /// Writes entries at equally spaced ranks.
    func insert(_ entries: some Sequence<PlaybackQueue.Entry>, at ranks: some Sequence<Int64>) throws(SQLiteError) {
        var pack = Pack()
        for (rank, entry) in zip(ranks, entries) {
            if pack.count == Self.most || pack.count > 1 && rank - pack.lastRank != pack.step {
                try write(pack)
                pack = Pack()
            }
            pack.add(entry, at: rank)
        }
        if pack.count > 0 { try write(pack) }
    }

    private struct Pack {
        private let packer = ColumnPacker(columns: PackedEntries.columns)
        private(set) var count = 0
        private(set) var firstRank: Int64 = 0
        private(set) var lastRank: Int64 = 0
        private(set) var step: Int64 = 0
        private var last: Track?

        var bytes: [UInt8] { packer.bytes }

        mutating func add(_ entry: PlaybackQueue.Entry, at rank: Int64) {
            if count == 0 { firstRank = rank } else { step = rank - lastRank }
            (count, lastRank) = (count + 1, rank)
            packer.bind(1, entry.id.row)
            packer.bind(2, entry.contextNumber)
            packer.bind(3, entry.isSimilar)
            TrackColumns.bind(entry.track, to: packer, from: Int32(PackedEntries.ownColumns) + 1, after: last)
            packer.endRow()
            last = entry.track
        }
    }

    private func write(_ pack: Pack) throws(SQLiteError) {
        let row = try connection.cached(
            "INSERT INTO packed_entries (place, step, count, content) VALUES (?, ?, ?, ?)")
        row.bind(1, pack.firstRank)
        row.bind(2, pack.step)
        row.bind(3, pack.count)
        row.bind(4, pack.bytes)
        try row.run()
    }

    var isEmpty: Bool {
        get throws(SQLiteError) {
            try connection.cached("SELECT 1 FROM packed_entries LIMIT 1").first { _ in true } != true
        }
    }

    /// The highest rank, or `nil` if there are no entries.
    var lastRank: Int64? {
        get throws(SQLiteError) {
            try connection.cached("SELECT MAX(place + step * (count - 1)) FROM packed_entries")
                .first { $0.optionalInteger(0) } ?? nil
        }
    }

    /// Returns all packed entries with their ranks, with `nil` for those that cannot be used.
    func all() throws(SQLiteError) -> [(rank: Int64, entry: PlaybackQueue.Entry?)] {
        let rows = try connection.cached("SELECT place, step, count, content FROM packed_entries ORDER BY place")
            .all { (place: $0.integer(0), step: $0.integer(1), count: $0.int(2), content: $0.blob(3)) }
        var found: [(rank: Int64, entry: PlaybackQueue.Entry?)] = []
        for row in rows {
            let source = ColumnUnpacker(row.content, columns: Self.columns)
            let expected = min(max(0, row.count), Self.most)
            var (rank, count) = (row.place, 0)
            // In a damaged row, the entries before the damage can be used.
            while count < expected, (try? source.next()) == true {
                found.append((rank, try? Self.entry(source)))
                (rank, count) = (rank &+ row.step, count + 1)
            }
            for _ in count..<expected { found.append((rank, nil)) }
            // There are more entries than the row states, or other data after them.
            if count == expected, (try? source.next()) != false { found.append((rank, nil)) }
        }
        return found
    }

    private static func entry(_ row: ColumnUnpacker) throws(SQLiteError) -> PlaybackQueue.Entry? {
        let id = PlaybackQueue.EntryID(try SessionRows.number(row, 0))
        return TrackColumns.track(row, from: Int32(ownColumns)).map {
            PlaybackQueue.Entry(
                id: id, track: $0, contextNumber: row.optionalInt(1), isSimilar: row.integer(2) != 0)
        }
    }

    func removeAll() throws(SQLiteError) { try connection.cached("DELETE FROM packed_entries").run() }
}
