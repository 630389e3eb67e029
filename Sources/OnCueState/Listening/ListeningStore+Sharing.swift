// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import JSON
package import OnCueCore
package import OnCueSuggestions
internal import SQLite
package import SharedListening

extension ListeningStore: SharedStoring {
    package func speak(as machine: String) async throws(ContentError) {
        try await answer { (rows) throws(SQLiteError) in
            try rows.connection.transaction { () throws(SQLiteError) in try rows.shared.speak(as: machine) }
        }
    }

    package func correctTimes(now: Int64) async throws(ContentError) {
        let items = try await answer { (rows) throws(SQLiteError) in
            guard try SharedTaking.isAhead(rows, now: now) else { return Set<ContentIdentifier>() }
            return try rows.connection.transaction { () throws(SQLiteError) in
                var taking = try SharedTaking(rows, here: [:])
                try taking.correctTimes(now: now)
                return taking.outcome.items
            }
        }
        await tell(items)
    }

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
        let (note, taking) = try await answer { [sharedRoom] (rows) throws(SQLiteError) in
            let taken = try rows.connection.transaction { () throws(SQLiteError) in
                var taking = try SharedTaking(rows, here: here, room: sharedRoom)
                let note = try taking.take(parts, from: machine, paired: paired, now: now)
                return (note, taking.outcome)
            }
            // The write-ahead log contains the former pages.
            if taken.1.hasRemoved { try rows.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
            return taken
        }
        noteLearnt(taking)
        await tell(taking.items)
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
        let taking = try await answer { (rows) throws(SQLiteError) in
            try rows.connection.transaction { () throws(SQLiteError) in
                var taking = try SharedTaking(rows, here: here)
                try taking.place()
                return taking.outcome
            }
        }
        noteLearnt(taking)
        await tell(taking.items)
    }

    package func eraseShared(of machine: String) async throws(ContentError) -> Int {
        let (count, taking) = try await answer { (rows) throws(SQLiteError) in
            let erased = try rows.connection.transaction { () throws(SQLiteError) in
                var taking = try SharedTaking(rows, here: [:])
                try rows.shared.forgetTold(machine)
                let count = try taking.eraseAll(of: machine)
                try taking.finish()
                return (count, taking.outcome)
            }
            // The write-ahead log contains the former pages.
            try rows.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return erased
        }
        noteLearnt(taking)
        await tell(taking.items)
        return count
    }

    package func sharedCount(_ kinds: Set<SharedKind>) async throws(ContentError) -> Int64 {
        try await answer { (rows) throws(SQLiteError) in
            let query = try rows.connection.cached(
                """
                SELECT kind, through FROM streams JOIN logs ON logs.id = log WHERE machine IS NULL
                """)
            return try query.all { SharedKind(rawValue: $0.text(0)).map(kinds.contains) == true ? $0.integer(1) : 0 }
                .reduce(0, +)
        }
    }

    package func noteTold(_ machine: String) async throws(ContentError) {
        try await answer { (rows) throws(SQLiteError) in
            try rows.connection.transaction { () throws(SQLiteError) in try rows.shared.noteTold(machine) }
        }
    }

    package func toldMachines() async throws(ContentError) -> Set<String> {
        try await answer { (rows) throws(SQLiteError) in try rows.shared.toldMachines() }
    }

    package func noteSubscriptions(
        _ changes: [SubscriptionChange], present: [ToldItem]
    ) async throws(ContentError) {
        try await answer { (rows) throws(SQLiteError) in
            try rows.connection.transaction { () throws(SQLiteError) in
                for change in changes {
                    try rows.shared.put(
                        .subscriptions, change.item.identifier, change.isOn ? 1 : 0, change.time, change.item)
                }
                let known = try rows.shared.knownPodcasts()
                for item in present where !known.contains(item.identifier.description) {
                    // This time is earlier than that of any other change of the podcast.
                    try rows.shared.put(.subscriptions, item.identifier, 1, 0, item)
                }
            }
        }
    }

    package func subscriptionWishes() async throws(ContentError) -> [SubscriptionWish] {
        try await answer { (rows) throws(SQLiteError) in
            // Selects the last change of each podcast if another machine made it.
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

    package func noteLearnt(_ learnt: [LearntHere]) async throws(ContentError) {
        guard !learnt.isEmpty else { return }
        try await answer { (rows) throws(SQLiteError) in
            try rows.connection.transaction { () throws(SQLiteError) in
                for one in learnt { try rows.shared.note(one) }
            }
        }
    }

    package func learntElsewhere() async throws(ContentError) -> [LearntElsewhere] {
        try await answer { (rows) throws(SQLiteError) in try rows.shared.donationsElsewhere() }
    }

    package func forgetLearnt(_ part: LearntPart) async throws(ContentError) -> Int {
        let count = try await answer { (rows) throws(SQLiteError) in
            let count = try rows.connection.transaction { () throws(SQLiteError) in try rows.shared.forget(part) }
            // The write-ahead log contains the former pages.
            try rows.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return count
        }
        removeUpgradeCopies()
        if count > 0 { learntRevision += 1 }
        return count
    }

    private func noteLearnt(_ outcome: SharedTaking.Outcome) {
        if outcome.learntChanged { learntRevision += 1 }
    }

    package func noteFollowed(_ item: ToldItem, here: ContentIdentifier) async throws(ContentError) {
        try await answer { (rows) throws(SQLiteError) in
            try rows.connection.transaction { () throws(SQLiteError) in
                let row = try rows.connection.cached(
                    "UPDATE shared SET identifier = ? WHERE kind = 'subscriptions' AND item = ? AND identifier IS NULL")
                row.bind(1, here.description)
                row.bind(2, item.json.text())
                try row.run()
            }
        }
    }
}
