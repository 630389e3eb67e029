// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime

/// Watches containers for clients, and notifies each of changes in its subscribed containers.
///
/// Lists are reread and compared on a separate thread, at most once in 100 ms for a container. An unwatched list is
/// remembered for a while, so that a client that returns gets the difference.
package actor ContentSubscriptions {
    /// A notice about a container.
    package struct Notice: Sendable, Equatable {
        package var clients: [String]
        package var container: ContentIdentifier
        package var revision: ContentTree.Revision
        /// `nil` if the list must be refetched.
        package var difference: ContentListDifference?
    }

    /// The answer to a client that has an older list.
    package struct Changes: Sendable, Equatable {
        package var revision: ContentTree.Revision
        /// `nil` if the list must be refetched.
        package var difference: ContentListDifference?
    }

    package static let perClient = 256
    private static let keptWithoutClient = 64

    private let executor = BlockingExecutor(label: "oncue.content-watch")
    let source: any ContentSource
    let updates: ContentUpdates
    /// The time for which changes are collected before lists are read.
    let delay: Duration
    let deliver: @MediaActor (Notice) -> Void
    var watches: [ContentIdentifier: ContentWatch] = [:]
    /// Containers whose lists are being read for their clients.
    var reading: Set<ContentIdentifier> = []
    var isRefreshing = false
    /// Grows with every change, so that a change during the first read of a list is not missed.
    var changeCount = 0
    /// Containers without a client, the one left longest ago first.
    private var idle: [ContentIdentifier] = []
    /// Clients whose subscriptions wait for the first read of their list, by the number of the call.
    private var joining: [UInt64: String] = [:]
    private var lastJoin: UInt64 = 0
    private var followers: [Task<Void, Never>] = []

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - updates: Determines when notices are delayed, and which lists must be refetched.
    ///   - delay: The time for which changes are collected before they are reported.
    package init(
        _ source: any ContentSource, updates: ContentUpdates = ContentUpdates(),
        delay: Duration = .milliseconds(100), deliver: @escaping @MediaActor (Notice) -> Void
    ) {
        self.source = source
        self.updates = updates
        self.delay = delay
        self.deliver = deliver
    }

    deinit { for follower in followers { follower.cancel() } }

    // MARK: Clients

    /// Subscribes a client to changes of a container.
    ///
    /// - Throws: `refused` if it has too many subscriptions, or has left meanwhile; the errors of the source.
    package func subscribe(_ client: String, to container: ContentIdentifier) async throws(ContentError)
        -> ContentTree.Revision
    {
        follow()
        let waiting = joining.values.count { $0 == client }
        let count = watches.values.reduce(waiting) { $0 + ($1.clients[client] ?? 0) }
        guard count < Self.perClient else {
            throw ContentError(
                .refused, "this client already has \(Self.perClient) subscriptions, which is the limit; end one first")
        }
        lastJoin += 1
        let join = lastJoin
        joining[join] = client
        defer { joining[join] = nil }
        try await refreshIfDue(container)
        guard joining[join] != nil else {
            // The subscription of a client that is gone would never end.
            rest(container)
            throw ContentError(.refused, "\(client) has disconnected; subscribe from a connection that stays open")
        }
        guard var watch = watches[container] else {
            throw ContentError(.notFound, "\(container) no longer exists")
        }
        watch.clients[client, default: 0] += 1
        watches[container] = watch
        idle.removeAll { $0 == container }
        // Process changes that occurred during the first reading of the list.
        refreshSoon()
        return watch.revision
    }

    /// - Throws: `notFound` when the client has no such subscription.
    package func unsubscribe(_ client: String, from container: ContentIdentifier) throws(ContentError) {
        guard let count = watches[container]?.clients[client] else {
            throw ContentError(.notFound, "this client has no subscription to \(container)")
        }
        watches[container]?.clients[client] = count > 1 ? count - 1 : nil
        rest(container)
    }

    /// Ends every subscription of a client that has disconnected.
    package func clientLeft(_ client: String) {
        joining = joining.filter { $0.value != client }
        for container in watches.keys where watches[container]?.clients[client] != nil {
            watches[container]?.clients[client] = nil
            rest(container)
        }
    }

    /// Returns the changes in a container since a revision.
    package func changes(
        of container: ContentIdentifier, since revision: ContentTree.Revision
    ) async throws(ContentError) -> Changes {
        follow()
        try await refreshIfDue(container)
        guard let watch = watches[container] else { throw ContentError(.notFound, "\(container) no longer exists") }
        rest(container)
        return Changes(revision: watch.revision, difference: watch.difference(since: revision))
    }

    /// Keeps an unwatched list for a while.
    func rest(_ container: ContentIdentifier) {
        guard let watch = watches[container], watch.clients.isEmpty else { return }
        idle.removeAll { $0 == container }
        idle.append(container)
        while idle.count > Self.keptWithoutClient { watches[idle.removeFirst()] = nil }
    }

    /// Begins to follow changes, with the first client.
    private func follow() {
        guard followers.isEmpty else { return }
        let (changes, calls) = (source.changes(), updates.changes())
        followers = [
            Task { [weak self] in
                for await change in changes { await self?.noteChange(change) }
            },
            Task { [weak self] in
                for await call in calls { await self?.noteReload(call.containers) }
            },
        ]
    }
}
