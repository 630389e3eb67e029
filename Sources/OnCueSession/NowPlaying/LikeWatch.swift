// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// Tracks whether the playing item is liked or disliked: looked up once for each entry, and again when the store
/// reports a change.
@MediaActor
final class LikeWatch {
    /// Called when the state has changed.
    var onChange: (@MediaActor () -> Void)?

    private let manager: ContentManager
    private let store: any ListeningStoring
    private let log = Logger("nowplaying")
    private var item: ContentIdentifier?
    private var state = LikeState.unknown
    /// The last look ended with an error, so the next question leads to another.
    private var hasFailed = false
    private var lookup: Task<Void, Never>?
    private var follower: Task<Void, Never>?

    init(manager: ContentManager, store: any ListeningStoring) {
        self.manager = manager
        self.store = store
        let changes = store.changes()
        follower = Task { @MediaActor [weak self] in
            for await change in changes { self?.take(change) }
        }
    }

    isolated deinit {
        lookup?.cancel()
        follower?.cancel()
    }

    /// Returns the state of an item; unknown for any item other than the last one followed.
    func state(of item: ContentIdentifier?) -> LikeState {
        if item == self.item, hasFailed { lookUp() }
        return item == self.item ? state : .unknown
    }

    /// Follows the item that plays now.
    func follow(_ item: ContentIdentifier?) {
        guard item != self.item else { return }
        self.item = item
        state = .unknown
        lookUp()
    }

    /// Makes an item a favourite, or removes it; it is on disk when this returns.
    func setLiked(_ item: ContentIdentifier, _ isLiked: Bool) async throws(ContentError) {
        try await store.record([.favourite(item, isLiked)])
    }

    /// Marks an item as disliked, or clears the mark; it is on disk when this returns.
    func setDisliked(_ item: ContentIdentifier, _ isDisliked: Bool) async throws(ContentError) {
        try await store.record([.disliked(item, isDisliked)])
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
            let found: LikeState
            do throws(ContentError) {
                found = try await Self.look(for: item, in: manager, store)
            } catch {
                log.warning("cannot find out whether this is a favourite", ["error": error.message])
                if !Task.isCancelled { self?.hasFailed = true }
                return
            }
            self?.settle(found, for: item)
        }
    }

    /// Looks up the state; an item that is not in the tree could not be listed among the favourites.
    private static func look(
        for item: ContentIdentifier, in manager: ContentManager, _ store: any ListeningStoring
    ) async throws(ContentError) -> LikeState {
        guard item.kind.canBeFavourite else { return .impossible }
        do throws(ContentError) {
            _ = try await manager.source.item(for: item)
        } catch {
            guard error.code == .notFound else { throw error }
            return .impossible
        }
        let record = try await store.records(for: [item])[item]
        return .known(record?.isFavourite == true ? .liked : record?.isDisliked == true ? .disliked : .nothing)
    }

    private func settle(_ found: LikeState, for item: ContentIdentifier) {
        guard item == self.item, found != state else { return }
        state = found
        onChange?()
    }
}
