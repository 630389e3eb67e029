// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Parses the tokens of a query by recursive descent.
///
/// `OR` binds less tightly than juxtaposition, and a minus binds most tightly.
struct QueryParser {
    private var tokens: [QueryToken] = []
    private var position = 0
    private let endColumn: Int
    private var termCount = 0
    private var depth = 0
    private var order: [QueryOrder] = []
    private var limit: Int?
    private var playingTime: Duration?

    init(_ text: String) throws(ContentError) {
        guard text.unicodeScalars.count <= ContentQuery.lengthLimit else {
            throw QueryMistake.at(
                ContentQuery.lengthLimit + 1,
                "a query can have at most \(ContentQuery.lengthLimit) characters; shorten it")
        }
        var lexer = QueryLexer(text)
        while let token = lexer.next() { tokens.append(token) }
        endColumn = lexer.endColumn
    }

    mutating func query() throws(ContentError) -> ContentQuery {
        let condition = try alternatives()
        if let rest = current { throw QueryMistake.at(rest.column, "this \")\" has no matching \"(\"; remove it") }
        return ContentQuery(condition: condition, order: order, limit: limit, playingTime: playingTime)
    }

    private var current: QueryToken? { position < tokens.count ? tokens[position] : nil }

    // MARK: Groups

    private mutating func alternatives() throws(ContentError) -> QueryCondition {
        var arms: [QueryCondition] = [try conjunction()]
        while let token = current, token.kind == .or {
            guard arms.last != .all([]) else {
                throw QueryMistake.at(token.column, "expected something to find before OR")
            }
            position += 1
            let arm = try conjunction()
            guard arm != .all([]) else {
                throw QueryMistake.at(current?.column ?? endColumn, "expected something to find after OR")
            }
            arms.append(arm)
        }
        return arms.count == 1 ? arms[0] : .any(arms)
    }

    private mutating func conjunction() throws(ContentError) -> QueryCondition {
        var parts: [QueryCondition] = []
        while let token = current, token.kind != .close, token.kind != .or {
            if token.kind == .and, !parts.isEmpty, position + 1 < tokens.count {
                position += 1
            } else if let part = try part() {
                parts.append(part)
            }
        }
        parts = Self.withoutStraySigns(parts)
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    /// Removes signs such as the `&` in `Simon & Garfunkel`, which have no meaning among words.
    private static func withoutStraySigns(_ parts: [QueryCondition]) -> [QueryCondition] {
        func isText(_ part: QueryCondition, withWords: Bool) -> Bool {
            guard case .text(let text) = part, text.field == nil, !text.isWhole else { return false }
            return text.words.isEmpty != withWords
        }
        guard parts.contains(where: { isText($0, withWords: true) }) else { return parts }
        return parts.filter { !isText($0, withWords: false) }
    }

    /// Parses one condition; returns `nil` for a term that is not a condition, such as `sort:`.
    private mutating func part() throws(ContentError) -> QueryCondition? {
        guard let token = current else { return nil }
        position += 1
        switch token.kind {
        case .open: return try group(from: token)
        case .minus: return try negated(token)
        case .and: return .text(QueryText("and"))
        case .term(let term): return try condition(term, token.column)
        case .or, .close: throw QueryMistake.at(token.column, "expected something to find")
        }
    }

    private mutating func group(from token: QueryToken) throws(ContentError) -> QueryCondition {
        depth += 1
        guard depth <= ContentQuery.nestingLimit else {
            throw QueryMistake.at(
                token.column, "parentheses can be nested at most \(ContentQuery.nestingLimit) deep; simplify the query")
        }
        let inner = try alternatives()
        guard current?.kind == .close else {
            throw QueryMistake.at(token.column, "this \"(\" is never closed; add a \")\" where the group ends")
        }
        guard inner != .all([]) else {
            throw QueryMistake.at(current?.column ?? endColumn, "expected something to find between the parentheses")
        }
        position += 1
        depth -= 1
        return inner
    }

    private mutating func negated(_ minus: QueryToken) throws(ContentError) -> QueryCondition {
        let before = (order.count, limit, playingTime)
        let inner = try part()
        guard before == (order.count, limit, playingTime) else {
            throw QueryMistake.at(minus.column, "sort: and limit: cannot be excluded; remove the \"-\"")
        }
        guard let inner else { throw QueryMistake.at(minus.column + 1, "expected something to exclude after \"-\"") }
        return .not(inner)
    }

    // MARK: Terms

    private mutating func condition(_ term: QueryTerm, _ column: Int) throws(ContentError) -> QueryCondition? {
        termCount += 1
        guard termCount <= ContentQuery.termLimit else {
            throw QueryMistake.at(column, "a query can have at most \(ContentQuery.termLimit) terms; shorten it")
        }
        guard let name = term.field else { return Self.plain(term) }
        guard let field = QueryField(name) else { throw QueryMistake.unknownField(name, column) }
        guard !term.value.isEmpty else {
            throw QueryMistake.at(
                term.valueColumn, "expected a value after \(name):, such as \(QueryMistake.example(field))")
        }
        switch field {
        case .text(let field): return .text(QueryText(field: field, term.value, isWhole: term.isClosed))
        case .number(.length): return .number(.length, try QueryValue.length(term))
        case .number(.stars): return .number(.stars, try QueryValue.stars(term))
        case .number(let field): return .number(field, try QueryValue.number(term))
        case .time(let field): return .time(field, try QueryValue.time(term))
        case .day(let day): return .time(.starts, try QueryValue.day(day, term))
        case .kind: return .kind(try QueryValue.kinds(term))
        case .flag: return .flag(try QueryValue.flag(term))
        case .sort: order += try QueryValue.order(term)
        case .limit:
            switch try QueryValue.limit(term) {
            case .count(let count): limit = count
            case .playingTime(let time): playingTime = time
            }
        }
        return nil
    }

    private static func plain(_ term: QueryTerm) -> QueryCondition? {
        if !term.isQuoted, let flag = QueryFlag(word: term.value.lowercased()) { return .flag(flag) }
        let text = QueryText(term.value, isWhole: term.isClosed)
        // A single dash separates artist and title; an empty pair of quotes has no condition.
        let isDash = !term.isQuoted && ["-", "\u{2013}", "\u{2014}"].contains(term.value)
        return text.folded.isEmpty || isDash ? nil : .text(text)
    }
}
