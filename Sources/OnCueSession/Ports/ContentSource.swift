// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueQuery
package import OnCueSuggestions

/// Provides the content tree: items by identifier, children by page, positions at a revision.
///
/// Every call reads one consistent state of the tree. Calls may run at the same time as each other and as a scan.
package protocol ContentSource: Sendable {
    /// Returns the present revision for positions in the tree.
    func revision() async throws(ContentError) -> ContentTree.Revision

    /// Returns the revision that a position belongs to; branches of a tree may count their own.
    func revision(at indexPath: IndexPath) async throws(ContentError) -> ContentTree.Revision

    /// Returns the changes from now on; every call returns a separate stream, which ends with the source.
    ///
    /// A slow reader gets changes merged, never lost.
    func changes() -> AsyncStream<ContentChange>

    /// Begins to fetch the remote children of a container; returns at once, and a change is announced when they have
    /// arrived. Sources without remote content do nothing.
    func beginLoadingChildren(of identifier: ContentIdentifier) async

    /// Returns whether lists of these children show the playback progress of each.
    func childrenShowPlaybackProgress(of identifier: ContentIdentifier) async -> Bool

    /// Returns the item with an identifier.
    ///
    /// - Throws: `notFound` if there is no such item.
    func item(for identifier: ContentIdentifier) async throws(ContentError) -> ContentNode

    /// Like ``item(for:)``, but never asks another machine.
    ///
    /// - Throws: `notFound` if there is no such item, `unavailable` if only another machine knows.
    func itemAtHand(_ identifier: ContentIdentifier) async throws(ContentError) -> ContentNode

    /// Returns up to `limit` children from `offset`; an offset behind the last child returns an empty page.
    ///
    /// - Parameter revision: If given, the page must belong to this revision.
    /// - Throws: `notFound`, `notContainer`, `staleIndexPath`.
    func children(
        of identifier: ContentIdentifier, offset: Int, limit: Int, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPage

    /// Like ``children(of:offset:limit:at:)``, but never waits for remote content: the page is then marked as loading.
    func childrenAtHand(
        of identifier: ContentIdentifier, offset: Int, limit: Int, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPage

    /// Returns the identity of the item at a position.
    ///
    /// Positions of depth 0 and 1 (the root and its sections) are valid at every revision.
    ///
    /// - Throws: `staleIndexPath` if the tree has another revision by now, `notFound` if the position is out of range.
    func identifier(
        at indexPath: IndexPath, revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentIdentifier

    /// Returns the position of an item if it is known without a search; `nil` otherwise.
    func indexPath(of identifier: ContentIdentifier) async -> IndexPath?

    /// Returns the position of an item among the children of a container, or `nil` if it is not one of them.
    ///
    /// - Parameter revision: If given, the position must belong to this revision.
    /// - Throws: `notFound`, `notContainer`, `staleIndexPath`.
    func index(
        of child: ContentIdentifier, in container: ContentIdentifier, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPosition?

    /// Returns the identity of the item reached by titles from the root, compared without case and accents.
    ///
    /// - Throws: `notFound`, which names the first title that does not exist.
    func identifier(named titles: [String]) async throws(ContentError) -> ContentIdentifier

    /// Returns the item reached by titles, as ``identifier(named:)`` finds it, with the position that they lead to.
    ///
    /// - Throws: `notFound`, `staleIndexPath`.
    func place(named titles: [String]) async throws(ContentError) -> TitledItem

    /// Returns a page of the children of the item reached by titles, as ``children(of:offset:limit:at:)`` does, and its
    /// position, as ``place(named:)`` does; `nil` if ``identifier(named:)`` fails. A source that supports it finds
    /// and reads in one pass.
    ///
    /// - Throws: `notContainer`, `staleIndexPath`.
    func children(named titles: [String], offset: Int, limit: Int) async throws(ContentError) -> NamedPage?

    /// Returns the identity of a folder or file of the library; `nil` for any other location.
    func identifier(of location: MediaLocation) async throws(ContentError) -> ContentIdentifier?

    /// Returns the tracks into which a file of the library is divided; empty for any other location.
    func parts(of location: MediaLocation) async throws(ContentError) -> [Track]

    /// Returns all playable items at or below an item, in the order in which they play, at most
    /// ``ContentTree/selectionLimit`` tracks, which is also the most that a source reads.
    ///
    /// - Throws: `notFound`; an item with nothing to play returns an empty array.
    func tracks(under identifier: ContentIdentifier) async throws(ContentError) -> [Track]

    /// Like ``tracks(under:)``, but begins with one track if a container has more than can be selected; sources that
    /// cannot begin anywhere return the first tracks.
    func tracks(under identifier: ContentIdentifier, from track: ContentIdentifier) async throws(ContentError)
        -> [Track]

    /// Returns all playable items at or below several items, in their order; items that are gone are left out.
    func tracks(of identifiers: [ContentIdentifier]) async throws(ContentError) -> [Track]

    /// Items that match every word (each the beginning of a word in title, artist, album, …), best first.
    ///
    /// The container of the page is the root; matching nothing gives an empty page.
    func search(_ words: String, offset: Int, limit: Int) async throws(ContentError) -> ContentPage

    /// Returns all results of a query, in its order, or else by artist, album and track number, at most
    /// ``ContentQuery/largestLimit``: playable items, unless the query names other kinds.
    ///
    /// - Throws: `invalidQuery`.
    func everything(_ query: String) async throws(ContentError) -> [ContentNode]

    /// Returns the best matches of each kind, at most `limit` of each, kinds in the order in which they are shown.
    ///
    /// - Throws: `invalidQuery`.
    func searchGroups(_ words: String, limit: Int) async throws(ContentError) -> [ContentSearchGroup]

    /// Returns the times when items were added, published or created, in seconds since 1970, as far as they are known.
    func added(_ identifiers: [ContentIdentifier]) async -> [ContentIdentifier: Int64]

    /// Returns the candidates for suggestions that other programs nominate, best first, as far as known, without
    /// requesting them. A change of them is announced.
    func nominations() async -> [Nomination]

    /// Returns the items that belong to a location in the world, at most ``Belongings/limit``, as far as known, without
    /// requesting them. A change of them is announced.
    func located() async -> [ContentNode]

    /// Returns the sources that a search queries concurrently: each branch of a tree by its title, or the only source,
    /// without one.
    ///
    /// - Parameters:
    ///   - onlyProvided: Only includes the content of other programs.
    ///   - ownOnly: Leaves out the content of other programs.
    func searchSources(onlyProvided: Bool, ownOnly: Bool) -> [ContentSearchSource]

    /// Returns the source that may keep the favourites and ratings of an item itself; `nil` for an item whose marks the
    /// listening store keeps.
    func marks(of item: ContentIdentifier) -> (any MarkingContentSource)?
}

/// The position of a child.
package struct ContentPosition: Sendable, Equatable {
    /// Counted from 0.
    package var index: Int
    /// The revision at which the child has this position.
    package var revision: ContentTree.Revision

    package init(index: Int, revision: ContentTree.Revision) {
        self.index = index
        self.revision = revision
    }
}

/// An item that was reached by titles.
package struct TitledItem: Sendable, Equatable {
    package var identifier: ContentIdentifier
    /// The position that the titles lead to; `nil` if the item is not in a listing there.
    package var path: IndexPath?
    /// The revision of the position; `nil` if it is valid at every revision.
    package var revision: ContentTree.Revision?

    package init(_ identifier: ContentIdentifier, at path: IndexPath? = nil, revision: ContentTree.Revision? = nil) {
        (self.identifier, self.path, self.revision) = (identifier, path, revision)
    }

    /// The maximum number of titles that are followed to a position.
    package static let levels = 8
}

/// A part of the children of an item that was reached by titles.
package struct NamedPage: Sendable, Equatable {
    package var page: ContentPage
    /// The position of the item; see ``TitledItem/path``.
    package var path: IndexPath?

    package init(page: ContentPage, path: IndexPath?) { (self.page, self.path) = (page, path) }
}

/// The default behaviour of sources.
extension ContentSource {
    package func itemAtHand(_ identifier: ContentIdentifier) async throws(ContentError) -> ContentNode {
        try await item(for: identifier)
    }

    /// Searches page by page.
    package func index(
        of child: ContentIdentifier, in container: ContentIdentifier, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPosition? {
        let limit = PageLimit.largest
        var (offset, revision) = (0, revision)
        while true {
            let page = try await children(of: container, offset: offset, limit: limit, at: revision)
            if let index = page.items.firstIndex(where: { $0.identifier == child }) {
                return ContentPosition(index: offset + index, revision: page.revision)
            }
            offset += page.items.count
            revision = page.revision
            if page.items.isEmpty || offset >= page.total { return nil }
        }
    }

    /// Looks for the item, and then for the position of each item above it.
    package func place(named titles: [String]) async throws(ContentError) -> TitledItem {
        try await place(of: try await identifier(named: titles), named: titles)
    }

    private func place(
        of identifier: ContentIdentifier, named titles: [String]
    ) async throws(ContentError) -> TitledItem {
        if let known = await indexPath(of: identifier) { return TitledItem(identifier, at: known) }
        guard !titles.isEmpty, titles.count <= TitledItem.levels else { return TitledItem(identifier) }
        // A title may contain the character that divides titles; then its container has another name.
        let above = Array(titles.dropLast())
        var (container, parent) = (ContentIdentifier.root, TitledItem(.root, at: []))
        if !above.isEmpty {
            guard let found = try? await self.identifier(named: above) else { return TitledItem(identifier) }
            (container, parent) = (found, try await place(of: found, named: above))
        }
        guard let path = parent.path,
            let found = try await index(of: identifier, in: container, at: parent.revision)
        else { return TitledItem(identifier) }
        return TitledItem(identifier, at: path.appending(found.index), revision: found.revision)
    }

    package func children(named titles: [String], offset: Int, limit: Int) async throws(ContentError) -> NamedPage? {
        guard let identifier = try? await identifier(named: titles) else { return nil }
        let place = try await place(of: identifier, named: titles)
        return NamedPage(
            page: try await children(of: identifier, offset: offset, limit: limit, at: place.revision), path: place.path
        )
    }

    package func parts(of location: MediaLocation) async throws(ContentError) -> [Track] { [] }

    package func revision(at indexPath: IndexPath) async throws(ContentError) -> ContentTree.Revision {
        try await revision()
    }

    package func indexPath(of identifier: ContentIdentifier) async -> IndexPath? { nil }

    package func changes() -> AsyncStream<ContentChange> { AsyncStream { $0.finish() } }

    package func beginLoadingChildren(of identifier: ContentIdentifier) async {}

    package func childrenAtHand(
        of identifier: ContentIdentifier, offset: Int, limit: Int, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPage {
        try await children(of: identifier, offset: offset, limit: limit, at: revision)
    }

    package func childrenShowPlaybackProgress(of identifier: ContentIdentifier) async -> Bool { false }

    package func tracks(
        under identifier: ContentIdentifier, from track: ContentIdentifier
    ) async throws(ContentError) -> [Track] {
        try await tracks(under: identifier)
    }

    package func tracks(of identifiers: [ContentIdentifier]) async throws(ContentError) -> [Track] {
        var tracks: [Track] = []
        for identifier in identifiers where tracks.count < ContentTree.selectionLimit {
            do throws(ContentError) { tracks += try await self.tracks(under: identifier) } catch {
                guard error.code == .notFound else { throw error }
            }
        }
        return tracks
    }

    package func everything(_ query: String) async throws(ContentError) -> [ContentNode] {
        try await search(query, offset: 0, limit: ContentQuery.largestLimit).items
    }

    package func nominations() async -> [Nomination] { [] }

    package func located() async -> [ContentNode] { [] }

    package func searchSources(onlyProvided: Bool, ownOnly: Bool) -> [ContentSearchSource] {
        if onlyProvided { return [] }
        return [
            ContentSearchSource(title: "") { [self] words, limit async throws(ContentError) in
                try await self.searchGroups(words, limit: limit)
            }
        ]
    }

    package func marks(of item: ContentIdentifier) -> (any MarkingContentSource)? { nil }

    package func added(_ identifiers: [ContentIdentifier]) async -> [ContentIdentifier: Int64] { [:] }

    package func searchGroups(_ words: String, limit: Int) async throws(ContentError) -> [ContentSearchGroup] {
        let page = try await search(words, offset: 0, limit: limit * 4)
        return ContentSearchGroup.grouping(page.items, limit: limit)
    }
}
