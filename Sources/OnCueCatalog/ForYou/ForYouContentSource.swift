// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import FoundationEssentials
package import OnCueCore
package import OnCueSession
internal import SQLite

/// The branch For You: lists that are queries, those that are always there and those that a person has saved.
///
/// What is in the lists comes from the library, and unfinished episodes from the source that has them. A revision counts
/// every change of the library, of what was listened to and of the saved queries.
package final class ForYouContentSource: PlayableContentDataSource {
    private let library: CatalogContentSource
    private let listening: (any ListeningStoring)?
    private let episodes: (any PlayableContentDataSource)?
    private let saved: any SavedQueryStoring
    private let state: ForYouState
    private let followers: [Task<Void, Never>]

    /// - Parameters:
    ///   - listening: Knows where episodes were left.
    ///   - episodes: Has the items of episodes.
    package init(
        library: CatalogContentSource, saved: any SavedQueryStoring, state: ForYouState,
        listening: (any ListeningStoring)? = nil, episodes: (any PlayableContentDataSource)? = nil
    ) {
        self.library = library
        self.saved = saved
        self.state = state
        self.listening = listening
        self.episodes = episodes
        // The library tells of its tracks that were listened to; the other source of its episodes.
        followers = [library.changes(), episodes?.changes()].compactMap(\.self).map { changes in
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
        // Without its file there are still the lists that are always there.
        let queries = (try? await saved.queries()) ?? []
        return ForYouList.own + queries.filter { (try? ContentQuery($0.text)) != nil }.map(ForYouList.init)
    }

    func list(_ identifier: ContentIdentifier) async -> ForYouList? {
        await lists().first { $0.identifier == identifier }
    }

    package func item(for identifier: ContentIdentifier) async throws(ContentError) -> ContentItem {
        if identifier == .root { return await rootItem() }
        guard let list = await list(identifier) else { throw Self.notFound(identifier) }
        let query = try ContentQuery(list.query)
        // Counting what has no end would take longer than the list itself.
        guard let limit = query.limit ?? (ForYouList.own.contains(list) ? CatalogContentSource.pageLimit : nil) else {
            return Self.item(list, count: nil)
        }
        let extra = list.isContinuing ? await unfinishedEpisodes().count : 0
        let count = try await library.read { (queries) throws(SQLiteError) in
            .success(try queries.count(try queries.listings(query, now: self.library.now(), seed: 0), limit: limit))
        }
        return Self.item(list, count: count + extra)
    }

    private func rootItem() async -> ContentItem {
        ContentItem(identifier: .root, title: "For You", isContainer: true, childCount: await lists().count)
    }

    static func item(_ list: ForYouList, count: Int?) -> ContentItem {
        ContentItem(
            identifier: list.identifier, title: list.title, isContainer: true, isPlayable: count != 0,
            childCount: count)
    }

    // MARK: Children

    package func children(
        of identifier: ContentIdentifier, offset: Int, limit: Int, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPage {
        let (offset, limit) = (max(0, offset), min(max(1, limit), CatalogContentSource.pageLimit))
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
        var items: [ContentItem] = []
        for list in lists.dropFirst(offset).prefix(limit) { items.append(try await item(for: list.identifier)) }
        return ContentPage(
            revision: revision, container: await rootItem(), offset: offset, total: lists.count, items: items)
    }

    private func content(
        of list: ForYouList, offset: Int, limit: Int
    ) async throws(ContentError) -> (total: Int, items: [ContentItem]) {
        let query = try ContentQuery(list.query)
        if list.isContinuing {
            let items = try await unfinished(query)
            return (items.count, Array(items.dropFirst(offset).prefix(limit)))
        }
        let (now, most) = (library.now(), query.limit ?? ContentQuery.largestLimit)
        return try await library.read { (queries) throws(SQLiteError) in
            let listings = try queries.listings(query, now: now, seed: CatalogContentSource.seed)
            let page = max(0, min(limit, most - offset))
            let nodes = page == 0 ? [] : try queries.nodes(listings, offset: offset, limit: page)
            return .success((try queries.count(listings, limit: most), try queries.items(nodes)))
        }
    }

    // MARK: What was left in the middle

    /// Tracks and episodes, those left last first.
    private func unfinished(_ query: ContentQuery) async throws(ContentError) -> [ContentItem] {
        let now = library.now()
        let most = query.limit ?? CatalogContentSource.pageLimit
        var items = try await library.read { (queries) throws(SQLiteError) in
            let nodes = try queries.nodes(
                try queries.listings(query, now: now, seed: 0), offset: 0, limit: most)
            var found: [(time: Int64, item: ContentItem)] = []
            for node in nodes {
                guard case .track(let id) = node, let item = try queries.item(node) else { continue }
                found.append((try queries.lastPlayed(id), item))
            }
            return .success(found)
        }
        items += await unfinishedEpisodes()
        return items.sorted { $0.time > $1.time }.prefix(most).map(\.item)
    }

    private func unfinishedEpisodes() async -> [(time: Int64, item: ContentItem)] {
        guard let listening, let episodes else { return [] }
        guard let recent = try? await listening.recent([.episode], limit: 100),
            let records = try? await listening.records(for: recent)
        else { return [] }
        var found: [(time: Int64, item: ContentItem)] = []
        for identifier in recent {
            guard let record = records[identifier], record.position != nil,
                let item = try? await episodes.item(for: identifier)
            else { continue }
            found.append((record.lastPlayed ?? 0, item))
        }
        return found
    }

    // MARK: Errors

    static func notFound(_ identifier: ContentIdentifier) -> ContentError {
        ContentError(.notFound, "there is no \(identifier); it may have been removed")
    }

    private static func stale(_ asked: ContentTree.Revision, _ current: ContentTree.Revision) -> ContentError {
        ContentError(
            .staleIndexPath(current: current),
            "the position belongs to revision \(asked), but For You is at \(current) by now; browse again")
    }
}

// MARK: Ways to an item

extension ForYouContentSource {
    package func identifier(
        at indexPath: IndexPath, revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentIdentifier {
        var identifier = ContentIdentifier.root
        for (depth, position) in indexPath.enumerated() {
            let source: any PlayableContentDataSource = depth < 2 ? self : owner(of: identifier)
            let page = try await source.children(
                of: identifier, offset: position, limit: 1, at: depth == 1 ? revision : nil)
            guard position >= 0, let item = page.items.first else {
                throw ContentError(
                    .notFound, "nothing is at \(IndexPathText.text(of: indexPath)); browse to see what is there")
            }
            identifier = item.identifier
        }
        return identifier
    }

    private func owner(of identifier: ContentIdentifier) -> any PlayableContentDataSource {
        identifier.kind == .episode ? episodes ?? library : library
    }

    package func indexPath(of identifier: ContentIdentifier) async -> IndexPath? {
        if identifier == .root { return [] }
        return await lists().firstIndex { $0.identifier == identifier }.map { IndexPath(index: $0) }
    }

    package func identifier(named titles: [String]) async throws(ContentError) -> ContentIdentifier {
        guard let first = titles.first else { return .root }
        guard let list = await lists().first(where: { SavedQueryFile.isSame($0.title, first) }) else {
            throw ContentError(.notFound, "there is no \"\(first.prefix(200))\" in For You")
        }
        // A title may have a slash of its own.
        let rest = TextFolding.fold(titles.dropFirst().joined(separator: "/"))
        if rest.isEmpty { return list.identifier }
        let items = try await content(of: list, offset: 0, limit: CatalogContentSource.pageLimit).items
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

    // MARK: Search

    package func search(_ words: String, offset: Int, limit: Int) async throws(ContentError) -> ContentPage {
        let found = try await named(words)
        return ContentPage(
            revision: try await revision(), container: await rootItem(), offset: offset, total: found.count,
            items: Array(found.dropFirst(offset).prefix(limit)))
    }

    package func searchGroups(_ words: String, limit: Int) async throws(ContentError) -> [ContentSearchGroup] {
        let found = try await named(words)
        guard !found.isEmpty else { return [] }
        return [ContentSearchGroup(kind: .list, total: found.count, items: Array(found.prefix(limit)))]
    }

    /// The lists whose title is asked for.
    private func named(_ words: String) async throws(ContentError) -> [ContentItem] {
        let query = try ContentQuery(words)
        guard !query.isListed else { return [] }
        return await lists().filter { query.matches(QueryRow(kind: .list, title: $0.title), now: library.now()) }
            .map { Self.item($0, count: nil) }
    }
}

extension CatalogQueries {
    /// A number that grows with the library, with what was listened to and with `edits`.
    func forYouRevision(_ edits: UInt64) throws(SQLiteError) -> ContentTree.Revision {
        let number =
            try connection.cached("SELECT revision + listening_change FROM catalog").first { $0.integer(0) } ?? 0
        return ContentTree.Revision(edits + UInt64(max(0, number)))
    }

    func lastPlayed(_ track: Int64) throws(SQLiteError) -> Int64 {
        let statement = try connection.cached("SELECT last_played FROM tracks WHERE id = ?")
        statement.bind(1, track)
        return try statement.first { $0.integer(0) } ?? 0
    }
}
