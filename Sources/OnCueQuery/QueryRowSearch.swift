// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// A query of rows, which follows the same rules as a query of the catalog.
package struct QueryRowSearch: Sendable {
    /// The number of matches below which typing mistakes are forgiven.
    package static let tooFew = 3
    /// The maximum number of corrections for one mistyped word.
    package static let correctionsLimit = 8

    private let query: ContentQuery
    private let inFull: Bool
    private let now: Int64
    private let seed: Int64
    private let forgives: Bool
    private let ranking: QueryRanking
    /// The words to compare titles with, if the query has plain words.
    private let plainWords: String?

    /// - Parameters:
    ///   - inFull: Whether the result contains everything, in the order of the query, instead of the best matches
    ///     first.
    ///   - now: Seconds since 1970.
    ///   - seed: The seed of the random order, which stays the same for the same seed.
    ///   - forgives: Whether typing mistakes are forgiven if there are too few matches.
    package init(_ query: ContentQuery, inFull: Bool, now: Int64, seed: Int64, forgives: Bool = true) {
        self.query = query
        self.inFull = inFull
        self.now = now
        self.seed = seed
        self.forgives = forgives
        ranking = QueryRanking(query, inFull: inFull)
        plainWords = Self.plainWords(query.condition)
    }

    /// Returns whether items of the kind can be found at all.
    package func finds(_ kind: ContentKind) -> Bool {
        guard query.condition.suits(kind) else { return false }
        return inFull ? query.listedKinds?.contains(kind) ?? true : true
    }

    /// Whether every match must have a listening record.
    package var needsRecord: Bool {
        query.condition.conjuncts.contains { condition in
            switch condition {
            case .flag(.favourite), .flag(.unfinished), .time(.played, _): true
            case .number(.stars, let range): range.lowerBound > 0
            case .number(let field, let range): (field == .plays || field == .skips) && range.lowerBound > 0
            default: false
            }
        }
    }

    /// The longest word that every matching item must contain, if only as part of a longer word; `nil` if there is
    /// none.
    package var necessaryWord: String? {
        query.condition.conjuncts.compactMap { condition -> String? in
            guard case .text(let text) = condition else { return nil }
            return text.words.max { $0.utf8.count < $1.utf8.count }
        }.max { $0.utf8.count < $1.utf8.count }
    }

    /// Returns the matching rows, in order.
    ///
    /// - Complexity: O(*n* · terms), and twice that if typing mistakes are forgiven.
    package func matches(_ rows: [QueryRow]) -> QueryMatches {
        let rows = rows.filter { finds($0.kind) }
        var found = ranked(rows, query.condition)
        if mayForgive(found.count) { forgive(rows, &found) }
        return sorted(found)
    }

    /// Returns the matches among many rows, which are loaded as needed.
    ///
    /// - Parameter load: Returns the rows that contain a word, and possibly others; all rows for `nil`.
    package func matches(
        _ load: (_ word: String?) async throws(ContentError) -> [QueryRow]
    ) async throws(ContentError) -> QueryMatches {
        let word = necessaryWord
        let rows = try await load(word).filter { finds($0.kind) }
        var found = ranked(rows, query.condition)
        if mayForgive(found.count) {
            let all = word == nil ? rows : try await load(nil).filter { finds($0.kind) }
            forgive(all, &found)
        }
        return sorted(found)
    }

    private func forgive(_ rows: [QueryRow], _ found: inout [Found]) {
        let corrections = corrections(in: rows)
        guard !corrections.isEmpty else { return }
        let known = Set(found.map(\.match.key))
        found += ranked(rows, query.condition.forgiving(corrections), as: .corrected).filter {
            !known.contains($0.match.key)
        }
    }

    private func sorted(_ found: [Found]) -> QueryMatches {
        let sorted = found.sorted { left, right in
            if ranking.isBefore(left.match, right.match) { return true }
            if ranking.isBefore(right.match, left.match) { return false }
            return left.title == right.title ? left.match.number < right.match.number : left.title < right.title
        }
        return QueryMatches(sorted.map(\.match))
    }

    /// Returns whether a count of matches is so low that words may be mistyped, and a corrected search is allowed.
    private func mayForgive(_ count: Int) -> Bool { forgives && count < Self.tooFew && hasForgivableWords }

    /// Whether the query has words that may be mistyped.
    package var hasForgivableWords: Bool {
        !inFull && query.condition.typedWords.contains { EditDistance.forgiven(letters: $0.unicodeScalars.count) > 0 }
    }

    private struct Found {
        var match: QueryMatch
        var title: String
    }

    private func ranked(_ rows: [QueryRow], _ condition: QueryCondition, as fit: QueryFit? = nil) -> [Found] {
        rows.compactMap { row in
            var texts = QueryRowTexts(row)
            guard condition.matches(row, &texts, now: now) else { return nil }
            let title = SortKey.make(row.sort ?? row.title)
            return Found(
                match: QueryMatch(kind: row.kind, number: row.number, rank: rank(row, title, fit)), title: title)
        }
    }

    // MARK: Rank

    private func rank(_ row: QueryRow, _ title: String, _ fit: QueryFit?) -> [QueryRankValue] {
        if !inFull {
            return [
                .number((fit ?? self.fit(row.title)).rawValue), QueryRanking.place(of: row.kind),
                .number(row.numbers[.plays] ?? 0), .text(TextFolding.fold(row.title)),
            ]
        }
        if query.order.isEmpty { return [QueryRanking.place(of: row.kind), .text(title)] }
        return query.order.flatMap { row.rank($0.key, title, seed) }
    }

    private func fit(_ title: String) -> QueryFit { plainWords.map { QueryFit(of: $0, to: title) } ?? .elsewhere }

    private static func plainWords(_ condition: QueryCondition) -> String? {
        var words: [String] = []
        for case .text(let text) in condition.conjuncts {
            guard text.field == nil || text.field == .title else { return nil }
            words += text.words
        }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    // MARK: Typing mistakes

    /// Returns the words in the rows that mistyped words may mean, nearest first.
    private func corrections(in rows: [QueryRow]) -> [String: [String]] {
        let typed = query.condition.typedWords.map { ($0, Array($0.unicodeScalars)) }.filter {
            EditDistance.forgiven(letters: $0.1.count) > 0
        }
        guard !typed.isEmpty else { return [:] }
        var vocabulary: Set<String> = []
        for row in rows {
            var texts = QueryRowTexts(row)
            vocabulary.formUnion(texts.words())
        }
        var corrections: [String: [String]] = [:]
        for (word, letters) in typed {
            let limit = EditDistance.forgiven(letters: letters.count)
            let near = vocabulary.compactMap { other -> (Int, String)? in
                guard abs(other.utf8.count - word.utf8.count) <= 4 * limit,
                    let distance = EditDistance.between(letters, Array(other.unicodeScalars), limit: limit),
                    distance > 0
                else { return nil }
                return (distance, other)
            }
            guard !near.isEmpty else { continue }
            corrections[word] = near.sorted { $0 < $1 }.prefix(Self.correctionsLimit).map(\.1)
        }
        return corrections
    }
}

extension QueryRow {
    /// Returns the values of a rank for a key of `sort:`, as many as the key has.
    fileprivate func rank(_ key: QueryOrderKey, _ title: String, _ seed: Int64) -> [QueryRankValue] {
        func number(_ field: QueryNumberField) -> QueryRankValue { numbers[field].map { .number($0) } ?? .none }
        func time(_ field: QueryTimeField) -> QueryRankValue { times[field].map { .number($0) } ?? .none }
        func isMissing(_ value: QueryRankValue) -> QueryRankValue { .number(value == .none ? 1 : 0) }
        switch key {
        case .title: return [.text(title)]
        case .random: return [.number((self.number &+ seed) &* 2_654_435_761 & 0xFFFF_FFFF)]
        case .added: return [time(.added)]
        case .length: return [number(.length)]
        case .starts: return [time(.starts)]
        case .year: return [isMissing(number(.year)), number(.year)]
        case .played: return [isMissing(time(.played)), time(.played)]
        case .plays: return [number(.plays), time(.played)]
        case .skips: return [number(.skips)]
        case .stars: return [isMissing(number(.stars)), number(.stars)]
        case .artist: return [artistRank(title), album.map { .text(SortKey.make($0)) } ?? .none, number(.track)]
        case .album:
            let album = kind == .album ? .text(title) : album.map { QueryRankValue.text(SortKey.make($0)) } ?? .none
            return [isMissing(album), album, .none, number(.track)]
        }
    }

    private func artistRank(_ title: String) -> QueryRankValue {
        kind == .artist ? .text(title) : artists.first.map { .text(SortKey.make($0)) } ?? .none
    }
}
