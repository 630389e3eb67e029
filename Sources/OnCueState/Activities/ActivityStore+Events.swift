// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FoundationEssentials
package import OnCueActivities
package import OnCueCore
internal import OnCueSession
internal import SQLite

extension ActivityStore: EventStoring {
    package func keptEvents() async throws(ContentError) -> [KeptEvent] {
        guard isThere else { return [] }
        return try stored { (connection) throws(SQLiteError) in
            var (events, unreadable): ([KeptEvent], Int) = ([], 0)
            // An event that a newer program wrote in another form is ignored.
            try connection.cached("SELECT json FROM events ORDER BY key").eachRow { (row) in
                if let event = try? JSONDecoder().decode(KeptEvent.self, from: Data(row.text(0).utf8)) {
                    events.append(event)
                } else {
                    unreadable += 1
                }
            }
            if unreadable > 0 { log("\(unreadable) events cannot be read and are left out; they stay in the file") }
            return events
        }
    }

    package func keep(_ events: [KeptEvent]) async throws(ContentError) {
        let texts: [Data]
        do { texts = try events.map { try JSONEncoder().encode($0) } } catch {
            throw ContentError(.storage, "cannot write an event of the page: \(error)")
        }
        try stored { (connection) throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                for (event, data) in zip(events, texts) {
                    let row = try connection.cached("INSERT OR REPLACE INTO events (key, json) VALUES (?, ?)")
                    row.bind(1, event.id.number)
                    row.bind(2, String(decoding: data, as: UTF8.self))
                    try row.run()
                }
            }
        }
    }

    package func removeEvents(_ keys: [StableKey]) async throws(ContentError) {
        guard isThere else { return }
        try stored { (connection) throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                for key in keys {
                    let row = try connection.cached("DELETE FROM events WHERE key = ?")
                    row.bind(1, key.number)
                    try row.run()
                }
            }
            // Leave nothing of the events in the write-ahead log.
            try PreciousDatabase.overwriteRemoved(connection)
        }
    }

    private func stored<T>(_ body: (Connection) throws(SQLiteError) -> T) throws(ContentError) -> T {
        do throws(SQLiteError) {
            return try perform(body)
        } catch {
            throw describe(error)
        }
    }
}
