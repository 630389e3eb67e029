// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
package import OnCueCore

/// One answer of several sources to a query: in one order, with one limit, page by page.
package struct MergedSearch: Sendable {
    /// A page of what was found.
    package struct Page: Sendable {
        /// How many there are in all, or at least.
        package var total: Int
        package var items: [ContentItem]
    }

    /// A random order stays as long as the process, so that pages of it fit together.
    package static let seed = Int64.random(in: 0..<1 << 31)

    /// The first may have far more than the others; of it only what a page needs is read. Without the others, should
    /// they fail, there is still an answer.
    private let sources: [any QuerySearching]
    private let now: Int64

    /// - Parameter now: Seconds since 1970; the present without it.
    package init(_ sources: [any QuerySearching], now: Int64? = nil) {
        self.sources = sources
        self.now = now ?? Int64(time(nil))
    }

    /// Up to `limit` items from `offset`.
    ///
    /// - Parameter inFull: Always answer with everything in order, not with the best first.
    package func page(
        _ query: ContentQuery, inFull: Bool = false, offset: Int, limit: Int
    ) async throws(ContentError) -> Page {
        guard let first = sources.first, !query.isBlank else { return Page(total: 0, items: []) }
        let most = query.limit ?? ContentQuery.largestLimit
        let (offset, length) = (max(0, offset), max(0, min(limit, most - offset)))
        var question = question(query, inFull)
        question.limit = most
        var lists: [QueryMatches] = []
        for source in sources.dropFirst() { lists.append((try? await source.matches(question)) ?? QueryMatches()) }
        let others = lists.reduce(0) { $0 + $1.matches.count }
        // So many of the others at most stand before what is wanted; all before that is from the first.
        question.offset = max(0, offset - others)
        question.limit = offset + length - question.offset
        let head = try await first.matches(question)
        // The first has ended before the page, and so have the others.
        if head.matches.isEmpty, question.offset > 0 { return Page(total: min(head.total + others, most), items: []) }
        let ranking = QueryRanking(query, inFull: question.inFull)
        let rest = lists.map { list in
            question.offset == 0 ? list.matches : Self.rest(list.matches, behind: head.matches[0], ranking)
        }
        let begin = question.offset + others - rest.reduce(0) { $0 + $1.count }
        let merged = ranking.merged([head.matches] + rest, limit: offset + length - begin).dropFirst(offset - begin)
        let total = lists.reduce(head.total) { $0 + $1.total }
        return Page(total: min(total, most), items: try await items(Array(merged)))
    }

    /// The best of each kind, kinds in the order of the sources.
    package func groups(_ query: ContentQuery, limit: Int) async throws(ContentError) -> [ContentSearchGroup] {
        guard !query.isBlank else { return [] }
        var question = question(query, false)
        question.limit = max(0, min(limit, query.limit ?? limit))
        var groups: [ContentSearchGroup] = []
        for source in sources { groups += try await source.groups(question) }
        return groups
    }

    private func question(_ query: ContentQuery, _ inFull: Bool) -> QueryQuestion {
        QueryQuestion(query, inFull: inFull || query.isListed, now: now, seed: Self.seed)
    }

    /// What does not stand before a match of another list.
    private static func rest(
        _ matches: [QueryMatch], behind first: QueryMatch, _ ranking: QueryRanking
    ) -> [QueryMatch] {
        Array(matches.drop { ranking.isBefore($0, first) })
    }

    /// The items of matches of all sources, each source asked once.
    private func items(_ merged: [(list: Int, match: QueryMatch)]) async throws(ContentError) -> [ContentItem] {
        var found: [QueryMatch.Key: ContentItem] = [:]
        for list in Set(merged.map(\.list)).sorted() {
            let matches = merged.filter { $0.list == list }.map(\.match)
            for (match, item) in zip(matches, try await sources[list].items(of: matches)) {
                if let item { found[match.key] = item }
            }
        }
        return merged.compactMap { found[$0.match.key] }
    }
}
