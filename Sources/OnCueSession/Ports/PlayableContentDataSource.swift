// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueSuggestions

/// Provides the content tree: items by identifier, children by page, positions at a revision.
///
/// Every call reads one consistent state of the tree. Calls may run at the same time as each other and as a scan.
package protocol PlayableContentDataSource: Sendable {
    /// The revision that positions in the tree have now.
    func revision() async throws(ContentError) -> ContentTree.Revision

    /// The revision that a position belongs to; branches of a tree may count their own.
    func revision(at indexPath: IndexPath) async throws(ContentError) -> ContentTree.Revision

    /// What changes from now on; every call gives an own stream, which ends with the source.
    ///
    /// A slow reader gets changes merged, never lost.
    func changes() -> AsyncStream<ContentChange>

    /// Begins to fetch the children of a container that come from far; returns at once, and the change is told when
    /// they are there. Sources that have everything at hand do nothing.
    func beginLoadingChildren(of identifier: ContentIdentifier) async

    /// Whether lists of these children show how far each has been played.
    func childrenShowPlaybackProgress(of identifier: ContentIdentifier) async -> Bool

    /// The item with this identity.
    ///
    /// - Throws: `notFound` when there is no such item.
    func item(for identifier: ContentIdentifier) async throws(ContentError) -> ContentItem

    /// Up to `limit` children from `offset`; an offset behind the last child gives an empty page.
    ///
    /// - Parameter revision: When given, the page must belong to this revision.
    /// - Throws: `notFound`, `notContainer`, `staleIndexPath`.
    func children(
        of identifier: ContentIdentifier, offset: Int, limit: Int, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPage

    /// Like ``children(of:offset:limit:at:)``, but never waits for what comes from far: the page is loading then.
    func childrenAtHand(
        of identifier: ContentIdentifier, offset: Int, limit: Int, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPage

    /// The identity of the item at a position.
    ///
    /// Positions of depth 0 and 1 (the root and its sections) are valid at every revision.
    ///
    /// - Throws: `staleIndexPath` when the tree has another revision by now, `notFound` when the position is
    ///   out of range.
    func identifier(
        at indexPath: IndexPath, revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentIdentifier

    /// The position of an item, where it is known without a search; `nil` otherwise.
    func indexPath(of identifier: ContentIdentifier) async -> IndexPath?

    /// Where an item stands among the children of a container; `nil` where it is none of them.
    ///
    /// - Parameter revision: When given, the position must belong to this revision.
    /// - Throws: `notFound`, `notContainer`, `staleIndexPath`.
    func index(
        of child: ContentIdentifier, in container: ContentIdentifier, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPosition?

    /// The identity of the item reached by titles from the root, compared without case and accents.
    ///
    /// - Throws: `notFound`, which names the first title that does not exist.
    func identifier(named titles: [String]) async throws(ContentError) -> ContentIdentifier

    /// The identity of a folder or file of the library; `nil` for any other location.
    func identifier(of location: MediaLocation) async throws(ContentError) -> ContentIdentifier?

    /// The tracks into which a file of the library is divided; empty for any other location.
    func parts(of location: MediaLocation) async throws(ContentError) -> [Track]

    /// Everything playable at or below an item, in the order in which it plays, at most
    /// ``ContentTree/selectionLimit`` tracks; a source reads no more than that.
    ///
    /// - Throws: `notFound`; an item with nothing to play gives an empty array.
    func tracks(under identifier: ContentIdentifier) async throws(ContentError) -> [Track]

    /// The same, but from one track on where a container has more than can be selected; sources that cannot begin
    /// anywhere give the first.
    func tracks(under identifier: ContentIdentifier, from track: ContentIdentifier) async throws(ContentError)
        -> [Track]

    /// Everything playable at or below several items, in their order; items that have gone are left out.
    func tracks(of identifiers: [ContentIdentifier]) async throws(ContentError) -> [Track]

    /// Items that match every word (each the beginning of a word in title, artist, album, …), best first.
    ///
    /// The container of the page is the root; matching nothing gives an empty page.
    func search(_ words: String, offset: Int, limit: Int) async throws(ContentError) -> ContentPage

    /// All that a query finds, in its order, at most ``ContentQuery/largestLimit``: what is played, unless the query
    /// names other kinds.
    ///
    /// - Throws: `invalidQuery`.
    func everything(_ query: String) async throws(ContentError) -> [ContentItem]

    /// The best matches of each kind, at most `limit` of each, kinds in the order in which they are shown.
    ///
    /// - Throws: `invalidQuery`.
    func searchGroups(_ words: String, limit: Int) async throws(ContentError) -> [ContentSearchGroup]

    /// What other programs name as candidates for suggestions, best first, as far as it is known: nobody is asked for it.
    /// That it is something else now is told as a change.
    func nominations() async -> [Nomination]
}

/// Where a child stands.
package struct ContentPosition: Sendable, Equatable {
    /// Counted from 0.
    package var index: Int
    /// The revision at which it is there.
    package var revision: ContentTree.Revision

    package init(index: Int, revision: ContentTree.Revision) {
        self.index = index
        self.revision = revision
    }
}

/// What most sources answer.
extension PlayableContentDataSource {
    /// Looks page by page.
    package func index(
        of child: ContentIdentifier, in container: ContentIdentifier, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPosition? {
        let limit = 1000
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

    package func everything(_ query: String) async throws(ContentError) -> [ContentItem] {
        try await search(query, offset: 0, limit: ContentQuery.largestLimit).items
    }

    package func nominations() async -> [Nomination] { [] }

    package func searchGroups(_ words: String, limit: Int) async throws(ContentError) -> [ContentSearchGroup] {
        let page = try await search(words, offset: 0, limit: limit * 4)
        return ContentSearchGroup.grouping(page.items, limit: limit)
    }
}
