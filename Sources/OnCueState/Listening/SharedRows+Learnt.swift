// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import JSON
internal import OnCueCore
internal import OnCueSuggestions
internal import SQLite
internal import SharedListening

/// The donations from which suggestions are learnt: this machine's, which are in its log in the same form as in the
/// file of suggestions, and those of other machines, which are only stored here.
extension SharedRows {
    /// Enters learnt data of this machine; data that has already been entered in the same form gets no new number.
    func note(_ learnt: LearntHere) throws(SQLiteError) {
        let register = learnt.donation.register
        let payload = SharedEntry(1, at: learnt.time, .learnt(learnt.item, learnt.donation)).json.text()
        let log = try ownLog()
        let known = try connection.cached(
            """
            SELECT shared.rowid, log, number, payload FROM shared JOIN logs ON logs.id = log
            WHERE machine IS NULL AND kind = 'learnt' AND register = ?
            """)
        known.bind(1, register)
        for (former, itsLog, number, text) in try known.all({
            ($0.integer(0), $0.integer(1), $0.integer(2), $0.text(3))
        }) {
            if text == payload { return }
            // If the later change is erased before it is sent, nothing else would erase this one.
            try tellErased(.learnt, of: itsLog, [number...number])
            try connection.execute("DELETE FROM shared WHERE rowid = \(former)")
        }
        let row = try connection.cached(
            "INSERT INTO shared (log, kind, number, time, register, identifier, payload) VALUES (?, 'learnt', ?, ?, ?, ?, ?)"
        )
        row.bind(1, log)
        row.bind(2, try next(.learnt, of: log))
        // Machines do not accept times beyond this limit.
        row.bind(3, min(learnt.time, FileSystem.secondsSince1970() + SharedLimits.ahead))
        row.bind(4, register)
        row.bind(5, learnt.item.identifier.description)
        row.bind(6, payload)
        try row.run()
    }

    /// Erases all learnt data that this machine has sent, and notifies other machines.
    func eraseToldLearning() throws(SQLiteError) {
        try erase(
            try connection.prepare(
                """
                DELETE FROM shared WHERE kind = 'learnt' AND register IS NOT NULL
                    AND log IN (SELECT id FROM logs WHERE machine IS NULL) RETURNING log, number
                """
            ).all { ($0.integer(0), $0.integer(1)) })
    }

    private func erase(_ numbers: [(log: Int64, number: Int64)]) throws(SQLiteError) {
        var ranges: [Int64: NumberRanges] = [:]
        for (log, number) in numbers { ranges[log, default: NumberRanges()].insert(number...number) }
        for (log, ranges) in ranges.sorted(by: { $0.key < $1.key }) {
            try tellErased(.learnt, of: log, ranges.ranges)
        }
    }

    private struct Learnt {
        var row: Int64
        var log: Int64
        var number: Int64
        var register: String
        var donation: Donation
    }

    /// Returns the donations of this machine, in any order.
    private func ownLearnt() throws(SQLiteError) -> [Learnt] {
        let query = try connection.cached(
            """
            SELECT shared.rowid, log, number, identifier, time, payload, item FROM logs JOIN shared ON logs.id = log
            WHERE machine IS NULL AND shared.kind = 'learnt' AND payload IS NOT NULL
            """)
        return try query.all(Self.learnt).compactMap(\.self)
    }

    /// Returns the rows of other machines' donations that are in a part, including those for items that are not here.
    /// Only one of them is in memory at a time; their number is limited for each machine.
    private func othersLearnt(in part: LearntPart) throws(SQLiteError) -> [Int64] {
        let query = try connection.cached(
            """
            SELECT shared.rowid, log, number, identifier, time, payload, item FROM logs JOIN shared ON logs.id = log
            WHERE machine IS NOT NULL AND shared.kind = 'learnt' AND payload IS NOT NULL
            """)
        var rows: [Int64] = []
        try query.eachRow { row in
            if let learnt = Self.learnt(row), part.holds(learnt.donation) { rows.append(learnt.row) }
        }
        return rows
    }

    /// Reads a row; `nil` if it is not a donation.
    private static func learnt(_ row: Statement) -> Learnt? {
        guard let json = try? JSONValue(parsing: row.text(5)),
            case .learnt(let told, let donation) = SharedEntry(json: json, .learnt)?.change
        else { return nil }
        let here = row.optionalText(3).flatMap { ContentIdentifier($0) }
        let item = here ?? (ToldItem.common.contains(told.identifier.kind) ? told.identifier : nowhere)
        return Learnt(
            row: row.integer(0), log: row.integer(1), number: row.integer(2), register: donation.register,
            donation: donation.donation(of: item, at: row.integer(4)))
    }

    /// The identifier used for an item that is not here.
    private static let nowhere = ContentIdentifier(kind: .track, key: "nowhere")

    /// Returns the donations of other machines for items that are here, in the order of time, up to the number that
    /// counts.
    func donationsElsewhere() throws(SQLiteError) -> [LearntElsewhere] {
        let query = try connection.cached(
            """
            SELECT shared.rowid, log, number, identifier, time, payload, item FROM logs JOIN shared ON logs.id = log
            WHERE machine IS NOT NULL AND shared.kind = 'learnt' AND payload IS NOT NULL AND identifier IS NOT NULL
            ORDER BY time DESC, name DESC, number DESC LIMIT ?
            """)
        query.bind(1, SharedLimits.learnt)
        var seen: Set<String> = []
        return try query.all(Self.learnt).compactMap(\.self).filter { seen.insert($0.register).inserted }.reversed()
            .map { LearntElsewhere($0.register, $0.donation) }
    }

    /// Forgets a part. For donations of other machines, their names are kept, so that they are not accepted again.
    ///
    /// - Returns: The number of donations of other machines that were forgotten.
    func forget(_ part: LearntPart) throws(SQLiteError) -> Int {
        let others = try othersLearnt(in: part)
        for found in others {
            let row = try connection.cached(
                "UPDATE shared SET identifier = NULL, item = NULL, payload = NULL, time = 0 WHERE rowid = ?")
            row.bind(1, found)
            try row.run()
        }
        let own = try ownLearnt().filter { part.holds($0.donation) }
        for found in own {
            let row = try connection.cached("DELETE FROM shared WHERE rowid = ?")
            row.bind(1, found.row)
            try row.run()
        }
        try erase(own.map { ($0.log, $0.number) })
        return others.count
    }
}
