// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSession

/// Items and pages.
extension ProviderContentSource {
    nonisolated func changes() -> AsyncStream<ContentChange> { hub.listen() }

    func revision() async throws(ContentError) -> ContentTree.Revision { current }

    /// Returns an item. The root is always known; any other item is requested once, and again when it is old.
    func item(for identifier: ContentIdentifier) async throws(ContentError) -> ContentNode {
        try await item(for: identifier, evenOld: false)
    }

    /// - Parameter evenOld: Whether a known item is returned even if it is old.
    private func item(for identifier: ContentIdentifier, evenOld: Bool) async throws(ContentError) -> ContentNode {
        let own = try own(identifier)
        if own.isEmpty { return rootItem }
        let known = pages.item(own)
        if let known, evenOld || !isOld(own) { return known }
        do throws(ContentError) {
            let row = try await client.item(own)
            pages.keep(row)
            await takePositions(of: [row])
            return row.item
        } catch {
            guard let known, error.code == .unavailable else { throw error }
            return known
        }
    }

    private func isOld(_ own: String) -> Bool {
        guard let lifetime else { return false }
        return pages.arrival(of: own).map { ContinuousClock.now - $0 > lifetime } ?? true
    }

    func itemAtHand(_ identifier: ContentIdentifier) async throws(ContentError) -> ContentNode {
        guard isElsewhere else { return try await item(for: identifier) }
        let own = try own(identifier)
        if own.isEmpty { return rootItem }
        guard let known = pages.item(own) else {
            throw ContentError(.unavailable, "\(name) is asked when it is opened, and not before")
        }
        return known
    }

    var rootItem: ContentNode {
        let isDown = client.health.state == .unavailable
        var item = ContentNode(
            identifier: .root, title: name, subtitle: isDown ? client.health.lastError ?? "" : "", artwork: artwork,
            isContainer: true, childCount: pages.containers[""]?.shown, isUnavailable: isDown)
        item.iconName = iconName
        return item
    }

    func children(
        of identifier: ContentIdentifier, offset: Int, limit: Int, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPage {
        try await page(of: identifier, offset, limit, at: revision, evenOld: false)
    }

    private func page(
        of identifier: ContentIdentifier, _ offset: Int, _ limit: Int, at revision: ContentTree.Revision?, evenOld: Bool
    ) async throws(ContentError) -> ContentPage {
        let (items, total): ([ContentNode], Int)
        do throws(ContentError) {
            let (own, _) = try await opened(identifier, at: revision, evenOld: evenOld)
            (items, total) = try await rows(own, offset, limit, evenOld: evenOld)
        } catch {
            if error.code == .unavailable { noteLost(identifier) }
            throw error
        }
        if let revision, revision != current { throw stale }
        var container = try await item(for: identifier, evenOld: true)
        // The announced number of children counts only until the actual one is known.
        if container.childCount != nil { container.childCount = total }
        return ContentPage(revision: current, container: container, offset: offset, total: total, items: items)
    }

    private func opened(
        _ identifier: ContentIdentifier, at revision: ContentTree.Revision?, evenOld: Bool
    ) async throws(ContentError) -> (own: String, item: ContentNode) {
        if let revision, revision != current { throw stale }
        let item = try await item(for: identifier, evenOld: evenOld)
        guard item.isContainer else { throw ContentError(.notContainer, "\"\(item.title)\" has no children") }
        return (try own(identifier), item)
    }

    func childrenAtHand(
        of identifier: ContentIdentifier, offset: Int, limit: Int, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPage {
        let own = try own(identifier)
        if let failure = loads.takeFailure(of: own) { throw failure }
        let item = own.isEmpty ? rootItem : pages.item(own)
        guard isAtHand(own, offset, limit), item != nil else {
            loads.want(offset..<offset + max(1, limit), of: own)
            let unknown = ContentNode(identifier: identifier, title: name, isContainer: true)
            return ContentPage(
                revision: current, container: item ?? unknown, offset: offset, total: pages.containers[own]?.shown ?? 0,
                items: [], isLoading: true)
        }
        // This does not wait for rows that are old, either.
        return try await page(of: identifier, offset, limit, at: revision, evenOld: true)
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

    /// Returns the known value, without a request.
    func childrenShowPlaybackProgress(of identifier: ContentIdentifier) async -> Bool {
        client.identity.own(identifier).map { pages.showsProgress($0) } ?? false
    }

    func beginLoadingChildren(of identifier: ContentIdentifier) async {
        guard let own = client.identity.own(identifier) else { return }
        Task { @MediaActor [weak self] in
            do throws(ContentError) { try await self?.load(own, identifier) } catch {
                // The page requested after this notice contains the reason.
                self?.loads.fail(error, of: own)
            }
            guard let self, let identifier = self.container(own) else { return }
            self.hub.tell(ContentChange(revision: self.current, containers: [identifier]))
        }
    }

    /// Loads the pages that were requested without waiting, or else the beginning.
    private func load(_ own: String, _ identifier: ContentIdentifier) async throws(ContentError) {
        let wanted = loads.take(of: own)
        if !own.isEmpty { _ = try await item(for: identifier) }
        for page in wanted.isEmpty ? [0..<1] : wanted {
            _ = try await children(of: identifier, offset: page.lowerBound, limit: page.count, at: nil)
        }
    }
}
