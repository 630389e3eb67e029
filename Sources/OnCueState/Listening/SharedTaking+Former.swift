// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import SQLite
internal import SharedListening

/// The entries of a machine under a former key.
extension SharedTaking {
    /// A pending erasure, with its row.
    struct WaitingErasure {
        var row: Int64
        var stream: SharedStream
        var ranges: [ClosedRange<Int64>]
    }

    /// Returns the log with a name if its machine is no longer paired.
    func formerLog(_ name: String, _ paired: Set<String>) throws(SQLiteError) -> Int64? {
        guard let (log, owner) = try owner(name), let owner, !paired.contains(owner) else { return nil }
        return log
    }

    /// Returns the log with a name if the machine may erase entries in it.
    ///
    /// This includes a log whose machine is no longer paired, since the one that names it may be the same machine with
    /// another key. The random digits of the name are known only to machines that have received it.
    ///
    /// - Returns: The log; and whether the erasure must wait because the log belongs to another machine that is still
    ///   paired.
    mutating func erasable(
        _ name: String, of machine: String, _ paired: Set<String>
    ) throws(SQLiteError) -> (log: Int64?, waits: Bool) {
        if let log = try log(name, of: machine, paired) { return (log, false) }
        if let former = try formerLog(name, paired) { return (former, false) }
        guard let found = try owner(name) else { return (nil, paired.contains { SharedStream.isLog(name, of: $0) }) }
        return (nil, found.machine.map(paired.contains) ?? false)
    }

    private func owner(_ name: String) throws(SQLiteError) -> (log: Int64, machine: String?)? {
        let query = try connection.cached("SELECT id, machine FROM logs WHERE name = ?")
        query.bind(1, name)
        return try query.first { ($0.integer(0), $0.optionalText(1)) }
    }

    func waitingErasures(of machine: String) throws(SQLiteError) -> [WaitingErasure] {
        let query = try connection.cached(
            """
            SELECT shared.rowid, payload FROM shared
            WHERE log IN (SELECT id FROM logs WHERE machine = ?) AND kind = 'erasures' AND payload IS NOT NULL
            """)
        query.bind(1, machine)
        return try query.all { ($0.integer(0), $0.text(1)) }.compactMap { (row, text) in
            guard let json = try? JSONValue(parsing: text),
                case .removed(let stream?, let ranges) = SharedEntry(json: json, .erasures)?.change
            else { return nil }
            return WaitingErasure(row: row, stream: stream, ranges: ranges)
        }
    }

    /// Carries out the erasures that were waiting for another machine to be unpaired.
    ///
    /// - Returns: A text for users about the erasures that are still waiting; empty if there are none.
    mutating func eraseWaiting(of machine: String, _ paired: Set<String>) throws(SQLiteError) -> String {
        var note = ""
        for erasure in try waitingErasures(of: machine) {
            let found = try erasable(erasure.stream.log, of: machine, paired)
            guard !found.waits else {
                note =
                    "what it erased under a former key stays until that one is forgotten here: oncue handoff machines"
                continue
            }
            try connection.execute("DELETE FROM shared WHERE rowid = \(erasure.row)")
            guard let log = found.log else { continue }
            for range in erasure.ranges { _ = try remove(erasure.stream.kind, log, range) }
        }
        return note
    }
}
