// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
package import OnCueQuery
internal import OnCueRuntime
package import OnCueSession
internal import SQLite

/// The branch For You: lists defined by queries, both the built-in and the saved ones.
///
/// The items of the lists come from the library and from the other branches. A revision counts every change of these,
/// of the listening history, and of the saved queries.
package final class ForYouContentSource: ContentSource {
    private let library: CatalogContentSource
    private let others: [ContentBranch]
    private let sources: [any QuerySearching]
    private let saved: any QueryService<ContentError>
    private let favourites: LibraryFavourites?
    private let suggested: SuggestedItems
    private let state: ForYouState
    private let followers: [Task<Void, Never>]

    /// - Parameters:
    ///   - favourites: Finds the favourites of the library other than tracks.
    ///   - suggested: The current suggestions, which are the first list while there are any.
    ///   - others: Branches whose items may be in the lists, too.
    package init(
        library: CatalogContentSource, favourites: LibraryFavourites? = nil, saved: any QueryService<ContentError>,
        suggested: SuggestedItems = SuggestedItems(), state: ForYouState, others: [ContentBranch] = []
    ) {
        self.suggested = suggested
        suggested.onChange { [weak state] in state?.tell() }
        self.favourites = favourites
        self.library = library
        self.others = others
        sources = [library] + [favourites].compactMap(\.self) + others.flatMap(\.queries)
        self.saved = saved
        self.state = state
        // Each source reports changes in the listening history of its items.
        let changes =
            [library.changes(), favourites?.changes()].compactMap(\.self) + others.map { $0.source.changes() }
        followers = changes.map { changes in
            Task { [weak state] in
                for await _ in changes { state?.tell() }
            }
        }
    }

    deinit {
        for follower in followers { follower.cancel() }
    }

    package func revision() async throws(ContentError) -> ContentTree.Revision {
        let edits = state.edits
        return try await library.read { (queries) throws(SQLiteError) in
            .success(try queries.forYouRevision(edits))
        }
    }

    package func changes() -> AsyncStream<ContentChange> { state.hub.listen() }

    package func childrenShowPlaybackProgress(of identifier: ContentIdentifier) async -> Bool {
        identifier == ForYouList.own[0].identifier
    }

    // MARK: Lists

    func lists() async -> [ForYouList] {
        // Without its file, the built-in lists remain.
        let queries = (try? await saved.savedQueries()) ?? []
        let first = suggested.items.isEmpty ? [] : [ForYouList.suggested]
        return first + ForYouList.own + queries.filter { (try? ContentQuery($0.text)) != nil }.map(ForYouList.init)
    }

    func list(_ identifier: ContentIdentifier) async -> ForYouList? {
        if identifier == ForYouList.disliked.identifier { return .disliked }
        return await lists().first { $0.identifier == identifier }
    }

    package func item(for identifier: ContentIdentifier) async throws(ContentError) -> ContentNode {
        if identifier == .root { return await rootItem() }
        guard let list = await list(identifier) else { throw Self.notFound(identifier) }
        if list == .suggested { return Self.item(list, count: suggested.items.count) }
        return Self.item(list, count: try await count(of: list))
    }

    /// Returns the number of items, as known for the current revision or counted now.
    private func count(of list: ForYouList) async throws(ContentError) -> Int {
        let revision = try await revision()
        if let known = state.count(of: list, at: revision) { return known }
        let count = try await content(of: list, offset: 0, limit: 0).total
        state.note(count, of: list, at: revision)
        return count
    }

    private func rootItem() async -> ContentNode {
        ContentNode(
            identifier: .root, title: RootBranch.forYou.title, isContainer: true, childCount: await lists().count)
    }

    static func item(_ list: ForYouList, count: Int?) -> ContentNode {
        ContentNode(
            identifier: list.identifier, title: list.title, isContainer: true, isPlayable: count != 0,
            childCount: count)
    }

    // MARK: Children

    package func children(
        of identifier: ContentIdentifier, offset: Int, limit: Int, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPage {
        let (offset, limit) = PageLimit.part(offset: offset, limit: limit)
        let current = try await self.revision()
        if let revision, revision != current { throw Self.stale(revision, current) }
        if identifier == .root { return try await rootPage(current, offset, limit) }
        guard let list = await list(identifier) else { throw Self.notFound(identifier) }
        let content = try await content(of: list, offset: offset, limit: limit)
        return ContentPage(
            revision: current, container: Self.item(list, count: content.total), offset: offset, total: content.total,
            items: content.items)
    }

    private func rootPage(
        _ revision: ContentTree.Revision, _ offset: Int, _ limit: Int
    ) async throws(ContentError) -> ContentPage {
        let lists = await lists()
        var items: [ContentNode] = []
        for list in lists.dropFirst(offset).prefix(limit) { items.append(try await item(for: list.identifier)) }
        return ContentPage(
            revision: revision, container: await rootItem(), offset: offset, total: lists.count, items: items)
    }

    private func content(
        of list: ForYouList, offset: Int, limit: Int
    ) async throws(ContentError) -> MergedSearch.Page {
        if list == .suggested {
            let items = suggested.items
            return MergedSearch.Page(total: items.count, items: Array(items.dropFirst(offset).prefix(limit)))
        }
        if list == .disliked { return try await disliked(offset: offset, limit: limit) }
        return try await MergedSearch(sources, now: library.now()).page(
            try ContentQuery(list.query), inFull: true, offset: offset, limit: limit)
    }

    /// Items that are missing at the moment keep their marks, and are left out.
    private func disliked(offset: Int, limit: Int) async throws(ContentError) -> MergedSearch.Page {
        var items: [ContentNode] = []
        for identifier in try await favourites?.disliked() ?? [] {
            if let item = try? await owner(of: identifier).item(for: identifier) { items.append(item) }
        }
        return MergedSearch.Page(total: items.count, items: Array(items.dropFirst(offset).prefix(limit)))
    }

    // MARK: Errors

    static func notFound(_ identifier: ContentIdentifier) -> ContentError {
        ContentError(.notFound, "there is no \(identifier); it may have been removed")
    }

    private static func stale(_ asked: ContentTree.Revision, _ current: ContentTree.Revision) -> ContentError {
        ContentError(
            .staleIndexPath(current: current),
            "For You has changed since this was listed; browse again")
    }
}

// MARK: Finding an item

extension ForYouContentSource {
    package func identifier(
        at indexPath: IndexPath, revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentIdentifier {
        var identifier = ContentIdentifier.root
        for (depth, position) in indexPath.enumerated() {
            let source: any ContentSource = depth < 2 ? self : owner(of: identifier)
            let page = try await source.children(
                of: identifier, offset: position, limit: 1, at: depth == 1 ? revision : nil)
            guard position >= 0, let item = page.items.first else {
                throw ContentError(
                    .notFound, "there is nothing at \(IndexPathText.text(of: indexPath)); browse to see what is there")
            }
            identifier = item.identifier
        }
        return identifier
    }

    private func owner(of identifier: ContentIdentifier) -> any ContentSource {
        others.first { $0.owns(identifier) }?.source ?? library
    }

    package func indexPath(of identifier: ContentIdentifier) async -> IndexPath? {
        if identifier == .root { return [] }
        return await lists().firstIndex { $0.identifier == identifier }.map { IndexPath(index: $0) }
    }

    package func identifier(named titles: [String]) async throws(ContentError) -> ContentIdentifier {
        guard let first = titles.first else { return .root }
        let lists = await lists() + [.disliked]
        guard let list = lists.first(where: { SavedQueryFile.isSame($0.title, first) }) else {
            throw ContentError(.notFound, "there is no \"\(first.prefix(200))\" in For You")
        }
        // A title may contain a slash.
        let rest = TextFolding.fold(titles.dropFirst().joined(separator: "/"))
        if rest.isEmpty { return list.identifier }
        let items = try await content(of: list, offset: 0, limit: PageLimit.largest).items
        guard let item = items.first(where: { TextFolding.fold($0.title) == rest }) else {
            throw ContentError(.notFound, "there is no \"\(rest.prefix(200))\" in For You/\(list.title)")
        }
        return item.identifier
    }

    package func identifier(of location: MediaLocation) async throws(ContentError) -> ContentIdentifier? { nil }

    package func tracks(under identifier: ContentIdentifier) async throws(ContentError) -> [Track] {
        guard identifier != .root else { return [] }
        guard let list = await list(identifier) else { throw Self.notFound(identifier) }
        let items = try await content(of: list, offset: 0, limit: ContentQuery.largestLimit).items
        var tracks: [Track] = []
        var seen: Set<ContentIdentifier> = []
        for item in items {
            for track in try await owner(of: item.identifier).tracks(under: item.identifier)
            where seen.insert(track.identifier).inserted { tracks.append(track) }
        }
        return tracks
    }
}

// MARK: Search

extension ForYouContentSource: QuerySearching {
    /// Returns the lists whose titles match.
    package func matches(_ question: QueryQuestion) async throws(ContentError) -> QueryMatches {
        let lists = await lists()
        return try await question.answer { (_) throws(ContentError) in
            lists.map { QueryRow(kind: .list, number: $0.number, title: $0.title) }
        }
    }

    package func items(of matches: [QueryMatch]) async throws(ContentError) -> [ContentNode?] {
        let lists = await lists()
        return matches.map { match in lists.first { $0.number == match.number }.map { Self.item($0, count: nil) } }
    }

    package func search(_ words: String, offset: Int, limit: Int) async throws(ContentError) -> ContentPage {
        let found = try await MergedSearch([self], now: library.now()).page(
            try ContentQuery(words), offset: offset, limit: limit)
        return ContentPage(
            revision: try await revision(), container: await rootItem(), offset: offset, total: found.total,
            items: found.items)
    }
}

extension CatalogQueries {
    /// Returns a revision that grows with the library, with the listening history and with `edits`.
    func forYouRevision(_ edits: UInt64) throws(SQLiteError) -> ContentTree.Revision {
        let number =
            try connection.cached("SELECT revision + listening_change FROM catalog").first { $0.integer(0) } ?? 0
        return ContentTree.Revision(edits + UInt64(max(0, number)))
    }
}
