// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import FileAccess
package import OnCueCore
internal import SQLite
package import SharedListening

extension ListeningStore: SharedStoring {
    package func sharedHave(of machine: String) async throws(ContentError) -> [SharedStream: Int64] {
        try await answer { (rows) throws(SQLiteError) in
            let query = try rows.connection.cached(
                "SELECT name, kind, through FROM streams JOIN logs ON logs.id = log WHERE machine = ?")
            query.bind(1, machine)
            var have: [SharedStream: Int64] = [:]
            try query.eachRow { row in
                if let kind = SharedKind(rawValue: row.text(1)) {
                    have[SharedStream(row.text(0), kind)] = row.integer(2)
                }
            }
            return have
        }
    }

    package func sharedParts(
        _ kinds: Set<SharedKind>, after have: [SharedStream: Int64], limit: Int
    ) async throws(ContentError) -> [SharedPart] {
        try await answer { (rows) throws(SQLiteError) in
            try rows.connection.transaction { () throws(SQLiteError) in
                try rows.shared.parts(kinds, after: have, limit: limit)
            }
        }
    }

    package func takeShared(
        _ parts: [SharedPart], from machine: String, paired: Set<String>,
        here: [ToldItem: ContentIdentifier], now: Int64
    ) async throws(ContentError) -> String {
        guard !parts.isEmpty else { return "" }
        let (note, items) = try await answer { (rows) throws(SQLiteError) in
            try rows.connection.transaction { () throws(SQLiteError) in
                var (taking, note) = (try SharedTaking(rows, here: here), "")
                for part in parts {
                    let reason = try taking.take(part, from: machine, paired: paired, now: now)
                    if note.isEmpty { note = reason }
                }
                return (note, taking.items)
            }
        }
        await tell(items)
        return note
    }

    package func waitingItems(
        from number: Int64, limit: Int
    ) async throws(ContentError) -> (items: [ToldItem], next: Int64?) {
        try await answer { (rows) throws(SQLiteError) in
            let query = try rows.connection.cached(
                """
                SELECT MIN(rowid), item FROM shared WHERE item IS NOT NULL AND identifier IS NULL
                GROUP BY item HAVING MIN(rowid) >= ? ORDER BY 1 LIMIT ?
                """)
            query.bind(1, number)
            query.bind(2, limit)
            let found = try query.all { ($0.integer(0), $0.text(1)) }
            let items = found.compactMap { ToldItem(json: try? JSONValue(parsing: $0.1)) }
            return (items, found.count == limit ? found.last.map { $0.0 + 1 } : nil)
        }
    }

    package func place(_ here: [ToldItem: ContentIdentifier]) async throws(ContentError) {
        let items = try await answer { (rows) throws(SQLiteError) in
            try rows.connection.transaction { () throws(SQLiteError) in
                var taking = try SharedTaking(rows, here: here)
                try taking.place()
                return taking.items
            }
        }
        await tell(items)
    }

    package func eraseShared(of machine: String) async throws(ContentError) -> Int {
        let (count, items) = try await answer { (rows) throws(SQLiteError) in
            let erased = try rows.connection.transaction { () throws(SQLiteError) in
                var taking = try SharedTaking(rows, here: [:])
                return (try taking.eraseAll(of: machine), taking.items)
            }
            // The log that was written ahead has the pages as they were.
            try rows.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return erased
        }
        await tell(items)
        return count
    }

    package func sharedCount() async throws(ContentError) -> Int64 {
        try await answer { (rows) throws(SQLiteError) in
            try rows.connection.cached(
                "SELECT COALESCE(SUM(through), 0) FROM streams WHERE log IN (SELECT id FROM logs WHERE machine IS NULL)"
            ).first { $0.integer(0) } ?? 0
        }
    }

    package func noteSubscribed(_ items: [ToldItem]) async throws(ContentError) {
        let now = FileSystem.secondsSince1970()
        try await answer { (rows) throws(SQLiteError) in
            try rows.connection.transaction { () throws(SQLiteError) in
                var known: [ContentIdentifier: ToldItem] = [:]
                for text in try rows.connection.prepare("SELECT item FROM subscribed").all({ $0.text(0) }) {
                    if let item = ToldItem(json: try? JSONValue(parsing: text)) { known[item.identifier] = item }
                }
                let present = Dictionary(items.map { ($0.identifier, $0) }) { first, _ in first }
                for item in items where known[item.identifier] == nil {
                    try rows.shared.put(.subscriptions, item.identifier, 1, now, item)
                    try rows.shared.keep(item, isSubscribed: true)
                }
                for item in known.values where present[item.identifier] == nil {
                    try rows.shared.put(.subscriptions, item.identifier, 0, now, item)
                    try rows.shared.keep(item, isSubscribed: false)
                }
            }
        }
    }

    package func subscriptionWishes() async throws(ContentError) -> [SubscriptionWish] {
        try await answer { (rows) throws(SQLiteError) in
            // Of each podcast the last change, if another machine made it.
            try rows.connection.prepare(
                """
                SELECT item, value, identifier, machine FROM (SELECT item, value, identifier, machine, ROW_NUMBER() OVER (
                        PARTITION BY COALESCE(identifier, register) ORDER BY time DESC, name DESC, number DESC) AS place
                    FROM shared JOIN logs ON logs.id = log WHERE kind = 'subscriptions' AND item IS NOT NULL)
                WHERE place = 1 AND machine IS NOT NULL
                """
            ).all { row in
                ToldItem(json: try? JSONValue(parsing: row.text(0))).map {
                    SubscriptionWish(
                        $0, isOn: row.integer(1) == 1, here: row.optionalText(2).flatMap { ContentIdentifier($0) })
                }
            }.compactMap { $0 }
        }
    }

    package func noteFollowed(
        _ item: ToldItem, here: ContentIdentifier, _ isOn: Bool
    ) async throws(ContentError) {
        try await answer { (rows) throws(SQLiteError) in
            try rows.connection.transaction { () throws(SQLiteError) in
                var own = item
                own.identifier = here
                try rows.shared.keep(own, isSubscribed: isOn)
                let row = try rows.connection.cached(
                    "UPDATE shared SET identifier = ? WHERE kind = 'subscriptions' AND item = ? AND identifier IS NULL")
                row.bind(1, here.description)
                row.bind(2, item.json.text())
                try row.run()
            }
        }
    }
}
