// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueQuery
package import OnCueSession
internal import SQLite

extension CatalogContentSource {
    package func added(_ identifiers: [ContentIdentifier]) async -> [ContentIdentifier: Int64] {
        let times = try? await read { (queries) throws(SQLiteError) in
            var times: [ContentIdentifier: Int64] = [:]
            for identifier in identifiers { times[identifier] = try queries.added(identifier) }
            return .success(times)
        }
        return times ?? [:]
    }
}

extension CatalogContentSource: QuerySearching {
    package func matches(_ question: QueryQuestion) async throws(ContentError) -> QueryMatches {
        try await read { (queries) throws(SQLiteError) in
            let (query, now) = (question.query, question.now)
            var found =
                if question.inFull {
                    try queries.listed(
                        query, offset: question.offset, limit: question.limit, now: now, seed: question.seed)
                } else {
                    try queries.best(
                        query, offset: question.offset, limit: question.limit, now: now, forgives: question.forgives)
                }
            if question.wantsItems { found.items = try Self.items(of: found.matches, queries) }
            return .success(found)
        }
    }

    private static func items(
        of matches: [QueryMatch], _ queries: CatalogQueries
    ) throws(SQLiteError) -> [ContentNode?] {
        let nodes = matches.compactMap { match in SearchKind(match.kind).map { $0.node(match.number) } }
        let found = try queries.itemsThere(nodes)
        guard nodes.count < matches.count else { return found }
        var next = found.makeIterator()
        return matches.map { SearchKind($0.kind) == nil ? nil : next.next() ?? nil }
    }

    package func items(of matches: [QueryMatch]) async throws(ContentError) -> [ContentNode?] {
        try await read { (queries) throws(SQLiteError) in
            .success(try Self.items(of: matches, queries))
        }
    }

    package func groups(_ question: QueryQuestion) async throws(ContentError) -> [ContentSearchGroup] {
        try await read { (queries) throws(SQLiteError) in
            .success(
                try queries.searchGroups(
                    question.query, limit: question.limit, now: question.now, seed: question.seed))
        }
    }

    // MARK: Searching the library only

    package func search(_ words: String, offset: Int, limit: Int) async throws(ContentError) -> ContentPage {
        let query = try ContentQuery(words)
        let (offset, limit) = PageLimit.part(offset: offset, limit: limit)
        let container = try await item(for: .root)
        let revision = try await revision()
        let found = try await MergedSearch([self], now: now()).page(query, offset: offset, limit: limit)
        return ContentPage(
            revision: revision, container: container, offset: offset, total: found.total, items: found.items)
    }

    package func searchGroups(_ words: String, limit: Int) async throws(ContentError) -> [ContentSearchGroup] {
        try await MergedSearch([self], now: now()).groups(
            try ContentQuery(words), limit: PageLimit.part(offset: 0, limit: limit).limit)
    }
}
