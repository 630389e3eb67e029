// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Tracks the user's opinion of the current item, which is looked up once for each item, and again when the store
/// reports a change.
@MediaActor
package final class OpinionWatch {
    /// Sent when the opinion has changed, and when a lookup has found that it has not.
    package let changes = Broadcast<Void>()

    private let manager: ContentManager
    private let store: any ListeningStoring
    private let log = Logger("nowplaying")
    private var item: ContentIdentifier?
    private var known = Opinion()
    /// Whether the current item has not been looked up yet.
    private(set) var isLooking = false
    /// Whether the last lookup ended with an error, so that the next request leads to another.
    private var hasFailed = false
    private var lookup: Task<Void, Never>?
    private var follower: Task<Void, Never>?
    /// Follows programs that keep the opinions of their own items.
    private var treeFollower: Task<Void, Never>?

    /// - Parameter store: Keeps the opinions, and reports changes that may affect them.
    package init(manager: ContentManager, store: any ListeningStoring) {
        (self.manager, self.store) = (manager, store)
        let (changes, treeChanges) = (store.changes(), manager.changes())
        treeFollower = Task { @MediaActor [weak self] in
            for await _ in treeChanges where self?.item?.kind == .provided { self?.lookUp() }
        }
        follower = Task { @MediaActor [weak self] in
            for await change in changes { self?.take(change) }
        }
    }

    isolated deinit {
        lookup?.cancel()
        follower?.cancel()
        treeFollower?.cancel()
    }

    /// Returns the opinion of an item; unknown for any item other than the last one followed.
    package func opinion(of item: ContentIdentifier?) -> Opinion {
        guard item == self.item else { return Opinion() }
        if hasFailed { lookUp() }
        return known
    }

    /// Sends whether an item is a favourite to the program that it comes from, if that program keeps the favourites.
    ///
    /// - Returns: Whether the program keeps them.
    func setFavourite(_ isFavourite: Bool, of item: ContentIdentifier) async throws(ContentError) -> Bool {
        guard let marks = manager.marks(of: item) else { return false }
        try await marks.setFavourite(isFavourite, of: item)
        return true
    }

    /// Follows the current item.
    func follow(_ item: ContentIdentifier?) {
        guard item != self.item else { return }
        (self.item, known, isLooking) = (item, Opinion(), item != nil)
        lookUp()
    }

    private func take(_ change: ContentChange) {
        guard let item else { return }
        if change.containers?.contains(item) ?? true { lookUp() }
    }

    private func lookUp() {
        lookup?.cancel()
        hasFailed = false
        guard let item else { return }
        lookup = Task { @MediaActor [weak self, manager, store, log] in
            var found: Opinion?
            do throws(ContentError) {
                found = try await Self.look(for: item, in: manager, store)
            } catch {
                log.warning("cannot look up whether this is a favourite", ["error": error.message])
            }
            guard !Task.isCancelled else { return }
            self?.settle(found, for: item)
        }
    }

    private func settle(_ found: Opinion?, for item: ContentIdentifier) {
        guard item == self.item else { return }
        let isFirst = isLooking
        isLooking = false
        hasFailed = found == nil
        guard isFirst || found.map({ $0 != known }) ?? false else { return }
        known = found ?? known
        changes.send(())
    }

    /// Looks the opinion up. An item that is not in the tree could not be listed among the favourites.
    ///
    /// The catalog is notified of a change of the store later than this, so only the rating in the tags is taken from
    /// it.
    private static func look(
        for item: ContentIdentifier, in manager: ContentManager, _ store: any ListeningStoring
    ) async throws(ContentError) -> Opinion {
        let record = try await store.records(for: [item])[item]
        var listed: ContentNode?
        do throws(ContentError) {
            listed = try await manager.source.item(for: item)
        } catch {
            guard error.code == .notFound else { throw error }
        }
        if let listed, manager.marks(of: item) != nil {
            let isFavourite = listed.rare.isFavourite
            return Opinion(
                like: isFavourite.map { .known($0 ? .liked : .nothing) } ?? .impossible, stars: listed.stars)
        }
        let stars = record?.stars ?? listed?.stars
        guard item.kind.canBeFavourite, listed != nil else { return Opinion(like: .impossible, stars: stars) }
        let liking: Liking =
            record?.isFavourite == true ? .liked : record?.isDisliked == true ? .disliked : .nothing
        return Opinion(like: .known(liking), stars: stars)
    }
}
