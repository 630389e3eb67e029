// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueQuery
internal import SQLite

/// Search for one word or its beginning, which is the most common search: the index is read once for all kinds and
/// fits.
extension CatalogQueries {
    /// The maximum number of rows of one kind that are read. If there are more, and too few begin with the word, each
    /// fit is searched for separately.
    private static let passLimit = 4 * tierLimit

    /// Selects rows with their fit. Parameters: an expression, and the first row.
    static let fits: StaticString =
        "SELECT rowid, fit(search) FROM search WHERE search MATCH ?1 AND rowid >= ?2 ORDER BY rowid"

    /// The rows of one kind that were read.
    private struct Pass {
        let kind: SearchKind
        var begins: [Int64] = []
        var inTitle: [Int64] = []
        var elsewhere: [Int64] = []
        /// The number of rows with the word in their title.
        var titleCount = 0
        var count = 0

        init(_ kind: SearchKind) { self.kind = kind }

        /// Whether enough rows begin with the word, so that lower fits are not needed.
        var isFull: Bool { begins.count >= tierLimit }

        /// Whether reading has ended.
        var isOver: Bool { isFull || count >= passLimit }

        /// Whether reading went as far as needed.
        var isSure: Bool { isFull || count < passLimit }

        /// - Parameter fit: The result of the function `fit`.
        mutating func add(_ row: Int64, fit: Int64) {
            count += 1
            if fit < 2 { titleCount += 1 }
            switch fit {
            case 0: begins.append(row)
            case 1: if titleCount <= tierLimit { inTitle.append(row) }
            default: if count <= tierLimit { elsewhere.append(row) }
            }
        }

        /// The same tiers as those of a separate search for each fit.
        var tiers: [SearchTier] {
            var tiers = [SearchTier(kind: kind, fit: .titleBegins, rows: begins, isComplete: !isFull)]
            guard !isFull else { return tiers }
            let isComplete = titleCount < tierLimit
            tiers.append(SearchTier(kind: kind, fit: .inTitle, rows: inTitle, isComplete: isComplete))
            guard isComplete, kind == .track || kind == .album else { return tiers }
            tiers.append(SearchTier(kind: kind, fit: .elsewhere, rows: elsewhere, isComplete: count < tierLimit))
            return tiers
        }
    }

    /// Returns the tiers of a query that is one word and nothing else; `nil` for any other query.
    func tiersOfWord(
        _ query: ContentQuery, now: Int64, beginnings: [String: [String]]
    ) throws(SQLiteError) -> [SearchTier]? {
        guard query.condition.conjuncts.count == 1, case .text(let text) = query.condition.conjuncts[0],
            text.field == nil, !text.isWhole, text.words.count == 1,
            let match = MatchExpression(kind: .track, beginnings: beginnings).expression(.text(text))
        else { return nil }
        var tiers: [SearchTier] = []
        for pass in try passes(match) {
            let words = MatchExpression(kind: pass.kind, beginnings: beginnings)
            guard let sql = QuerySQL(query, pass.kind, now: now, words: words) else { continue }
            var own = pass.isSure ? try withExact(pass.tiers, text.words, sql) : try self.tiers(query, sql)
            try leadWithPlayed(&own, query, sql)
            tiers += own
        }
        return tiers
    }

    private func passes(_ match: String) throws(SQLiteError) -> [Pass] {
        let statement = try connection.cached(Self.fits)
        defer { statement.reset() }
        statement.bind(1, match)
        statement.bind(2, 0)
        var passes: [Pass] = []
        var pass: Pass?
        while try statement.step() {
            let row = statement.integer(0)
            if pass?.kind.rows.contains(row) != true {
                if let pass { passes.append(pass) }
                pass = SearchKind.of(row: row).map(Pass.init)
            }
            pass?.add(row & SearchKind.idMask, fit: statement.integer(1))
            guard pass?.isOver == true, let kind = pass?.kind else { continue }
            // Continue with the next kind.
            statement.reset()
            statement.bind(2, kind.rows.upperBound + 1)
        }
        if let pass { passes.append(pass) }
        return passes
    }
}
