// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FoundationEssentials
internal import GLib
internal import Glibc
internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSession

/// The tree of one provider, read page by page and kept as long as it says that nothing has changed.
@MediaActor
final class ProviderContentSource: PlayableContentDataSource {
    let client: ContentProviderClient
    var name: String
    var icon: ArtworkReference?
    var canSearch = false

    private nonisolated let hub = ContentChangeHub()
    private var pages = ProviderPages()
    private var loading: [ProviderPages.Key: Task<Result<[ProviderRow?], ContentError>, Never>] = [:]
    // Higher than in the run before, as long as there is less than one change in a microsecond.
    private var number = UInt64(time(nil)) &* 1_000_000

    init(client: ContentProviderClient, name: String, icon: ArtworkReference?) {
        self.client = client
        self.name = name
        self.icon = icon
    }

    deinit { hub.finish() }

    // MARK: Changes

    /// The children of a container are others now; `nil` when all may be.
    func changed(_ own: String?) {
        number += 1
        guard let own else {
            pages.forgetAll()
            return hub.tell(ContentChange(revision: current))
        }
        pages.forget(own)
        guard let identifier = container(own) else { return }
        hub.tell(ContentChange(revision: current, containers: [identifier]))
    }

    /// The provider has become available, or has ceased to be.
    func stateChanged() {
        number += 1
        hub.tell(ContentChange(revision: current, containers: [.root]))
    }

    private var current: ContentTree.Revision { ContentTree.Revision(number) }

    private func container(_ own: String) -> ContentIdentifier? {
        own.isEmpty ? .root : client.identity.identifier(of: own)
    }

    private func own(_ identifier: ContentIdentifier) throws(ContentError) -> String {
        guard let own = client.identity.own(identifier) else {
            throw ContentError(.notFound, "there is no \(identifier) at \(name)")
        }
        return own
    }

    // MARK: Chunks

    private func chunk(_ key: ProviderPages.Key) async throws(ContentError) -> [ProviderRow?] {
        if let rows = pages.chunk(key) { return rows }
        let task =
            loading[key]
            ?? Task { @MediaActor [client] in
                do throws(ContentError) {
                    let page = try await client.children(
                        of: key.container, offset: key.chunk * ProviderLimits.chunk, limit: ProviderLimits.chunk)
                    self.arrived(page, key)
                    return .success(page.rows)
                } catch {
                    self.loading[key] = nil
                    return .failure(error)
                }
            }
        loading[key] = task
        return try await task.value.get()
    }

    private func arrived(_ page: ContentProviderClient.Page, _ key: ProviderPages.Key) {
        loading[key] = nil
        let isNews = pages.keep(page, for: key, asked: ProviderLimits.chunk)
        if isNews, let identifier = container(key.container) {
            number += 1
            hub.tell(ContentChange(revision: current, containers: [identifier]))
        }
    }

    /// What is shown from `offset` on. Answers that change under the reader are begun anew, twice at most.
    private func rows(_ own: String, _ offset: Int, _ limit: Int) async throws(ContentError) -> (
        items: [ContentItem], total: Int
    ) {
        _ = try await chunk(ProviderPages.Key(container: own, chunk: 0))
        for _ in 0..<3 {
            let revision = pages.containers[own]?.revision
            let found = try await collect(own, offset, limit)
            if pages.containers[own]?.revision == revision { return found }
        }
        return try await collect(own, offset, limit)
    }

    private func collect(_ own: String, _ offset: Int, _ limit: Int) async throws(ContentError) -> (
        items: [ContentItem], total: Int
    ) {
        var items: [ContentItem] = []
        var position = pages.containers[own]?.position(of: offset) ?? offset
        while items.count < limit, position < pages.containers[own]?.total ?? 0 {
            let key = ProviderPages.Key(container: own, chunk: position / ProviderLimits.chunk)
            let rows = try await chunk(key).dropFirst(position % ProviderLimits.chunk)
            if rows.isEmpty { break }
            for row in rows where items.count < limit {
                if let row { items.append(row.item) }
                position += 1
            }
        }
        return (items, pages.containers[own]?.shown ?? items.count)
    }
}

// MARK: Items and pages

extension ProviderContentSource {
    nonisolated func changes() -> AsyncStream<ContentChange> { hub.listen() }

    func revision() async throws(ContentError) -> ContentTree.Revision { current }

    /// The root is answered from what is known; everything else is asked for once.
    func item(for identifier: ContentIdentifier) async throws(ContentError) -> ContentItem {
        let own = try own(identifier)
        if own.isEmpty { return rootItem }
        if let known = pages.item(own) { return known }
        let row = try await client.item(own)
        pages.keep(row)
        return row.item
    }

    private var rootItem: ContentItem {
        let isDown = client.health.isDown
        return ContentItem(
            identifier: .root, title: name, subtitle: isDown ? client.health.lastError ?? "" : "", artwork: icon,
            isContainer: true, childCount: pages.containers[""]?.shown, isUnavailable: isDown)
    }

    func children(
        of identifier: ContentIdentifier, offset: Int, limit: Int, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPage {
        let (own, _) = try await opened(identifier, at: revision)
        let (items, total) = try await rows(own, offset, limit)
        if let revision, revision != current { throw stale }
        var container = try await item(for: identifier)
        // What it was said to have counts only until it is known.
        if container.childCount != nil { container.childCount = total }
        return ContentPage(revision: current, container: container, offset: offset, total: total, items: items)
    }

    private func opened(
        _ identifier: ContentIdentifier, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> (own: String, item: ContentItem) {
        if let revision, revision != current { throw stale }
        let item = try await item(for: identifier)
        guard item.isContainer else { throw ContentError(.notContainer, "\"\(item.title)\" has no children") }
        return (try own(identifier), item)
    }

    func childrenAtHand(
        of identifier: ContentIdentifier, offset: Int, limit: Int, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPage {
        let own = try own(identifier)
        let item = own.isEmpty ? rootItem : pages.item(own)
        guard isAtHand(own, offset, limit), item != nil else {
            let unknown = ContentItem(identifier: identifier, title: name, isContainer: true)
            return ContentPage(
                revision: current, container: item ?? unknown, offset: offset, total: pages.containers[own]?.shown ?? 0,
                items: [], isLoading: true)
        }
        return try await children(of: identifier, offset: offset, limit: limit, at: revision)
    }

    private func isAtHand(_ own: String, _ offset: Int, _ limit: Int) -> Bool {
        guard let container = pages.containers[own] else { return false }
        let first = container.position(of: offset)
        let last = min(container.position(of: offset + max(1, limit) - 1), container.total - 1)
        guard first <= last else { return true }
        return (first / ProviderLimits.chunk...last / ProviderLimits.chunk).allSatisfy {
            pages.chunk(ProviderPages.Key(container: own, chunk: $0)) != nil
        }
    }

    func beginLoadingChildren(of identifier: ContentIdentifier) async {
        guard let own = client.identity.own(identifier) else { return }
        Task { @MediaActor [weak self] in
            do throws(ContentError) {
                guard let self else { return }
                if !own.isEmpty { _ = try await self.item(for: identifier) }
                _ = try await self.chunk(ProviderPages.Key(container: own, chunk: 0))
            } catch {
                // The page that is asked for after this notice tells why.
            }
            guard let self, let identifier = self.container(own) else { return }
            self.hub.tell(ContentChange(revision: self.current, containers: [identifier]))
        }
    }

    private var stale: ContentError {
        ContentError(
            .staleIndexPath(current: current), "\(name) has changed since this position was shown; browse again")
    }
}

// MARK: Ways to an item

extension ProviderContentSource {
    func identifier(
        at indexPath: IndexPath, revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentIdentifier {
        if indexPath.count > 1, let revision, revision != current { throw stale }
        var identifier = ContentIdentifier.root
        for index in indexPath {
            let own = try own(identifier)
            guard let child = try await rows(own, index, 1).items.first else {
                throw ContentError(.notFound, "nothing is at \(IndexPathText.text(of: indexPath))")
            }
            identifier = child.identifier
        }
        if indexPath.count > 1, let revision, revision != current { throw stale }
        return identifier
    }

    func identifier(named titles: [String]) async throws(ContentError) -> ContentIdentifier {
        var identifier = ContentIdentifier.root
        for title in titles {
            let folded = TextFolding.fold(title)
            let children = try await rows(try own(identifier), 0, ProviderLimits.rowsInAnswer).items
            guard let child = children.first(where: { TextFolding.fold($0.title) == folded }) else {
                throw ContentError(.notFound, "there is no \"\(title.prefix(200))\" at \(name)")
            }
            identifier = child.identifier
        }
        return identifier
    }

    func identifier(of location: MediaLocation) async throws(ContentError) -> ContentIdentifier? { nil }

    func tracks(under identifier: ContentIdentifier) async throws(ContentError) -> [Track] {
        let item = try await item(for: identifier)
        var walk = Walk()
        try await collect(item, 0, &walk)
        return walk.tracks
    }

    /// What was found on the way; a tree that leads back into itself ends somewhere.
    private struct Walk {
        var tracks: [Track] = []
        var seen: Set<ContentIdentifier> = []
        var calls = 0
    }

    private func collect(_ item: ContentItem, _ depth: Int, _ walk: inout Walk) async throws(ContentError) {
        if !item.isContainer {
            if let track = track(item) { walk.tracks.append(track) }
            return
        }
        guard depth < ProviderLimits.depth, walk.seen.insert(item.identifier).inserted else { return }
        var offset = 0
        while walk.tracks.count < ProviderLimits.tracks, walk.calls < ProviderLimits.callsForTracks {
            walk.calls += 1
            let (items, total) = try await rows(try own(item.identifier), offset, ProviderLimits.chunk)
            for child in items where walk.tracks.count < ProviderLimits.tracks {
                try await collect(child, depth + 1, &walk)
            }
            offset += items.count
            if items.isEmpty || offset >= total { return }
        }
    }

    private func track(_ item: ContentItem) -> Track? {
        guard let own = client.identity.own(item.identifier), let location = client.identity.location(of: own) else {
            return nil
        }
        var picture: MediaLocation?
        if case .picture(let location) = item.artwork { picture = location }
        return Track(
            identifier: item.identifier, location: location, title: item.title,
            artists: item.subtitle.isEmpty ? [] : [item.subtitle], duration: item.duration,
            picture: picture)
    }

    func search(_ words: String, offset: Int, limit: Int) async throws(ContentError) -> ContentPage {
        var items: [ContentItem] = []
        if canSearch, !words.isEmpty {
            let wanted = min(offset + limit, ProviderLimits.rowsInAnswer)
            let rows = try await client.search(words.cut(to: ProviderLimits.textBytes), limit: wanted)
            for row in rows { pages.keep(row) }
            items = rows.map(\.item)
        }
        return ContentPage(
            revision: current, container: rootItem, offset: offset, total: items.count,
            items: Array(items.dropFirst(offset).prefix(limit)))
    }
}
