// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Gives the items of a tree.
///
/// An index path holds the positions from the top down: `[]` is the top, `[0, 2]` the third child of its first child.
/// Positions may change, identifiers stay.
///
/// Calls come one or more at a time and must be answered within 2 seconds. Those of a method without isolation may come
/// on the thread that serves the bus, so nothing in them may block it; those of an actor come on that actor.
///
/// A ``PlayableContentError/notFound(_:)`` tells that something is not there, any other error that it cannot be had
/// now; its description is what OnCue says.
public protocol PlayableContentDataSource: Sendable {
    /// How many children the item at a path has; asked when ``beginLoadingChildItems(at:)`` has returned for it.
    ///
    /// - Throws: ``PlayableContentError/notFound(_:)`` when the item is not there any more; any other error when its
    ///   children cannot be had now.
    func numberOfChildItems(at indexPath: [Int]) async throws -> Int

    /// The item at a path, which is never empty; `nil` when nothing is there.
    ///
    /// What was counted may have changed since, so a position need not be there.
    ///
    /// - Throws: When the item cannot be had now.
    func contentItem(at indexPath: [Int]) async throws -> ContentItem?

    /// The item with an identifier; `nil` when it is not known without its path.
    ///
    /// Where it is `nil`, as it is unless this is implemented, the tree is searched: at most 10,000 items in 16 levels.
    ///
    /// - Throws: ``PlayableContentError/notFound(_:)`` when there is certainly no such item, which spares the search;
    ///   any other error when it cannot be had now.
    func contentItem(forIdentifier identifier: String) async throws -> ContentItem?

    /// Called once before children are asked for, and again after they have changed; the children are there when it
    /// returns. One that takes longer than a call may is waited for by the next call.
    ///
    /// - Throws: When they cannot be loaded now. The next call loads them anew.
    func beginLoadingChildItems(at indexPath: [Int]) async throws

    /// The picture whose name is the ``ContentItem/artworkName`` of an item; `nil` when there is none.
    ///
    /// At most 2 MB, in any format that gdk-pixbuf reads. It is asked for when somebody wants to see it, and kept.
    ///
    /// - Throws: When the picture cannot be had now.
    func artwork(named name: String) async throws -> [UInt8]?

    /// Whether the children of an item are shown with their ``ContentItem/playbackProgress``.
    func childItemsDisplayPlaybackProgress(at indexPath: [Int]) async -> Bool
}

extension PlayableContentDataSource {
    /// `nil`: no item is known without its path.
    public func contentItem(forIdentifier identifier: String) async throws -> ContentItem? { nil }

    /// `nil`: there are no pictures without an address.
    public func artwork(named name: String) async throws -> [UInt8]? { nil }

    /// Returns at once: all children are there.
    public func beginLoadingChildItems(at indexPath: [Int]) async throws {}

    /// True for all items.
    public func childItemsDisplayPlaybackProgress(at indexPath: [Int]) async -> Bool { true }
}

/// A data source that can be searched; the manager tells OnCue so when it has one.
public protocol SearchablePlayableContentDataSource: PlayableContentDataSource {
    /// Items that match what was typed, best first, at most `limit`, which is at most 1000. What is beyond is left out.
    ///
    /// - Throws: When nothing can be searched now.
    func contentItems(matching words: String, limit: Int) async throws -> [ContentItem]
}

/// A data source that names items which would suit the person next, so that OnCue can suggest them when headphones or a
/// car connect.
public protocol NominatingPlayableContentDataSource: PlayableContentDataSource {
    /// At most 5 playable items, best first. Asked for when OnCue comes, and after
    /// ``PlayableContentManager/reloadNominations()`` and ``PlayableContentManager/reloadData()``.
    ///
    /// - Throws: When they cannot be had now; those of before stay.
    func nominatedContentItems() async throws -> [ContentNomination]
}
