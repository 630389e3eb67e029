// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// A query as it is put to a source.
package struct QueryQuestion: Sendable {
    package var query: ContentQuery
    /// Everything in an order that the query names, or by title; not the best first.
    package var inFull: Bool
    /// How many matches are left out at the beginning.
    package var offset: Int
    /// The most matches that are wanted.
    package var limit: Int
    /// Seconds since 1970.
    package var now: Int64
    /// Makes the random order.
    package var seed: Int64
    /// A source that finds too little forgives mistakes of typing; otherwise that is decided by whoever asks.
    package var forgives = true

    package init(
        _ query: ContentQuery, inFull: Bool, offset: Int = 0, limit: Int = ContentQuery.largestLimit, now: Int64,
        seed: Int64
    ) {
        self.query = query
        self.inFull = inFull
        self.offset = offset
        self.limit = limit
        self.now = now
        self.seed = seed
    }

    /// The query for sources that have their items as rows.
    package var search: QueryRowSearch {
        QueryRowSearch(query, inFull: inFull, now: now, seed: seed, forgives: forgives)
    }

    /// The answer of such a source.
    ///
    /// - Parameter load: Gives the rows in which a word stands somewhere, and perhaps others; all of them for `nil`.
    package func answer(
        _ load: (_ word: String?) async throws(ContentError) -> [QueryRow]
    ) async throws(ContentError) -> QueryMatches {
        var found = try await search.matches(load)
        found.matches = Array(found.matches.dropFirst(offset).prefix(limit))
        return found
    }
}

/// Answers queries with matches that can be put together with those of other sources.
package protocol QuerySearching: Sendable {
    /// What is found, ranked and in order as ``QueryRanking`` has it.
    func matches(_ question: QueryQuestion) async throws(ContentError) -> QueryMatches

    /// The item of each match; `nil` for one that has gone meanwhile.
    func items(of matches: [QueryMatch]) async throws(ContentError) -> [ContentItem?]

    /// The best of each kind.
    func groups(_ question: QueryQuestion) async throws(ContentError) -> [ContentSearchGroup]
}

extension QuerySearching {
    package func groups(_ question: QueryQuestion) async throws(ContentError) -> [ContentSearchGroup] {
        var all = question
        all.limit = ContentQuery.largestLimit
        let found = try await matches(all).matches
        var kinds: [ContentKind] = []
        for match in found where !kinds.contains(match.kind) { kinds.append(match.kind) }
        var groups: [ContentSearchGroup] = []
        for kind in kinds {
            let own = found.filter { $0.kind == kind }
            groups.append(
                ContentSearchGroup(
                    kind: kind, total: own.count,
                    items: try await items(of: Array(own.prefix(question.limit))).compactMap(\.self)))
        }
        return groups
    }
}
