// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Provides the items of a tree.
///
/// An index path contains the positions from the top down: `[]` is the top, `[0, 2]` the third child of its first
/// child. Positions may change; identifiers do not.
///
/// Calls arrive one or more at a time and must be answered within 2 seconds. Calls of a method without isolation may
/// arrive on the thread that serves the bus, so they must not block it; those of an actor arrive on that actor.
///
/// A ``PlayableContentError/notFound(_:)`` means that an item does not exist, and any other error means that it is not
/// available now; OnCue shows its description.
public protocol PlayableContentDataSource: Sendable {
    /// Returns the number of children of the item at a path; called after ``beginLoadingChildItems(at:)`` has returned
    /// for it.
    ///
    /// - Throws: ``PlayableContentError/notFound(_:)`` if the item no longer exists; any other error if its children
    ///   are not available now.
    func numberOfChildItems(at indexPath: [Int]) async throws -> Int

    /// Returns the item at a path, which is never empty; `nil` if there is none.
    ///
    /// The number of children may have changed since it was requested, so the position may not exist.
    ///
    /// - Throws: If the item is not available now.
    func contentItem(at indexPath: [Int]) async throws -> ContentItem?

    /// Returns the item with an identifier; `nil` if it cannot be found without its path.
    ///
    /// If the result is `nil`, which is the default, the tree is searched: at most 10,000 items in 16 levels.
    ///
    /// - Throws: ``PlayableContentError/notFound(_:)`` if there is certainly no such item, which saves the search; any
    ///   other error if it is not available now.
    func contentItem(forIdentifier identifier: String) async throws -> ContentItem?

    /// Called once before children are requested, and again after they have changed; the children are available when it
    /// returns. If it takes longer than a call may, the next call waits for it.
    ///
    /// - Throws: If they cannot be loaded now. The next call reloads them.
    func beginLoadingChildItems(at indexPath: [Int]) async throws

    /// Returns the picture whose name is the ``ContentItem/artworkName`` of an item; `nil` if there is none.
    ///
    /// The picture has at most 2 MB, in any format that gdk-pixbuf reads. It is requested when it is to be shown, and
    /// then kept.
    ///
    /// - Throws: If the picture is not available now.
    func artwork(named name: String) async throws -> [UInt8]?

    /// Whether the children of an item are shown with their ``ContentItem/playbackProgress``.
    func childItemsDisplayPlaybackProgress(at indexPath: [Int]) async -> Bool
}

extension PlayableContentDataSource {
    /// Returns `nil`: no item can be found without its path.
    public func contentItem(forIdentifier identifier: String) async throws -> ContentItem? { nil }

    /// Returns `nil`: all pictures have an address.
    public func artwork(named name: String) async throws -> [UInt8]? { nil }

    /// Returns at once: all children are available.
    public func beginLoadingChildItems(at indexPath: [Int]) async throws {}

    /// Returns `true` for all items.
    public func childItemsDisplayPlaybackProgress(at indexPath: [Int]) async -> Bool { true }
}

/// Some of the children of an item.
public struct ContentItemPage: Sendable, Equatable {
    /// The children from the requested position on.
    public var items: [ContentItem]
    /// The number of all children.
    public var total: Int

    /// Creates a part of the children of an item.
    public init(_ items: [ContentItem], total: Int) {
        (self.items, self.total) = (items, total)
    }
}

/// A data source that answers by identifiers, page by page, for trees that are far away or too large to be searched:
/// nothing is requested by index paths, and an unknown identifier leads to no search.
public protocol PagingPlayableContentDataSource: PlayableContentDataSource {
    /// Returns the children of an item, at most `limit` from `offset` on. The empty identifier is the top.
    ///
    /// - Throws: ``PlayableContentError/notFound(_:)`` if the item does not exist; any other error if its children are
    ///   not available now.
    func childItems(
        ofItemWithIdentifier identifier: String, offset: Int, limit: Int
    ) async throws -> ContentItemPage
}

extension PagingPlayableContentDataSource {
    /// Not called: children are requested by ``childItems(ofItemWithIdentifier:offset:limit:)``.
    public func numberOfChildItems(at indexPath: [Int]) async throws -> Int { 0 }

    /// Not called: items are requested by their identifiers.
    public func contentItem(at indexPath: [Int]) async throws -> ContentItem? { nil }
}

/// A data source with a search; the manager announces it to OnCue.
public protocol SearchablePlayableContentDataSource: PlayableContentDataSource {
    /// Returns items that match the typed words, best first, at most `limit`, which is at most 1000. Any beyond that
    /// are left out.
    ///
    /// - Throws: If no search is possible now.
    func contentItems(matching words: String, limit: Int) async throws -> [ContentItem]
}

/// A data source that nominates items for the user, so that OnCue can suggest them when headphones or a car connect.
public protocol NominatingPlayableContentDataSource: PlayableContentDataSource {
    /// Returns at most 5 playable items, best first. Called when OnCue starts, and after
    /// ``PlayableContentManager/reloadNominations()`` and ``PlayableContentManager/reloadData()``.
    ///
    /// - Throws: If they are not available now; the earlier ones are kept.
    func nominatedContentItems() async throws -> [ContentNomination]
}
