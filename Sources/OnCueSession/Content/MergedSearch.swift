// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
package import OnCueCore
package import OnCueQuery

/// Combines the answers of several sources to a query in one order, with one limit, page by page.
package struct MergedSearch: Sendable {
    /// A page of results.
    package struct Page: Sendable {
        /// The total number of results, or a lower bound of it.
        package var total: Int
        package var items: [ContentNode]
        /// The errors of sources that could not be read, by their index.
        package var failures: [Int: ContentError] = [:]

        package init(total: Int, items: [ContentNode], failures: [Int: ContentError] = [:]) {
            self.total = total
            self.items = items
            self.failures = failures
        }
    }

    /// The seed of the random order, which stays for the life of the process so that pages fit together.
    package static let seed = Int64.random(in: 0..<1 << 31)

    /// The sources. The first may have far more items than the others, so only those needed for a page are read.
    private let sources: [any QuerySearching]
    private let now: Int64

    /// - Parameter now: Seconds since 1970; the present without it.
    package init(_ sources: [any QuerySearching], now: Int64? = nil) {
        self.sources = sources
        self.now = now ?? Int64(time(nil))
    }

    /// Returns up to `limit` items from `offset`.
    ///
    /// Typing mistakes are forgiven if all sources together find too little, not by each source that finds nothing.
    ///
    /// - Parameter inFull: Whether to answer with everything in order in any case, instead of the best first.
    /// - Throws: The error of the first source, if no other can be read either.
    package func page(
        _ query: ContentQuery, inFull: Bool = false, offset: Int, limit: Int
    ) async throws(ContentError) -> Page {
        guard !sources.isEmpty, !query.isBlank else { return Page(total: 0, items: []) }
        if query.playingTime != nil { return try await fittingPage(query, inFull, offset, limit) }
        let most = query.limit ?? ContentQuery.largestLimit
        let (offset, length) = (max(0, offset), max(0, min(limit, most - offset)))
        var question = question(query, inFull)
        question.limit = most
        // A single source decides by itself, in one pass.
        question.forgives = sources.count == 1
        var answer = try await answer(question, offset, length)
        if !question.forgives, answer.total < QueryRowSearch.tooFew, question.search.hasForgivableWords {
            question.forgives = true
            answer = try await self.answer(question, offset, length)
        }
        let found = merged(answer, QueryRanking(query, inFull: question.inFull), offset, length)
        var page = Page(total: min(answer.total, most), items: [], failures: answer.failures)
        page.items = await items(found, answer, &page.failures)
        return page
    }

    /// The number of items that are read at a time to find out how many fit into a playing time.
    private static let step = 200

    /// Returns a page of the results that fit into a playing time.
    private func fittingPage(
        _ query: ContentQuery, _ inFull: Bool, _ offset: Int, _ limit: Int
    ) async throws(ContentError) -> Page {
        var all = query
        all.playingTime = nil
        var found = Page(total: 0, items: [])
        var next = 0
        while true {
            let page = try await self.page(all, inFull: inFull, offset: next, limit: Self.step)
            found.failures.merge(page.failures) { first, _ in first }
            found.items += page.items
            let fitting = query.fitting(found.items)
            next += Self.step
            found.items = fitting.items
            if fitting.isFull || next >= page.total || page.items.isEmpty { break }
        }
        found.total = found.items.count
        found.items = Array(found.items.dropFirst(max(0, offset)).prefix(max(0, limit)))
        return found
    }

    /// The results of all sources.
    private struct Answer {
        /// The results of the first source from `start` on, and all results of the others.
        var lists: [QueryMatches]
        var start: Int
        var failures: [Int: ContentError]

        var total: Int { lists.reduce(0) { $0 + $1.total } }
    }

    private func answer(
        _ question: QueryQuestion, _ offset: Int, _ length: Int
    ) async throws(ContentError) -> Answer {
        var (question, failures) = (question, [Int: ContentError]())
        var lists: [QueryMatches]
        if offset == 0 {
            // Nothing precedes the page, so the first source need not wait for the results of the others.
            var first = question
            first.limit = length
            // Usually the others find nothing, and the page consists of these items.
            first.wantsItems = true
            lists = await matches(first, others: question, &failures)
        } else {
            lists = await matches(nil, others: question, &failures)
            // At most this many results of the others precede the page; all before that are from the first.
            question.offset = max(0, offset - lists.reduce(0) { $0 + $1.matches.count })
            question.limit = offset + length - question.offset
            question.wantsItems = true
            switch await result(0, question) {
            case .success(let found): lists[0] = found
            case .failure(let error): failures[0] = error
            }
        }
        if failures.count == sources.count, let error = failures[0] { throw error }
        return Answer(lists: lists, start: question.offset, failures: failures)
    }

    /// Returns the results of each source; those that must wait for theirs are all asked at once. Returns none for
    /// those that cannot be read, and adds their errors to `failures`.
    ///
    /// - Parameter first: The question to the first source; `nil` not to ask it.
    private func matches(
        _ first: QueryQuestion?, others: QueryQuestion, _ failures: inout [Int: ContentError]
    ) async -> [QueryMatches] {
        var lists = Array(repeating: QueryMatches(), count: sources.count)
        var asked: [Int] = []
        for index in sources.indices.dropFirst() {
            if let known = sources[index].matchesAtHand(others) {
                lists[index] = known
            } else {
                asked.append(index)
            }
        }
        var found: [(index: Int, result: Result<QueryMatches, ContentError>)] = []
        // Each task costs a turn on another thread, there and back.
        if asked.isEmpty {
            if let first { found = [(0, await result(0, first))] }
        } else {
            await withTaskGroup { group in
                for index in asked { group.addTask { (index, await result(index, others)) } }
                if let first { found = [(0, await result(0, first))] }
                for await answer in group { found.append(answer) }
            }
        }
        for (index, result) in found {
            switch result {
            case .success(let matches): lists[index] = matches
            case .failure(let error): failures[index] = error
            }
        }
        return lists
    }

    private func result(_ index: Int, _ question: QueryQuestion) async -> Result<QueryMatches, ContentError> {
        do throws(ContentError) { return .success(try await sources[index].matches(question)) } catch {
            return .failure(error)
        }
    }

    private func merged(
        _ answer: Answer, _ ranking: QueryRanking, _ offset: Int, _ length: Int
    ) -> [(list: Int, match: QueryMatch)] {
        let lists = answer.lists.map(\.matches)
        if lists.dropFirst().allSatisfy(\.isEmpty) {
            return lists[0].dropFirst(offset - answer.start).prefix(length).map { (0, $0) }
        }
        // The results of the first source end before the page, and so do those of the others.
        if lists[0].isEmpty, answer.start > 0 { return [] }
        let rest = lists.dropFirst().map { list in
            answer.start == 0 ? list : Self.rest(list, behind: lists[0][0], ranking)
        }
        let others = lists.dropFirst().reduce(0) { $0 + $1.count }
        let begin = answer.start + others - rest.reduce(0) { $0 + $1.count }
        return Array(
            ranking.merged([lists[0]] + rest, limit: offset + length - begin).dropFirst(offset - begin))
    }

    /// Returns the best results of each kind, kinds in the order of the sources.
    ///
    /// Each source forgives typing mistakes by itself: groups are delivered branch by branch as each answers, and
    /// waiting until all others have found nothing would be as slow as the slowest program.
    package func groups(_ query: ContentQuery, limit: Int) async throws(ContentError) -> [ContentSearchGroup] {
        guard !query.isBlank else { return [] }
        var question = question(query, false)
        question.limit = max(0, min(limit, query.limit ?? limit))
        var groups: [ContentSearchGroup] = []
        for source in sources { groups += try await source.groups(question) }
        guard query.playingTime != nil else { return groups }
        return groups.map {
            ContentSearchGroup(
                kind: $0.kind, total: query.fitting($0.items).items.count, items: query.fitting($0.items).items)
        }
        .filter { !$0.items.isEmpty }
    }

    private func question(_ query: ContentQuery, _ inFull: Bool) -> QueryQuestion {
        QueryQuestion(query, inFull: inFull || query.isListed, now: now, seed: Self.seed)
    }

    /// Returns the matches that do not precede a match of another list.
    private static func rest(
        _ matches: [QueryMatch], behind first: QueryMatch, _ ranking: QueryRanking
    ) -> [QueryMatch] {
        Array(matches.drop { ranking.isBefore($0, first) })
    }

    /// Returns the items of matches of all sources; each source is asked once, unless it has provided them.
    private func items(
        _ merged: [(list: Int, match: QueryMatch)], _ answer: Answer, _ failures: inout [Int: ContentError]
    ) async -> [ContentNode] {
        // They are of one list, and start at its beginning.
        if let given = answer.lists[0].items, merged.count == given.count, merged.allSatisfy({ $0.list == 0 }) {
            return given.compactMap(\.self)
        }
        var found: [QueryMatch.Key: ContentNode] = [:]
        for list in Set(merged.map(\.list)).sorted() {
            if let given = answer.lists[list].items {
                for (match, item) in zip(answer.lists[list].matches, given) { found[match.key] = item }
                continue
            }
            let matches = merged.filter { $0.list == list }.map(\.match)
            do throws(ContentError) {
                for (match, item) in zip(matches, try await sources[list].items(of: matches)) {
                    if let item { found[match.key] = item }
                }
            } catch {
                failures[list] = error
            }
        }
        return merged.compactMap { found[$0.match.key] }
    }
}
