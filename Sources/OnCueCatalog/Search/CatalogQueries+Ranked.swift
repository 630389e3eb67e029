// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueQuery
internal import SQLite

/// Search by relevance: the matching items, and the quality of the match.
///
/// Only numbers of rows are read here, along the index, so that a word in every tenth title costs little more than a
/// rare one. The details of items are read for those that are displayed; see `page(of:offset:limit:)`.
extension CatalogQueries {
    /// The maximum number of rows of one kind that are examined for one fit; beyond that, lower fits are not searched
    /// for.
    static let tierLimit = 1000

    /// Returns the tiers that have items, best first.
    func ranked(_ query: ContentQuery, now: Int64, forgives: Bool) throws(SQLiteError) -> [SearchTier] {
        let beginnings = try allBeginnings(query.condition)
        var tiers: [SearchTier]
        if let found = try tiersOfWord(query, now: now, beginnings: beginnings) {
            tiers = found
        } else {
            tiers = try tiersOfAll(query, now, beginnings)
        }
        if forgives, tiers.reduce(0, { $0 + $1.count }) < QueryRowSearch.tooFew {
            tiers += try forgiven(query, now, tiers)
        }
        return tiers.filter { $0.count > 0 }.sorted(by: SearchTier.isBefore)
    }

    /// Searches for each fit of each kind.
    func tiersOfAll(
        _ query: ContentQuery, _ now: Int64, _ beginnings: [String: [String]]
    ) throws(SQLiteError) -> [SearchTier] {
        var tiers: [SearchTier] = []
        // Most words are the same for all kinds.
        var found: (match: String, kinds: Set<SearchKind>)?
        for kind in SearchKind.allCases {
            let words = MatchExpression(kind: kind, beginnings: beginnings)
            guard let sql = QuerySQL(query, kind, now: now, words: words) else { continue }
            if let match = sql.match {
                if found?.match != match { found = (match, try kinds(matching: match)) }
                guard found?.kinds.contains(kind) == true else { continue }
            }
            var own = try self.tiers(query, sql)
            try leadWithPlayed(&own, query, sql)
            tiers += own
        }
        return tiers
    }

    /// Returns the matches found by forgiving typing mistakes, without the known ones.
    private func forgiven(
        _ query: ContentQuery, _ now: Int64, _ known: [SearchTier]
    ) throws(SQLiteError) -> [SearchTier] {
        var corrections: [String: [String]] = [:]
        for word in query.condition.typedWords {
            let words = try self.corrections(of: word)
            if !words.isEmpty { corrections[word] = words }
        }
        guard !corrections.isEmpty else { return [] }
        var tiers: [SearchTier] = []
        for kind in SearchKind.allCases {
            let words = MatchExpression(kind: kind, corrections: corrections)
            guard let sql = QuerySQL(query, kind, now: now, words: words), let match = sql.match else { continue }
            var tier = try self.tier(.corrected, match, sql)
            for other in known where other.kind == kind { tier.remove(other.rows) }
            tiers.append(tier)
        }
        return tiers
    }

    /// Returns the kinds that have matches at all, so that the others need not be searched for each fit.
    private func kinds(matching expression: String) throws(SQLiteError) -> Set<SearchKind> {
        let statement = try connection.cached(
            "SELECT rowid FROM search WHERE search MATCH ?1 AND rowid >= ?2 ORDER BY rowid LIMIT 1")
        statement.bind(1, expression)
        var kinds: Set<SearchKind> = []
        var next: Int64 = 0
        while true {
            statement.reset()
            statement.bind(2, next)
            guard let row = try statement.first({ $0.integer(0) }), let kind = SearchKind.of(row: row) else {
                return kinds
            }
            kinds.insert(kind)
            next = kind.rows.upperBound + 1
        }
    }

    // MARK: One kind

    func tiers(_ query: ContentQuery, _ sql: QuerySQL) throws(SQLiteError) -> [SearchTier] {
        guard let match = sql.match else { return query.condition.hasText ? try signs(sql) : [] }
        guard let plain = sql.plainWords else { return [try tier(.elsewhere, match, sql)] }
        var tiers: [SearchTier] = []
        if let start = sql.words.titleStart(plain) { tiers.append(try tier(.titleBegins, start, sql)) }
        try add(.inTitle, "{title} : \(match)", sql, &tiers)
        if sql.kind == .track || sql.kind == .album { try add(.elsewhere, match, sql, &tiers) }
        return try withExact(tiers, plain, sql)
    }

    /// Puts titles that consist of exactly the words before those that begin with them.
    func withExact(
        _ tiers: [SearchTier], _ plain: [String], _ sql: QuerySQL
    ) throws(SQLiteError) -> [SearchTier] {
        guard let begins = tiers.first, begins.fit == .titleBegins, !begins.rows.isEmpty else { return tiers }
        var tiers = tiers
        let exact = SearchTier(
            kind: sql.kind, fit: .exactTitle, rows: try exactTitles(plain.joined(separator: " "), begins.rows, sql))
        tiers[0].remove(exact.rows)
        return [exact] + tiers
    }

    /// Adds matches of a lower fit, unless a tier is incomplete already.
    private func add(
        _ fit: QueryFit, _ expression: String, _ sql: QuerySQL, _ tiers: inout [SearchTier]
    ) throws(SQLiteError) {
        guard tiers.allSatisfy(\.isComplete) else { return }
        var tier = try self.tier(fit, expression, sql)
        for better in tiers { tier.remove(better.rows) }
        tiers.append(tier)
    }

    private func tier(
        _ fit: QueryFit, _ expression: String, _ sql: QuerySQL
    ) throws(SQLiteError) -> SearchTier {
        let kind = sql.kind
        let join = "CROSS JOIN \(kind.table) t ON t.id = search.rowid & \(SearchKind.idMask)"
        let statement = try connection.cached(
            text: """
                SELECT search.rowid & \(SearchKind.idMask) FROM search \(sql.isFiltered ? join : "")
                WHERE search MATCH ?1 AND search.rowid BETWEEN \(kind.rows.lowerBound) AND \(kind.rows.upperBound)
                    AND \(sql.filter) ORDER BY search.rowid LIMIT \(Self.tierLimit)
                """)
        statement.bind(1, expression)
        for (index, text) in sql.texts.enumerated() { statement.bind(Int32(index + 2), text) }
        let rows = try statement.integers()
        return SearchTier(kind: kind, fit: fit, rows: rows, isComplete: rows.count < Self.tierLimit)
    }

    /// Returns names without any word, such as `!!!`.
    private func signs(_ sql: QuerySQL) throws(SQLiteError) -> [SearchTier] {
        let statement = try connection.cached(
            text: """
                SELECT s.row & \(SearchKind.idMask), s.folded FROM sign_names s
                CROSS JOIN \(sql.kind.table) t ON t.id = s.row & \(SearchKind.idMask)
                WHERE s.row BETWEEN \(sql.kind.rows.lowerBound) AND \(sql.kind.rows.upperBound) AND \(sql.filter)
                ORDER BY s.row LIMIT \(Self.tierLimit)
                """)
        for (index, text) in sql.texts.enumerated() { statement.bind(Int32(index + 1), text) }
        let texts = Set(sql.texts)
        var exact = SearchTier(kind: sql.kind, fit: .exactTitle, rows: [])
        var begins = SearchTier(kind: sql.kind, fit: .titleBegins, rows: [])
        try statement.eachRow { row in
            if texts.contains(row.text(1)) {
                exact.rows.append(row.integer(0))
            } else {
                begins.rows.append(row.integer(0))
            }
        }
        begins.isComplete = exact.rows.count + begins.rows.count < Self.tierLimit
        return [exact, begins]
    }
}
