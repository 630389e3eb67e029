// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FoundationEssentials
package import OnCueActivities
package import OnCueCore
internal import OnCueSession
internal import SQLite

extension ActivityStore: SearchIndexing {
    package func index(
        _ items: [SearchItem], of program: String, state: String?, at now: Int64
    ) async throws(ContentError) -> Int {
        let count = try write { (rows) throws(SQLiteError) -> Int? in
            try rows.connection.transaction { () throws(SQLiteError) -> Int? in
                try rows.removeExpired(at: now)
                let (own, all) = try rows.counts(of: program)
                let new = try rows.newCount(items, of: program)
                guard own + new <= SearchLimits.perProgram, all + new <= mostItems else { return nil }
                for item in items { try rows.put(item, of: program) }
                let expired = try rows.removeExpired(at: now, of: program)
                if let state { try rows.save(state, of: program) }
                return own + new - expired
            }
        }
        guard let count else {
            throw ContentError(
                .refused,
                "\(program) may have \(SearchLimits.perProgram) items in the index, and all programs together "
                    + "\(mostItems); delete some first")
        }
        return count
    }

    package func remove(
        _ deletion: SearchDeletion, of program: String, state: String?
    ) async throws(ContentError) -> Int {
        try write { (rows) throws(SQLiteError) in
            var count = 0
            try rows.connection.transaction { () throws(SQLiteError) in
                count = try rows.remove(deletion, of: program)
                if let state { try rows.save(state, of: program) }
            }
            if count > 0 { try PreciousDatabase.overwriteRemoved(rows.connection) }
            return count
        }
    }

    package func removeEverything() async throws(ContentError) -> Int {
        guard isThere else { return 0 }
        return try write { (rows) throws(SQLiteError) in
            let count = try rows.connection.transaction { () throws(SQLiteError) in
                var count = 0
                for program in try rows.programs() { count += try rows.removeProgram(program) }
                return count
            }
            try PreciousDatabase.overwriteRemoved(rows.connection)
            return count
        }
    }

    package func tidy(declared: Set<String>, at now: Int64) async throws(ContentError) {
        guard isThere else { return }
        try write { (rows) throws(SQLiteError) in
            try rows.connection.transaction { () throws(SQLiteError) in
                try rows.removeExpired(at: now)
                for program in try rows.programs() {
                    let since = try rows.noteMissing(program, declared.contains(program) ? nil : now)
                    if let since, since + SearchLimits.undeclaredLifetime <= now {
                        try rows.removeProgram(program)
                    }
                }
            }
        }
    }

    package func clientState(of program: String) async throws(ContentError) -> String {
        guard isThere else { return "" }
        return try write { (rows) throws(SQLiteError) in try rows.state(of: program) }
    }

    package func items(
        matching words: [String], limit: Int, at now: Int64
    ) async throws(ContentError) -> [SearchItem] {
        guard isThere, !words.isEmpty else { return [] }
        let (items, unreadable) = try write { (rows) throws(SQLiteError) in
            try rows.items(matching: words, limit: limit, at: now)
        }
        if unreadable > 0, !hasLoggedItem {
            hasLoggedItem = true
            log("an item in the index of programs cannot be read and is not found; its program can put it in again")
        }
        return items
    }

    package func newestItems(limit: Int, at now: Int64) async throws(ContentError) -> [SearchItem] {
        guard isThere else { return [] }
        return try write { (rows) throws(SQLiteError) in try rows.newest(limit: limit, at: now) }
    }

    package func locatedItems(limit: Int, at now: Int64) async throws(ContentError) -> [SearchItem] {
        guard isThere else { return [] }
        return try write { (rows) throws(SQLiteError) in try rows.located(limit: limit, at: now) }
    }

    package func item(_ name: Activity.Name) async throws(ContentError) -> SearchItem? {
        guard isThere else { return nil }
        return try write { (rows) throws(SQLiteError) in try rows.item(name) }
    }

    private func write<T>(_ body: (SearchItemRows) throws(SQLiteError) -> T) throws(ContentError) -> T {
        do throws(SQLiteError) {
            return try perform { (connection) throws(SQLiteError) in try body(SearchItemRows(connection: connection)) }
        } catch {
            throw describe(error)
        }
    }
}

/// Reads and writes the index in `activities.sqlite`; must be used on the thread that owns the connection.
struct SearchItemRows {
    let connection: Connection

    // MARK: Writing

    func put(_ item: SearchItem, of program: String) throws(SQLiteError) {
        guard let data = try? JSONEncoder().encode(item) else { return }
        try remove(.items([item.name.identifier]), of: program)
        let row = try connection.cached(
            """
            INSERT INTO items (program, identifier, domain, expires, title, json) VALUES (?, ?, ?, ?, ?, ?) RETURNING id
            """)
        row.bind(1, program)
        row.bind(2, item.name.identifier)
        row.bind(3, item.domain)
        row.bind(4, item.expires)
        row.bind(5, item.title)
        row.bind(6, String(decoding: data, as: UTF8.self))
        guard let number = try row.integers().first else { return }
        for (word, weight) in Self.words(of: item) {
            let row = try connection.cached("INSERT OR IGNORE INTO words (word, item, weight) VALUES (?, ?, ?)")
            row.bind(1, word)
            row.bind(2, number)
            row.bind(3, weight)
            try row.run()
        }
    }

    /// Returns the words by which an item is found, beginning with those of the title.
    private static func words(of item: SearchItem) -> [(String, Int)] {
        let texts = [(item.title, 3), (item.keywords.joined(separator: " "), 2), (item.summary ?? "", 1)]
        return texts.flatMap { text, weight in SearchWords.of(text).map { ($0, weight) } }
    }

    @discardableResult
    func remove(_ deletion: SearchDeletion, of program: String) throws(SQLiteError) -> Int {
        var count = 0
        switch deletion {
        case .items(let identifiers):
            for identifier in identifiers {
                count += try remove(where: "program = ?1 AND identifier = ?2", [program, identifier])
            }
        case .domains(let domains):
            for domain in domains {
                // Two statements, since one with OR would look at every item of the program.
                count += try remove(where: "program = ?1 AND domain = ?2", [program, domain])
                count += try remove(
                    where: "program = ?1 AND domain >= ?2 || '.' AND domain < ?2 || '/'", [program, domain])
            }
        case .all: count = try remove(where: "program = ?1", [program])
        }
        return count
    }

    private func remove(where condition: String, _ texts: [String]) throws(SQLiteError) -> Int {
        let words = try connection.cached(
            text: "DELETE FROM words WHERE item IN (SELECT id FROM items WHERE \(condition))")
        let items = try connection.cached(text: "DELETE FROM items WHERE \(condition) RETURNING id")
        for (index, text) in texts.enumerated() {
            words.bind(Int32(index + 1), text)
            items.bind(Int32(index + 1), text)
        }
        try words.run()
        return try items.integers().count
    }

    /// Removes expired items, of all programs or of one.
    ///
    /// - Returns: The number of items removed.
    @discardableResult
    func removeExpired(at now: Int64, of program: String? = nil) throws(SQLiteError) -> Int {
        let condition = "expires <= ?1" + (program == nil ? "" : " AND program = ?2")
        let words = try connection.cached(
            text: "DELETE FROM words WHERE item IN (SELECT id FROM items WHERE \(condition))")
        let items = try connection.cached(text: "DELETE FROM items WHERE \(condition) RETURNING id")
        for row in [words, items] {
            row.bind(1, now)
            if let program { row.bind(2, program) }
        }
        try words.run()
        return try items.integers().count
    }

    /// Removes everything of a program, including its client state.
    @discardableResult
    func removeProgram(_ program: String) throws(SQLiteError) -> Int {
        let count = try remove(.all, of: program)
        for table in ["client_states", "missing_programs"] {
            let row = try connection.cached(text: "DELETE FROM \(table) WHERE program = ?")
            row.bind(1, program)
            try row.run()
        }
        return count
    }

    /// Returns all programs that have something in the index.
    func programs() throws(SQLiteError) -> [String] {
        var programs: [String] = []
        try connection.cached(
            """
            SELECT DISTINCT program FROM items UNION SELECT program FROM client_states
                UNION SELECT program FROM missing_programs
            """
        ).eachRow {
            programs.append($0.text(0))
        }
        return programs
    }

    /// Notes that a program is missing, or with `nil` that it is not.
    ///
    /// - Returns: The time since when it is missing.
    func noteMissing(_ program: String, _ now: Int64?) throws(SQLiteError) -> Int64? {
        guard let now else {
            let row = try connection.cached("DELETE FROM missing_programs WHERE program = ?")
            row.bind(1, program)
            try row.run()
            return nil
        }
        let row = try connection.cached("INSERT OR IGNORE INTO missing_programs (program, since) VALUES (?, ?)")
        row.bind(1, program)
        row.bind(2, now)
        try row.run()
        let since = try connection.cached("SELECT since FROM missing_programs WHERE program = ?")
        since.bind(1, program)
        return try since.integers().first
    }

    func save(_ state: String, of program: String) throws(SQLiteError) {
        let row = try connection.cached(
            """
            INSERT INTO client_states (program, state) VALUES (?, ?)
                ON CONFLICT (program) DO UPDATE SET state = excluded.state
            """)
        row.bind(1, program)
        row.bind(2, state)
        try row.run()
    }

    // MARK: Reading

    func counts(of program: String) throws(SQLiteError) -> (own: Int, all: Int) {
        let own = try connection.cached("SELECT count(*) FROM items WHERE program = ?")
        own.bind(1, program)
        let all = try connection.cached("SELECT count(*) FROM items")
        return (Int(try own.integers().first ?? 0), Int(try all.integers().first ?? 0))
    }

    /// Returns the number of new identifiers among items.
    func newCount(_ items: [SearchItem], of program: String) throws(SQLiteError) -> Int {
        var count = 0
        for identifier in Set(items.map(\.name.identifier)) {
            let row = try connection.cached("SELECT 1 FROM items WHERE program = ? AND identifier = ?")
            row.bind(1, program)
            row.bind(2, identifier)
            if try row.integers().isEmpty { count += 1 }
        }
        return count
    }

    func state(of program: String) throws(SQLiteError) -> String {
        let row = try connection.cached("SELECT state FROM client_states WHERE program = ?")
        row.bind(1, program)
        return try row.first { $0.text(0) } ?? ""
    }

    func item(_ name: Activity.Name) throws(SQLiteError) -> SearchItem? {
        let row = try connection.cached("SELECT json FROM items WHERE program = ? AND identifier = ?")
        row.bind(1, name.program)
        row.bind(2, name.identifier)
        return try row.first { Self.item($0.text(0)) } ?? nil
    }

    /// Returns the items that match all words. The longest word is looked up first, since it is likely to be the
    /// rarest.
    ///
    /// - Returns: The items, and the number of further ones that cannot be read.
    func items(
        matching words: [String], limit: Int, at now: Int64
    ) throws(SQLiteError) -> (items: [SearchItem], unreadable: Int) {
        let words = words.sorted { $0.utf8.count > $1.utf8.count }
        let others = words.indices.dropFirst().map { index in
            "AND EXISTS (SELECT 1 FROM words WHERE item = i.id AND word >= ?\(index * 2 + 1) AND word < ?\(index * 2 + 2))"
        }
        let (time, most) = (words.count * 2 + 1, words.count * 2 + 2)
        let row = try connection.cached(
            text: """
                SELECT i.json FROM (
                    SELECT item, max(weight) AS weight FROM words WHERE word >= ?1 AND word < ?2 GROUP BY item
                ) AS found JOIN items AS i ON i.id = found.item
                WHERE (i.expires IS NULL OR i.expires > ?\(time))
                    AND NOT EXISTS (SELECT 1 FROM missing_programs WHERE program = i.program) \(others.joined(separator: " "))
                ORDER BY found.weight DESC, i.title, i.id LIMIT ?\(most)
                """)
        for (index, word) in words.enumerated() {
            row.bind(Int32(index * 2 + 1), word)
            row.bind(Int32(index * 2 + 2), word + "\u{10FFFF}")
        }
        row.bind(Int32(time), now)
        row.bind(Int32(most), limit)
        var (items, unreadable): ([SearchItem], Int) = ([], 0)
        try row.eachRow { (row) in
            if let item = Self.item(row.text(0)) { items.append(item) } else { unreadable += 1 }
        }
        return (items, unreadable)
    }

    func newest(limit: Int, at now: Int64) throws(SQLiteError) -> [SearchItem] {
        let row = try connection.cached(
            """
            SELECT json FROM items AS i WHERE (expires IS NULL OR expires > ?)
                AND NOT EXISTS (SELECT 1 FROM missing_programs WHERE program = i.program)
                ORDER BY id DESC LIMIT ?
            """)
        row.bind(1, now)
        row.bind(2, limit)
        return try row.all { Self.item($0.text(0)) }.compactMap(\.self)
    }

    /// Returns items that have a location. The condition is the one of the index `items_by_location`; an item that
    /// cannot be read has no location.
    func located(limit: Int, at now: Int64) throws(SQLiteError) -> [SearchItem] {
        let row = try connection.cached(
            """
            SELECT json FROM items AS i WHERE instr(json, '"location":') > 0 AND (expires IS NULL OR expires > ?)
                AND NOT EXISTS (SELECT 1 FROM missing_programs WHERE program = i.program)
                ORDER BY id DESC LIMIT ?
            """)
        row.bind(1, now)
        row.bind(2, limit)
        return try row.all { Self.item($0.text(0)) }.compactMap(\.self).filter { $0.location != nil }
    }

    private static func item(_ text: String) -> SearchItem? {
        try? JSONDecoder().decode(SearchItem.self, from: Data(text.utf8))
    }
}
