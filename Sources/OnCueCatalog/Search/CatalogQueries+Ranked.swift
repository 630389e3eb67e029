// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// A match and how good it is.
struct SearchMatch {
    /// How well the words fit, the best first.
    enum Fit: Int, Comparable {
        case exactTitle
        case titleBegins
        case inTitle
        case elsewhere
        /// Found only when mistakes of typing are forgiven.
        case corrected

        static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }
    }

    var kind: SearchKind
    var id: Int64
    var fit: Fit
    var plays: Int64
    var title: String

    static func isBetter(_ left: SearchMatch, _ right: SearchMatch) -> Bool {
        if left.fit != right.fit { return left.fit < right.fit }
        if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
        if left.plays != right.plays { return left.plays > right.plays }
        if left.title != right.title { return left.title < right.title }
        return left.id < right.id
    }
}

/// Matches of one kind, best first.
struct SearchMatches {
    var kind: SearchKind
    var matches: [SearchMatch] = []
    /// There are no others.
    var isComplete = true
}

/// Search by relevance.
///
/// Words that are in a tenth of a large library cannot all be put in order while somebody types. So the index gives
/// the first of each kind of fit, beginning with the best, and what is played most is looked at in any case.
extension CatalogQueries {
    /// How many matches of each fit are put in order.
    static let usualBound = 250
    /// The same for callers that want long lists.
    static let largestBound = 2000
    /// How many of the most played tracks are looked at in any case.
    private static let playedBound = 150
    /// With fewer matches, mistakes of typing are forgiven.
    private static let tooFew = 3

    /// The best matches of each kind that has any.
    func ranked(_ query: ContentQuery, bound: Int, now: Int64) throws(SQLiteError) -> [SearchMatches] {
        let beginnings = try allBeginnings(query.condition)
        var groups: [SearchMatches] = []
        for kind in SearchKind.allCases {
            let words = MatchExpression(kind: kind, beginnings: beginnings)
            groups.append(try matches(query, bound, now, words))
        }
        if groups.reduce(0, { $0 + $1.matches.count }) < Self.tooFew { try forgive(query, bound, now, &groups) }
        for index in groups.indices { groups[index].matches.sort(by: SearchMatch.isBetter) }
        return groups.filter { !$0.matches.isEmpty }
    }

    private func forgive(
        _ query: ContentQuery, _ bound: Int, _ now: Int64, _ groups: inout [SearchMatches]
    ) throws(SQLiteError) {
        var corrections: [String: [String]] = [:]
        for word in query.condition.typedWords {
            let words = try self.corrections(of: word)
            if !words.isEmpty { corrections[word] = words }
        }
        guard !corrections.isEmpty else { return }
        for index in groups.indices {
            let words = MatchExpression(kind: groups[index].kind, corrections: corrections)
            let known = Set(groups[index].matches.map(\.id))
            let more = try matches(query, bound, now, words)
            groups[index].isComplete = groups[index].isComplete && more.isComplete
            groups[index].matches += more.matches.filter { !known.contains($0.id) }.map { match in
                var match = match
                match.fit = .corrected
                return match
            }
        }
    }

    // MARK: One kind

    private func matches(
        _ query: ContentQuery, _ bound: Int, _ now: Int64, _ words: MatchExpression
    ) throws(SQLiteError) -> SearchMatches {
        var found = SearchMatches(kind: words.kind)
        guard let sql = QuerySQL(query, words.kind, now: now, words: words) else { return found }
        guard let match = sql.match else { return try signs(query, sql, bound) }
        var tiers: [(SearchMatch.Fit, String)] = []
        if let plain = sql.plainWords, words.corrections.isEmpty {
            if let start = words.titleStart(plain) { tiers.append((.titleBegins, start)) }
            tiers.append((.inTitle, "{title} : \(match)"))
        }
        if tiers.isEmpty || words.kind == .track || words.kind == .album { tiers.append((.elsewhere, match)) }
        let title = sql.plainWords?.joined(separator: " ")
        var known: Set<Int64> = []
        for (fit, expression) in tiers {
            let rows = try rows(expression, sql, bound, known.count)
            for row in rows where known.insert(row.id).inserted {
                let folded = TextFolding.fold(row.title)
                let isExact = fit == .titleBegins && TextWords.divide(folded: folded).joined(separator: " ") == title
                found.matches.append(
                    SearchMatch(
                        kind: words.kind, id: row.id, fit: isExact ? .exactTitle : fit, plays: row.plays, title: folded)
                )
            }
            // The best are enough.
            if known.count >= bound {
                found.isComplete = false
                break
            }
        }
        if !found.isComplete, words.kind == .track { try addPlayed(query, sql, &found, known) }
        return found
    }

    private struct Row {
        var id: Int64
        var title: String
        var plays: Int64
    }

    private func rows(
        _ expression: String, _ sql: QuerySQL, _ bound: Int, _ known: Int
    ) throws(SQLiteError) -> [Row] {
        let kind = sql.kind
        let statement = try connection.prepare(
            """
            SELECT search.rowid & \(SearchKind.idMask), search.title, \(kind == .track ? "t.play_count" : "0")
            FROM search CROSS JOIN \(kind.table) t ON t.id = search.rowid & \(SearchKind.idMask)
            WHERE search MATCH ?1 AND search.rowid BETWEEN \(kind.rows.lowerBound) AND \(kind.rows.upperBound)
                AND \(sql.filter) LIMIT \(bound)
            """)
        statement.bind(1, expression)
        for (index, text) in sql.texts.enumerated() { statement.bind(Int32(index + 2), text) }
        return try statement.all { Row(id: $0.integer(0), title: $0.text(1), plays: $0.integer(2)) }
    }

    /// Names without any word, such as `!!!`.
    private func signs(
        _ query: ContentQuery, _ sql: QuerySQL, _ bound: Int
    ) throws(SQLiteError) -> SearchMatches {
        var found = SearchMatches(kind: sql.kind)
        guard query.condition.hasText else { return found }
        let statement = try connection.prepare(
            """
            SELECT s.row & \(SearchKind.idMask), s.folded FROM sign_names s
            CROSS JOIN \(sql.kind.table) t ON t.id = s.row & \(SearchKind.idMask)
            WHERE s.row BETWEEN \(sql.kind.rows.lowerBound) AND \(sql.kind.rows.upperBound) AND \(sql.filter)
            LIMIT \(bound)
            """)
        for (index, text) in sql.texts.enumerated() { statement.bind(Int32(index + 1), text) }
        let texts = Set(sql.texts)
        found.matches = try statement.all { row in
            let title = row.text(1)
            return SearchMatch(
                kind: sql.kind, id: row.integer(0), fit: texts.contains(title) ? .exactTitle : .titleBegins, plays: 0,
                title: title)
        }
        found.isComplete = found.matches.count < bound
        return found
    }

    /// What is played most, wherever it stands in the index.
    private func addPlayed(
        _ query: ContentQuery, _ sql: QuerySQL, _ found: inout SearchMatches, _ known: Set<Int64>
    ) throws(SQLiteError) {
        let statement = try connection.prepare(
            """
            SELECT t.id, s.title, s.artist, s.album, s.genre, s.composer, t.play_count
            FROM tracks t CROSS JOIN search s ON s.rowid = t.id + \(SearchKind.track.row(0))
            WHERE t.play_count > 0 AND \(sql.filter)
            ORDER BY t.play_count DESC, t.last_played DESC LIMIT \(Self.playedBound)
            """)
        for (index, text) in sql.texts.enumerated() { statement.bind(Int32(index + 1), text) }
        let title = sql.plainWords?.joined(separator: " ")
        try statement.eachRow { row in
            let id = row.integer(0)
            guard !known.contains(id) else { return }
            let texts = QueryRow(
                kind: .track, title: row.text(1), artists: [row.text(2)], album: row.text(3), genres: [row.text(4)],
                composers: [row.text(5)])
            guard query.condition.textsOnly.matches(texts) else { return }
            let folded = TextFolding.fold(texts.title)
            let words = TextWords.divide(folded: folded).joined(separator: " ")
            let fit: SearchMatch.Fit =
                if let title, words == title { .exactTitle } else if let title, words.hasPrefix(title) {
                    .titleBegins
                } else if let title, title.split(separator: " ").allSatisfy({ QueryText(String($0)).isIn(folded) }) {
                    .inTitle
                } else { .elsewhere }
            found.matches.append(
                SearchMatch(kind: .track, id: id, fit: fit, plays: row.integer(6), title: folded))
        }
    }
}

extension QueryCondition {
    /// What of the query is about text; the rest is true.
    fileprivate var textsOnly: ContentQuery {
        if case .all(let parts) = self {
            return ContentQuery(condition: .all(parts.filter { $0.hasText && $0.isText }))
        }
        return ContentQuery(condition: isText ? self : .all([]))
    }

    private var isText: Bool {
        switch self {
        case .text(let text): text.field != .folder
        case .any(let parts), .all(let parts): parts.allSatisfy(\.isText)
        default: false
        }
    }
}

extension ContentQuery {
    fileprivate func matches(_ row: QueryRow) -> Bool { matches(row, now: 0) }
}
