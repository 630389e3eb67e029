// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime
package import OnCueSession

/// The branch "Podcasts": podcasts by title, and their episodes, newest first.
package final class PodcastContentSource: ContentSource {
    /// The maximum number of podcasts, and of episodes, with a location that are returned.
    private static let locatedLimit = 1_000

    let store: PodcastStore
    let listening: EpisodeListening
    private let links: EpisodeLinks
    private let hub: ContentChangeHub

    /// - Parameters:
    ///   - listening: The listening history; `nil` if none is kept.
    ///   - links: Decides which episodes may be requested.
    ///   - hub: Announces changes of the store.
    package init(
        store: PodcastStore, listening: (any ListeningStoring)?, links: EpisodeLinks, hub: ContentChangeHub
    ) {
        self.store = store
        self.links = links
        self.listening = EpisodeListening(store: listening)
        self.hub = hub
    }

    package func revision() async throws(ContentError) -> ContentTree.Revision { try await store.revision() }

    package func changes() -> AsyncStream<ContentChange> { hub.listen() }

    package func childrenShowPlaybackProgress(of identifier: ContentIdentifier) async -> Bool {
        identifier.kind == .podcast
    }

    package func item(for identifier: ContentIdentifier) async throws(ContentError) -> ContentNode {
        if identifier == .root { return root(try await store.podcastCount()) }
        guard let key = StableKey(text: identifier.key) else { throw PodcastStore.notFound(identifier) }
        if identifier.kind == .podcast, let podcast = try await store.podcast(key) {
            return podcast.item(played: try await listening.playedCounts(store)[key] ?? 0)
        }
        if identifier.kind == .episode, let episode = try await store.episode(key) {
            return episode.item(try await listening.records(of: [episode])[identifier])
        }
        throw PodcastStore.notFound(identifier)
    }

    func root(_ count: Int) -> ContentNode {
        ContentNode(
            identifier: .root, title: RootBranch.podcasts.title,
            isContainer: true, childCount: count)
    }

    package func children(
        of identifier: ContentIdentifier, offset: Int, limit: Int, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPage {
        var podcast: StableKey?
        if identifier != .root {
            let isKnown = try await item(for: identifier).isContainer
            guard isKnown, let key = StableKey(text: identifier.key) else {
                throw ContentError(.notContainer, "\(identifier) is an episode and contains no other items")
            }
            podcast = key
        }
        let page = try await store.page(of: podcast, offset: offset, limit: limit, at: revision)
        let records = try await listening.records(of: page.episodes)
        let isCounted = !page.podcasts.isEmpty || page.podcast != nil
        let counts = isCounted ? try await listening.playedCounts(store) : [:]
        let container = page.podcast.map { $0.item(played: counts[$0.key] ?? 0) } ?? root(page.total)
        let items =
            page.podcasts.map { $0.item(played: counts[$0.key] ?? 0) }
            + page.episodes.map { $0.item(records[$0.identifier]) }
        return ContentPage(
            revision: page.revision, container: container, offset: offset, total: page.total, items: items)
    }

    package func identifier(
        at indexPath: IndexPath, revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentIdentifier {
        if indexPath.isEmpty { return .root }
        return try await store.identifier(at: Array(indexPath), at: revision)
    }

    package func indexPath(of identifier: ContentIdentifier) async -> IndexPath? {
        if identifier == .root { return [] }
        guard identifier.kind == .podcast, let key = StableKey(text: identifier.key),
            let index = try? await store.index(of: key)
        else { return nil }
        return [index]
    }

    package func identifier(named titles: [String]) async throws(ContentError) -> ContentIdentifier {
        guard !titles.isEmpty else { return .root }
        // A title may contain the character that separates titles.
        for count in 1...min(8, titles.count) {
            let podcast = TextFolding.fold(titles.prefix(count).joined(separator: "/"))
            guard let found = try await store.titles(in: nil).first(where: { $0.folded == podcast })?.key else {
                continue
            }
            if count == titles.count { return found.identifier(.podcast) }
            let episode = TextFolding.fold(titles.dropFirst(count).joined(separator: "/"))
            if let key = try await store.titles(in: found).first(where: { $0.folded == episode })?.key {
                return key.identifier(.episode)
            }
        }
        throw ContentError(
            .notFound, "there is no \"\(titles.joined(separator: "/").prefix(200))\" among the podcasts")
    }

    package func identifier(of location: MediaLocation) async throws(ContentError) -> ContentIdentifier? {
        let file = location.filePath.map { String(decoding: $0, as: UTF8.self) }
        let key = try await store.episode(atAddress: file == nil ? location.uri : nil, orFile: file)
        return key?.identifier(.episode)
    }

    package func located() async -> [ContentNode] {
        do throws(ContentError) {
            let (podcasts, episodes) = try await store.located(limit: Self.locatedLimit)
            return podcasts.map { $0.item(played: 0) } + episodes.map { $0.item(nil) }
        } catch {
            Logger("podcasts").warning("cannot read what belongs to positions", ["error": error.message])
            return []
        }
    }

    package func tracks(under identifier: ContentIdentifier) async throws(ContentError) -> [Track] {
        try await links.open(try await store.episodes(under: identifier)).compactMap(\.track)
    }
}
