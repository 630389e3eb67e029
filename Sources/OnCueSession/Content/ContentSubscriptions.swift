// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime

/// Watches containers for clients and tells each what has changed in those that it asked for.
///
/// Lists are read anew and compared on a thread of their own, at most once in 100 ms for a container. What nobody
/// watches any more is remembered for a while, so that a client that comes back gets the difference.
package actor ContentSubscriptions {
    /// What is told of a container.
    package struct Notice: Sendable, Equatable {
        package var clients: [String]
        package var container: ContentIdentifier
        package var revision: ContentTree.Revision
        /// `nil` when the list must be fetched anew.
        package var difference: ContentListDifference?
    }

    /// The answer to a client that has an older list.
    package struct Changes: Sendable, Equatable {
        package var revision: ContentTree.Revision
        /// `nil` when the list must be fetched anew.
        package var difference: ContentListDifference?
    }

    package static let perClient = 256
    private static let delay: Duration = .milliseconds(100)
    private static let largestList = 20_000
    /// Rows of all lists together.
    private static let keptRows = 200_000
    private static let keptWithoutClient = 64
    private static let keptChanges = 32

    private struct Step {
        /// The revision before.
        var revision: ContentTree.Revision
        var difference: ContentListDifference
    }

    private struct Watch {
        var clients: [String: Int] = [:]
        /// `nil` when the list is too long to be compared.
        var list: [ContentListDifference.Entry]?
        var revision: ContentTree.Revision
        var steps: [Step] = []
        var isDirty = false
    }

    private let executor = BlockingExecutor(label: "oncue.content-watch")
    private let source: any PlayableContentDataSource
    private let deliver: @MediaActor (Notice) -> Void
    private var watches: [ContentIdentifier: Watch] = [:]
    /// Containers without a client, the one left first in front.
    private var idle: [ContentIdentifier] = []
    private var follower: Task<Void, Never>?
    private var isRefreshing = false
    /// Grows with every change, so that one that comes while a list is read for the first time is not missed.
    private var changeCount = 0

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package init(_ source: any PlayableContentDataSource, deliver: @escaping @MediaActor (Notice) -> Void) {
        self.source = source
        self.deliver = deliver
    }

    deinit { follower?.cancel() }

    // MARK: Clients

    /// From here on the client hears of changes of the container.
    ///
    /// - Throws: `refused` when it has too many subscriptions; what the source says.
    package func subscribe(_ client: String, to container: ContentIdentifier) async throws(ContentError)
        -> ContentTree.Revision
    {
        follow()
        let count = watches.values.reduce(0) { $0 + ($1.clients[client] ?? 0) }
        guard count < Self.perClient else {
            throw ContentError(.refused, "there are \(Self.perClient) subscriptions of this client; end one first")
        }
        if watches[container] == nil || watches[container]?.isDirty == true { try await refresh(container) }
        guard var watch = watches[container] else {
            throw ContentError(.notFound, "there is no \(container) any more")
        }
        watch.clients[client, default: 0] += 1
        watches[container] = watch
        idle.removeAll { $0 == container }
        return watch.revision
    }

    /// - Throws: `notFound` when the client has no such subscription.
    package func unsubscribe(_ client: String, from container: ContentIdentifier) throws(ContentError) {
        guard let count = watches[container]?.clients[client] else {
            throw ContentError(.notFound, "there is no subscription to \(container)")
        }
        watches[container]?.clients[client] = count > 1 ? count - 1 : nil
        rest(container)
    }

    /// Ends every subscription of a client that has gone.
    package func clientLeft(_ client: String) {
        for container in watches.keys where watches[container]?.clients[client] != nil {
            watches[container]?.clients[client] = nil
            rest(container)
        }
    }

    /// What has changed in a container since a revision.
    package func changes(
        of container: ContentIdentifier, since revision: ContentTree.Revision
    ) async throws(ContentError) -> Changes {
        follow()
        if watches[container] == nil || watches[container]?.isDirty == true { try await refresh(container) }
        guard let watch = watches[container] else { throw ContentError(.notFound, "there is no \(container) any more") }
        rest(container)
        if revision == watch.revision { return Changes(revision: watch.revision, difference: ContentListDifference()) }
        guard let list = watch.list, let first = watch.steps.firstIndex(where: { $0.revision == revision }) else {
            return Changes(revision: watch.revision)
        }
        var old = list.map(\.identifier)
        var changed: Set<ContentIdentifier> = []
        for step in watch.steps[first...].reversed() {
            old = step.difference.reverted(from: old)
            changed.formUnion(step.difference.changed)
        }
        let entries = { (names: [ContentIdentifier]) in
            names.map { ContentListDifference.Entry(identifier: $0, fingerprint: 0) }
        }
        var difference = ContentListDifference.between(entries(old), entries(list.map(\.identifier)))
        let added = Set(difference?.added.map(\.identifier) ?? [])
        difference?.changed = list.map(\.identifier).filter { changed.contains($0) && !added.contains($0) }
        return Changes(revision: watch.revision, difference: difference)
    }

    private func rest(_ container: ContentIdentifier) {
        guard let watch = watches[container], watch.clients.isEmpty else { return }
        idle.removeAll { $0 == container }
        idle.append(container)
        while idle.count > Self.keptWithoutClient { watches[idle.removeFirst()] = nil }
    }

    // MARK: Changes

    private func follow() {
        guard follower == nil else { return }
        let changes = source.changes()
        follower = Task { [weak self] in
            for await change in changes { await self?.noteChange(change) }
        }
    }

    private func noteChange(_ change: ContentChange) {
        changeCount += 1
        var isDue = false
        for container in watches.keys where change.containers?.contains(container) ?? true {
            watches[container]?.isDirty = true
            isDue = isDue || watches[container]?.clients.isEmpty == false
        }
        if isDue { refreshSoon() }
    }

    private func refreshSoon() {
        guard !isRefreshing else { return }
        isRefreshing = true
        Task { [weak self] in
            // Cancelled never: the last round of a burst must be told.
            try? await MediaActor.sleep(for: Self.delay)
            await self?.refreshAll()
        }
    }

    private func refreshAll() async {
        isRefreshing = false
        for (container, watch) in watches where watch.isDirty && !watch.clients.isEmpty {
            // A list that cannot be read is told as one to fetch: the client then learns why.
            do throws(ContentError) { try await refresh(container) } catch { await gone(container) }
        }
    }

    private func gone(_ container: ContentIdentifier) async {
        guard var watch = watches[container] else { return }
        (watch.list, watch.steps, watch.isDirty) = (nil, [], false)
        watches[container] = watch
        await tell(container, nil)
    }

    /// Reads the list of a container anew, and tells its clients how it differs.
    private func refresh(_ container: ContentIdentifier) async throws(ContentError) {
        watches[container]?.isDirty = false
        let before = changeCount
        let (list, revision) = try await read(container)
        guard var watch = watches[container] else {
            watches[container] = Watch(list: list, revision: revision, isDirty: changeCount != before)
            if changeCount != before { refreshSoon() }
            return
        }
        guard revision >= watch.revision else { return }
        let difference: ContentListDifference?
        if let old = watch.list, let list {
            difference = ContentListDifference.between(old, list)
            if difference?.isEmpty == true { return }
        } else {
            difference = nil
        }
        if let difference {
            watch.steps = Array(
                (watch.steps + [Step(revision: watch.revision, difference: difference)]).suffix(Self.keptChanges))
        } else {
            watch.steps = []
        }
        (watch.list, watch.revision) = (list, revision)
        watches[container] = watch
        await tell(container, difference)
    }

    private func tell(_ container: ContentIdentifier, _ difference: ContentListDifference?) async {
        guard let watch = watches[container], !watch.clients.isEmpty else { return }
        await deliver(
            Notice(
                clients: watch.clients.keys.sorted(), container: container, revision: watch.revision,
                difference: difference))
    }

    private func read(_ container: ContentIdentifier) async throws(ContentError) -> (
        [ContentListDifference.Entry]?, ContentTree.Revision
    ) {
        var entries: [ContentListDifference.Entry] = []
        let room = Self.keptRows - watches.reduce(0) { $0 + ($1.key == container ? 0 : $1.value.list?.count ?? 0) }
        var revision: ContentTree.Revision?
        while true {
            let page = try await source.children(of: container, offset: entries.count, limit: 1000, at: nil)
            // It changed in between: the change comes by itself, and this list serves until then.
            if let known = revision, known != page.revision { watches[container]?.isDirty = true }
            revision = page.revision
            if page.total > min(Self.largestList, room) { return (nil, page.revision) }
            entries += page.items.map {
                ContentListDifference.Entry(identifier: $0.identifier, fingerprint: Self.fingerprint($0))
            }
            if page.items.isEmpty || entries.count >= page.total { return (entries, page.revision) }
        }
    }

    private static func fingerprint(_ item: ContentItem) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(item.title)
        hasher.combine(item.subtitle)
        hasher.combine(item.childCount)
        hasher.combine(item.playbackProgress)
        hasher.combine(item.isUnavailable)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
