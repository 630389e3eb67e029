// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
package import OnCueRuntime
package import OnCueSession

/// The content tree for clients, and the views, subscriptions and searches that each of them has open there.
@MediaActor
package final class ContentDesk {
    /// Calls the handler once when the client has left.
    package typealias Watch = @MediaActor (_ client: String, _ left: @escaping @MediaActor () -> Void) -> Void

    let manager: ContentManager
    let subscriptions: ContentSubscriptions
    let searches: ContentSearches
    private let watch: Watch
    private let tell: @MediaActor (ContentNews) -> Void
    private var watched: Set<String> = []
    /// The properties as clients last received them.
    package private(set) var properties: ContentProperties
    private var revision: ContentTree.Revision
    /// Whether the revision must be announced when the open batch ends.
    private var isAnnouncementHeld = false
    private var follower: Task<Void, Never>?

    /// - Parameters:
    ///   - revision: The current revision of the tree.
    ///   - tell: Sends news to clients.
    package init(
        manager: ContentManager, revision: ContentTree.Revision, watch: @escaping Watch,
        tell: @escaping @MediaActor (ContentNews) -> Void
    ) {
        (self.manager, self.revision, self.watch, self.tell) = (manager, revision, watch, tell)
        searches = ContentSearches(manager: manager) { client, finding in tell(.found(finding, client: client)) }
        subscriptions = manager.makeSubscriptions { tell(ContentNews($0)) }
        properties = ContentProperties(
            revision: revision, nowPlayingIdentifiers: manager.nowPlayingIdentifiers, context: manager.context)
        manager.onUpdate = { [weak self] in self?.updated($0) }
        follower = Task { @MediaActor [weak self, changes = manager.changes()] in
            for await change in changes { self?.take(change) }
        }
    }

    isolated deinit {
        follower?.cancel()
    }

    /// Returns the tree as one client sees it.
    package func session(of client: String) -> ContentDeskSession { ContentDeskSession(desk: self, client: client) }

    /// Arranges to close everything that a client has open when it leaves.
    func expect(_ client: String) {
        guard watched.insert(client).inserted else { return }
        watch(client) { [weak self] in self?.left(client) }
    }

    private func left(_ client: String) {
        watched.remove(client)
        manager.clientLeft(client)
        searches.clientLeft(client)
        Task { [subscriptions] in await subscriptions.clientLeft(client) }
    }

    // MARK: News

    private func updated(_ update: ContentManager.Update) {
        switch update {
        case .nowPlaying(let identifiers): change { $0.nowPlayingIdentifiers = identifiers }
        case .context(let context): change { $0.context = context }
        case .batchEnded:
            if isAnnouncementHeld { announceRevision() }
        }
    }

    /// Notes the revision of the tree, and announces it if the branch of tracks, the library, changed as a whole: at
    /// once, or at the end of the open batch. Other changes, such as those that each listen causes, are sent to
    /// subscribers of containers only.
    private func take(_ change: ContentChange) {
        let isNew = change.revision > revision
        revision = max(revision, change.revision)
        guard isNew, change.containers == nil || change.scopes.contains(where: { $0.kinds.contains(.track) }) else {
            return
        }
        isAnnouncementHeld = manager.updates.areHeld
        if !isAnnouncementHeld { announceRevision() }
    }

    private func announceRevision() {
        isAnnouncementHeld = false
        change { $0.revision = revision }
        tell(.contentChanged(revision))
    }

    private func change(_ edit: (inout ContentProperties) -> Void) {
        let old = properties
        edit(&properties)
        tell(.properties(from: old, to: properties))
    }
}

extension ContentUpdate {
    init(_ notice: ContentSubscriptions.Notice) {
        self =
            if let difference = notice.difference {
                .changed(
                    ContainerDifference(
                        of: notice.container.description, revision: notice.revision, difference))
            } else {
                .reloaded
            }
    }
}

extension ContentNews {
    /// Creates the news of a change of a container, for its subscribers only.
    fileprivate init(_ notice: ContentSubscriptions.Notice) {
        let container = notice.container.description
        self =
            if let difference = notice.difference {
                .itemsChanged(
                    ContainerDifference(of: container, revision: notice.revision, difference),
                    clients: notice.clients)
            } else {
                .itemsReloaded(container: container, notice.revision, clients: notice.clients)
            }
    }
}
