// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite
internal import SharedListening

/// The entries that were learnt on other machines.
extension SharedTaking {
    /// Returns whether a donation was forgotten here. If it was not, removes the earlier copies from the same machine,
    /// since after a backup was restored, a machine sends its donations again in another log.
    mutating func isForgotten(_ register: String, of log: Int64) throws(SQLiteError) -> Bool {
        outcome.learntChanged = true
        let row = try connection.cached(
            """
            DELETE FROM shared WHERE kind = 'learnt' AND register = ?1 AND payload IS NOT NULL AND log IN (
                SELECT id FROM logs WHERE machine = (SELECT machine FROM logs WHERE id = ?2))
            """)
        row.bind(1, register)
        row.bind(2, log)
        try row.run()
        let forgotten = try connection.cached(
            """
            SELECT 1 FROM shared WHERE kind = 'learnt' AND register = ?1 AND log IN (
                SELECT id FROM logs WHERE machine = (SELECT machine FROM logs WHERE id = ?2))
            """)
        forgotten.bind(1, register)
        forgotten.bind(2, log)
        return try forgotten.first { _ in true } != nil
    }

    /// Drops donations of a machine that are too old to count in comparison with all later ones. Donations forgotten
    /// here remain known as such. Those for items that are not here have a limit of their own.
    func boundLearnt(of machine: String) throws(SQLiteError) {
        let count = try connection.cached(
            """
            SELECT COUNT(*) FROM logs JOIN shared ON log = logs.id
            WHERE machine = ? AND shared.kind = 'learnt' AND payload IS NOT NULL
            """)
        count.bind(1, machine)
        // Do not do this for a few entries with each message.
        guard try count.first({ $0.int(0) }) ?? 0 > 2 * room.learnt + room.learnt / 10 else { return }
        let row = try connection.cached(
            """
            DELETE FROM shared WHERE rowid IN (SELECT row FROM (
                SELECT shared.rowid AS row, ROW_NUMBER() OVER (
                    PARTITION BY identifier IS NULL ORDER BY time DESC, name DESC, number DESC) AS place
                FROM logs JOIN shared ON log = logs.id
                WHERE machine = ?1 AND shared.kind = 'learnt' AND payload IS NOT NULL) WHERE place > ?2)
            """)
        row.bind(1, machine)
        row.bind(2, room.learnt)
        try row.run()
    }
}
