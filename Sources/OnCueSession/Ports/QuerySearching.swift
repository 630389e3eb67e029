// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueQuery

/// A query with the parameters for a source.
package struct QueryQuestion: Sendable {
    package var query: ContentQuery
    /// Whether to answer in the order of the query, or by title, instead of the best first.
    package var inFull: Bool
    /// The number of matches to leave out at the beginning.
    package var offset: Int
    /// The maximum number of matches.
    package var limit: Int
    /// Seconds since 1970.
    package var now: Int64
    /// The seed of the random order.
    package var seed: Int64
    /// Whether a source that finds too little forgives typing mistakes; if false, the caller decides that.
    package var forgives = true
    /// Whether a source that has its items at hand returns them with the matches.
    package var wantsItems = false

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

    /// Returns the answer of a source that provides rows.
    ///
    /// - Parameter load: Returns the rows that contain a word, and possibly others; all rows for `nil`.
    package func answer(
        _ load: (_ word: String?) async throws(ContentError) -> [QueryRow]
    ) async throws(ContentError) -> QueryMatches {
        var found = try await search.matches(load)
        found.matches = Array(found.matches.dropFirst(offset).prefix(limit))
        return found
    }
}

/// Answers queries with matches that can be combined with those of other sources.
package protocol QuerySearching: Sendable {
    /// Returns the matches, ranked and ordered as in ``QueryRanking``.
    func matches(_ question: QueryQuestion) async throws(ContentError) -> QueryMatches

    /// Returns the matches as far as they are known without waiting, usually none; `nil` if the source must be asked.
    /// Does not block.
    func matchesAtHand(_ question: QueryQuestion) -> QueryMatches?

    /// Returns the item of each match; `nil` for one that is gone by now.
    func items(of matches: [QueryMatch]) async throws(ContentError) -> [ContentNode?]

    /// Returns the best matches of each kind.
    func groups(_ question: QueryQuestion) async throws(ContentError) -> [ContentSearchGroup]
}

extension QuerySearching {
    package func matchesAtHand(_ question: QueryQuestion) -> QueryMatches? { nil }

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
