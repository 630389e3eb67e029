// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueQuery
internal import SQLite

/// A query in SQL, for the items of one kind; texts are bound, numbers are literals.
struct QuerySQL {
    let kind: SearchKind
    let now: Int64
    let words: MatchExpression
    /// The condition on the row of the item.
    private(set) var filter = "1"
    /// Whether ``filter`` may exclude items.
    var isFiltered: Bool { filter != "1" }
    /// Texts for the question marks in ``filter``.
    private(set) var texts: [String] = []
    /// The expression for the index; `nil` if the query has no words that every item must contain.
    private(set) var match: String?
    /// The words in ``match``, if they are plain ones.
    private(set) var plainWords: [String]?

    /// Creates the query, or `nil` if items of the kind lack a required field.
    init?(_ query: ContentQuery, _ kind: SearchKind, now: Int64, words: MatchExpression) {
        guard query.condition.suits(kind) else { return nil }
        self.kind = kind
        self.now = now
        self.words = words
        var parts = query.condition.conjuncts
        // Words that every item must contain come first; everything else is checked afterwards.
        let leading = parts.filter { words.expression($0) != nil }
        if !leading.isEmpty {
            match = words.expression(.all(leading))
            parts.removeAll { words.expression($0) != nil }
            plainWords = Self.plainWords(leading)
        }
        filter = sql(.all(parts))
    }

    private static func plainWords(_ parts: [QueryCondition]) -> [String]? {
        var words: [String] = []
        for part in parts {
            guard case .text(let text) = part, text.field == nil || text.field == .title else { return nil }
            words += text.words
        }
        return words
    }

    private mutating func sql(_ condition: QueryCondition) -> String {
        switch condition {
        case .text(let text): return sql(text)
        case .number(let field, let range): return Self.sql(column(field), range)
        case .time(let field, let span):
            return Self.sql(field == .added ? "t.added" : "t.last_played", span.seconds(now: now))
        case .kind(let kinds): return kinds.contains(kind.kind) ? "1" : "0"
        case .flag(let flag): return Self.sql(flag)
        case .not(let inner): return "NOT " + sql(inner)
        case .all(let parts): return parts.isEmpty ? "1" : joined(parts, " AND ")
        // A branch with fields that items of the kind lack matches none of them, even if it excludes them.
        case .any(let parts): return joined(parts.filter { $0.suits(kind) }, " OR ")
        }
    }

    private mutating func joined(_ parts: [QueryCondition], _ operation: String) -> String {
        var texts: [String] = []
        for part in parts { texts.append(sql(part)) }
        return "(" + texts.joined(separator: operation) + ")"
    }

    /// Returns a condition that is false for a missing value, so that excluding a range includes it.
    private static func sql(_ column: String, _ range: ClosedRange<Int64>) -> String {
        let isPositive = range.lowerBound > 0 ? " AND \(column) > 0" : ""
        return "(\(column) IS NOT NULL\(isPositive) AND \(column) BETWEEN \(range.lowerBound) AND \(range.upperBound))"
    }

    private func column(_ field: QueryNumberField) -> String {
        switch field {
        case .year: kind == .album ? "NULLIF(t.year, 9999)" : "t.year"
        case .plays: "t.play_count"
        case .skips: "t.skip_count"
        case .stars: "COALESCE(t.stars, t.tag_stars)"
        case .disc: "t.disc"
        case .track: "t.number"
        case .length: "t.duration"
        }
    }

    private static func sql(_ flag: QueryFlag) -> String {
        switch flag {
        case .unplayed: "(t.play_count = 0)"
        case .favourite: "(t.favourite = 1)"
        case .compilation: "(t.is_compilation = 1)"
        case .unfinished: "(t.resume_position IS NOT NULL)"
        }
    }

    private mutating func sql(_ text: QueryText) -> String {
        if text.words.isEmpty {
            guard text.field == nil || text.field.flatMap(kind.column) == "title" else { return "0" }
            texts += [text.folded, CatalogQueries.end(of: text.folded)]
            return "t.id IN (SELECT row & \(SearchKind.idMask) FROM sign_names WHERE folded >= ? AND folded < ?"
                + " AND row BETWEEN \(kind.rows.lowerBound) AND \(kind.rows.upperBound))"
        }
        if text.field == .folder, kind == .track {
            var anywhere = text
            anywhere.field = nil
            texts.append(
                MatchExpression(kind: .folder, beginnings: words.beginnings).expression(.text(anywhere)) ?? "\"\"")
            return """
                t.folder_id IN (WITH RECURSIVE below (id) AS (\(Self.rows(of: .folder)) UNION
                    SELECT f.id FROM folders f JOIN below ON f.parent_id = below.id) SELECT id FROM below)
                """
        }
        texts.append(words.expression(.text(text)) ?? "\"\"")
        return "t.id IN (\(Self.rows(of: kind)))"
    }

    private static func rows(of kind: SearchKind) -> String {
        "SELECT rowid & \(SearchKind.idMask) FROM search WHERE search MATCH ?"
            + " AND rowid BETWEEN \(kind.rows.lowerBound) AND \(kind.rows.upperBound)"
    }
}

extension QueryCondition {
    /// Returns whether items of the kind have every field in the condition.
    func suits(_ kind: SearchKind) -> Bool {
        switch self {
        case .text(let text):
            text.field == nil || (kind == .track && text.field == .folder) || text.field.flatMap(kind.column) != nil
        case .number(let field, _): kind == .track || (kind == .album && (field == .year || field == .length))
        case .time(let field, _): field != .starts && (kind == .track || (kind == .album && field == .added))
        case .flag(let flag): kind == .track || (kind == .album && flag == .compilation)
        case .kind(let kinds): kinds.contains(kind.kind)
        case .not(.kind(let kinds)): !kinds.contains(kind.kind)
        case .not(let inner): inner.suits(kind)
        case .all(let parts): parts.allSatisfy { $0.suits(kind) }
        case .any(let parts): parts.contains { $0.suits(kind) }
        }
    }

    /// Whether every match must contain some words.
    var hasText: Bool {
        switch self {
        case .text: true
        case .all(let parts): parts.contains(where: \.hasText)
        case .any(let parts): !parts.isEmpty && parts.allSatisfy(\.hasText)
        default: false
        }
    }
}
