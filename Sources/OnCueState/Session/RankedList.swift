// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// A table of entries whose order is kept by sparse ranks.
struct RankedList {
    let connection: Connection
    /// The table and column names come from the program, never from users.
    private let table: String
    private let column: String

    /// Returns the list of the entries in their order.
    static func places(_ connection: Connection) -> RankedList {
        RankedList(connection: connection, table: "entries", column: "place")
    }

    /// Returns the list of the entries in the playing order while shuffled.
    static func turns(_ connection: Connection) -> RankedList {
        RankedList(connection: connection, table: "turns", column: "turn")
    }

    func insert(_ id: PlaybackQueue.EntryID, at rank: Int64) throws(SQLiteError) {
        let row = try connection.cached(text: "INSERT INTO \(table) (entry, \(column)) VALUES (?, ?)")
        row.bind(1, id.row)
        row.bind(2, rank)
        try row.run()
    }

    func remove(_ id: PlaybackQueue.EntryID) throws(SQLiteError) {
        let row = try connection.cached(text: "DELETE FROM \(table) WHERE entry = ?")
        row.bind(1, id.row)
        try change(id, by: row)
    }

    func move(_ id: PlaybackQueue.EntryID, to rank: Int64) throws(SQLiteError) {
        let row = try connection.cached(text: "UPDATE \(table) SET \(column) = ? WHERE entry = ?")
        row.bind(1, rank)
        row.bind(2, id.row)
        try change(id, by: row)
    }

    private func change(_ id: PlaybackQueue.EntryID, by row: Statement) throws(SQLiteError) {
        try row.run()
        guard connection.changedRows == 1 else { throw missing(id) }
    }

    private func missing(_ id: PlaybackQueue.EntryID) -> SQLiteError {
        SQLiteError(code: .error, message: "\(table) has no entry \(id)", sql: "")
    }
}

// MARK: Room

extension RankedList {
    /// Returns ranks for a run between its neighbours, and moves these apart if there is no room.
    ///
    /// - Complexity: O(log n), and about once in thirty runs at the same place O(k log n) for the k nearest entries.
    func ranks(of run: OrderDifference.Run) throws(SQLiteError) -> StrideTo<Int64> {
        if let ranks = try freeRanks(of: run) { return ranks }
        try makeRoom(for: run)
        guard let ranks = try freeRanks(of: run) else {
            throw SQLiteError(code: .error, message: "\(table) has no room for \(run.positions.count) entries", sql: "")
        }
        return ranks
    }

    /// The highest rank, or `nil` if there are no entries.
    var lastRank: Int64? {
        get throws(SQLiteError) {
            try connection.cached(text: "SELECT MAX(\(column)) FROM \(table)").first { $0.optionalInteger(0) } ?? nil
        }
    }

    private func freeRanks(of run: OrderDifference.Run) throws(SQLiteError) -> StrideTo<Int64>? {
        SparseRanks.between(try rank(of: run.predecessor), try rank(of: run.successor), count: run.positions.count)
    }

    private func rank(of id: PlaybackQueue.EntryID?) throws(SQLiteError) -> Int64? {
        guard let id else { return nil }
        let query = try connection.cached(text: "SELECT \(column) FROM \(table) WHERE entry = ?")
        query.bind(1, id.row)
        guard let rank = try query.first({ $0.integer(0) }) else { throw missing(id) }
        return rank
    }

    /// Moves the entries around a run apart, as few of them as have enough room within their own neighbours.
    private func makeRoom(for run: OrderDifference.Run) throws(SQLiteError) {
        let middle = try rank(of: run.predecessor ?? run.successor) ?? 0
        let distance = max(Self.leastDistance, Int64(run.positions.count + 1))
        var reach = 32
        while true {
            let lower = try rows("<= ?1 ORDER BY \(column) DESC", from: middle, limit: reach)
            let upper = try rows("> ?1 ORDER BY \(column)", from: middle, limit: reach)
            // The outermost entries keep their ranks, and limit those of the others.
            let (start, end) = (lower.count < reach ? nil : lower.last, upper.count < reach ? nil : upper.last)
            let members =
                lower.dropLast(start == nil ? 0 : 1).reversed() + upper.dropLast(end == nil ? 0 : 1)
            if let ranks = SparseRanks.between(start?.rank, end?.rank, count: members.count, distance: distance) {
                for (member, rank) in zip(members, ranks) { try move(member.id, to: rank) }
                return
            }
            guard start != nil || end != nil else { return }
            reach *= 8
        }
    }

    /// The least distance after making room, so that the room is enough for a while.
    private static let leastDistance: Int64 = 1 << 24

    private func rows(
        _ condition: String, from rank: Int64, limit: Int
    ) throws(SQLiteError) -> [(id: PlaybackQueue.EntryID, rank: Int64)] {
        let query = try connection.cached(
            text: "SELECT entry, \(column) FROM \(table) WHERE \(column) \(condition) LIMIT ?2")
        query.bind(1, rank)
        query.bind(2, limit)
        return try query.all { row in (PlaybackQueue.EntryID(UInt64(bitPattern: row.integer(0))), row.integer(1)) }
    }
}

extension PlaybackQueue.EntryID {
    /// The number as stored by SQLite.
    var row: Int64 { Int64(bitPattern: number) }
}
