// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// The source of the queue, in which the entries have numbers of their own.
extension SessionRows {
    func write(_ context: PlaybackContext?) throws(SQLiteError) {
        guard let context else { return try connection.cached("DELETE FROM context").run() }
        let row = try connection.cached(
            "INSERT OR REPLACE INTO context (id, identifier, title, count) VALUES (1, ?, ?, ?)")
        row.bind(1, context.identifier?.description)
        row.bind(2, context.title)
        row.bind(3, context.count)
        try row.run()
    }

    func context() throws(SQLiteError) -> PlaybackContext? {
        let query = try connection.cached("SELECT identifier, title, count FROM context")
        return try query.first { (row) throws(SQLiteError) in
            PlaybackContext(
                identifier: row.optionalText(0).flatMap { ContentIdentifier($0) }, title: row.text(1),
                count: row.optionalInt(2))
        }
    }
}
