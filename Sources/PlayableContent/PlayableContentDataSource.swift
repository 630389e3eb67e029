// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Gives the items of a tree.
///
/// An index path holds the positions from the top down: `[]` is the top, `[0, 2]` the third child of its first child.
/// Calls come one or more at a time and must be answered within 2 seconds; nothing in them may block its thread.
/// A ``PlayableContentError/notFound(_:)`` tells that something is not there, any other error that it cannot be had now.
public protocol PlayableContentDataSource: Sendable {
    /// How many children the item at a path has.
    func numberOfChildItems(at indexPath: [Int]) async throws -> Int

    /// The item at a path, which is never empty; `nil` when nothing is there.
    func contentItem(at indexPath: [Int]) async throws -> ContentItem?

    /// The item with an identifier; `nil` when it is not known without its path, and the tree is searched for it.
    func contentItem(forIdentifier identifier: String) async throws -> ContentItem?

    /// Called once before children are asked for, and again after they have changed; the children are there when it
    /// returns. One that takes longer than a call may is waited for by the next call.
    func beginLoadingChildItems(at indexPath: [Int]) async throws

    /// The picture of a name that an item has, at most 2 MB; `nil` when there is none. It is asked for when somebody wants
    /// to see it, and kept.
    func artwork(named name: String) async throws -> [UInt8]?

    /// Whether the children of an item are shown with their progress.
    func childItemsDisplayPlaybackProgress(at indexPath: [Int]) async -> Bool
}

extension PlayableContentDataSource {
    public func contentItem(forIdentifier identifier: String) async throws -> ContentItem? { nil }

    public func artwork(named name: String) async throws -> [UInt8]? { nil }

    public func beginLoadingChildItems(at indexPath: [Int]) async throws {}

    public func childItemsDisplayPlaybackProgress(at indexPath: [Int]) async -> Bool { true }
}

/// A data source that can be searched.
public protocol SearchablePlayableContentDataSource: PlayableContentDataSource {
    /// Items that match what was typed, best first, at most `limit`.
    func contentItems(matching words: String, limit: Int) async throws -> [ContentItem]
}

/// A data source that names items which would suit the person next, so that OnCue can suggest them when headphones or a
/// car connect.
public protocol NominatingPlayableContentDataSource: PlayableContentDataSource {
    /// At most 5 playable items, best first. Asked for when OnCue comes, and after
    /// ``PlayableContentManager/reloadNominations()`` and ``PlayableContentManager/reloadData()``.
    func nominatedContentItems() async throws -> [ContentNomination]
}
