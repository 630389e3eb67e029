// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// Tracks whether the playing item is liked or disliked.
@MediaActor
final class LikeWatch {
    private let store: any ListeningStoring
    private let watch: ItemWatch<LikeState>

    init(manager: ContentManager, store: any ListeningStoring) {
        self.store = store
        let log = Logger("nowplaying")
        watch = ItemWatch(unknown: .unknown, store) { item in
            do throws(ContentError) {
                return try await Self.look(for: item, in: manager, store)
            } catch {
                log.warning("cannot find out whether this is a favourite", ["error": error.message])
                return nil
            }
        }
    }

    /// Whether the item that plays has not been looked up yet.
    var isLooking: Bool { watch.isLooking }

    /// Called when the state has changed, and when it is known whether it has.
    var onChange: (@MediaActor () -> Void)? {
        get { watch.onChange }
        set { watch.onChange = newValue }
    }

    /// Returns the state of an item; unknown for any item other than the last one followed.
    func state(of item: ContentIdentifier?) -> LikeState { watch.fact(of: item) }

    /// Follows the item that plays now.
    func follow(_ item: ContentIdentifier?) { watch.follow(item) }

    /// Makes an item a favourite, or removes it; it is on disk when this returns.
    func setLiked(_ item: ContentIdentifier, _ isLiked: Bool) async throws(ContentError) {
        try await store.record([.favourite(item, isLiked)])
    }

    /// Marks an item as disliked, or clears the mark; it is on disk when this returns.
    func setDisliked(_ item: ContentIdentifier, _ isDisliked: Bool) async throws(ContentError) {
        try await store.record([.disliked(item, isDisliked)])
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
}
