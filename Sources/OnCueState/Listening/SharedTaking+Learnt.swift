// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite
internal import SharedListening

/// The entries that were learnt elsewhere.
extension SharedTaking {
    /// Whether what was learnt is forgotten here; and if not, makes room for it: after a backup was restored, a machine tells
    /// it in another log again.
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

    /// Drops what a machine learnt so long ago that it does not count beside all that came later. What is forgotten here stays
    /// known as that. What is not here yet takes no room from what is.
    func boundLearnt(of machine: String) throws(SQLiteError) {
        let count = try connection.cached(
            """
            SELECT COUNT(*) FROM logs JOIN shared ON log = logs.id
            WHERE machine = ? AND shared.kind = 'learnt' AND payload IS NOT NULL
            """)
        count.bind(1, machine)
        // Not for a few with each message.
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
