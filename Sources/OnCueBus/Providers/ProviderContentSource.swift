// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSession

/// The tree of one provider, read page by page and kept as long as it says that nothing has changed.
@MediaActor
final class ProviderContentSource: PlayableContentDataSource {
    let client: ContentProviderClient
    var name: String
    /// URI of a picture, or the name of an icon, as it was told.
    var icon: String?
    var canSearch = false

    nonisolated let hub = ContentChangeHub()
    var pages = ProviderPages()
    private var loading: [ProviderPages.Key: Task<Result<[ProviderRow?], ContentError>, Never>] = [:]
    // Higher than in the run before, as long as there is less than one change in a microsecond.
    var number = UInt64(time(nil)) &* 1_000_000

    init(client: ContentProviderClient, name: String, icon: String?) {
        self.client = client
        self.name = name
        self.icon = icon
    }

    deinit { hub.finish() }

    var artwork: ArtworkReference? { icon.flatMap(ProviderRow.artwork) }

    var iconName: String? { icon.flatMap(ProviderRow.iconName) }

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

    var current: ContentTree.Revision { ContentTree.Revision(number) }

    func container(_ own: String) -> ContentIdentifier? {
        own.isEmpty ? .root : client.identity.identifier(of: own)
    }

    func own(_ identifier: ContentIdentifier) throws(ContentError) -> String {
        guard let own = client.identity.own(identifier) else {
            throw ContentError(.notFound, "there is no \(identifier) at \(name)")
        }
        return own
    }

    // MARK: Chunks

    func chunk(_ key: ProviderPages.Key) async throws(ContentError) -> [ProviderRow?] {
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
    func rows(_ own: String, _ offset: Int, _ limit: Int) async throws(ContentError) -> (
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

    var stale: ContentError {
        ContentError(
            .staleIndexPath(current: current), "\(name) has changed since this position was shown; browse again")
    }
}
