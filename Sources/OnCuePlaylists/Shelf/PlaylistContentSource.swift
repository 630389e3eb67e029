// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime
package import OnCueSession
internal import PlaylistFormats

/// The branch of playlists: lists by title, and in each its entries.
///
/// Tracks of the library are displayed as there; missing ones are displayed as unavailable, and reported at their turn
/// while the list plays.
package struct PlaylistContentSource: ContentSource {
    let shelf: PlaylistShelf
    let listening: (any ListeningStoring)?
    private let entries: EntryResolver

    /// - Parameter listening: The favourites; `nil` if none are kept.
    package init(shelf: PlaylistShelf, library: any TrackFinding, listening: (any ListeningStoring)? = nil) {
        self.shelf = shelf
        self.listening = listening
        entries = EntryResolver(library: library)
    }

    package func revision() async throws(ContentError) -> ContentTree.Revision { await shelf.revision }

    package func changes() -> AsyncStream<ContentChange> { shelf.hub.listen() }

    // MARK: Items

    package func item(for identifier: ContentIdentifier) async throws(ContentError) -> ContentItem {
        if identifier == .root { return root(await shelf.lists.count) }
        if identifier.kind == .playlist {
            if let list = await shelf.list(identifier) { return list.item }
            if await shelf.firstWalk() { return try await item(for: identifier) }
            throw PlaylistShelf.notFound(identifier)
        }
        return try await entry(identifier).item
    }

    func root(_ count: Int) -> ContentItem {
        ContentItem(identifier: .root, title: RootBranch.playlists.title, isContainer: true, childCount: count)
    }

    /// An entry that is not in the library.
    func entry(_ identifier: ContentIdentifier) async throws(ContentError) -> EntryResolver.Entry {
        guard let list = EntryResolver.list(of: identifier), await shelf.list(list) != nil else {
            throw ContentError(.notFound, "there is no \(identifier); its playlist may have been deleted")
        }
        let document = try await shelf.content(of: list).document
        guard let index = document.entries.firstIndex(where: { EntryResolver.identifier($0, list) == identifier }),
            let entry = await entries.resolve(document.entries[index...index], of: list).first
        else { throw ContentError(.notFound, "\(identifier) is no longer in its playlist") }
        return entry
    }

    package func children(
        of identifier: ContentIdentifier, offset: Int, limit: Int, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPage {
        let (offset, limit) = PageLimit.part(offset: offset, limit: limit)
        if identifier == .root { return try await lists(offset, limit, at: revision) }
        guard identifier.kind == .playlist else {
            let title = try await item(for: identifier).title
            throw ContentError(.notContainer, "\"\(title)\" contains no other items")
        }
        let content = try await shelf.content(of: identifier)
        try Self.check(revision, content.revision)
        let all = content.document.entries
        let page = all[min(offset, all.count)..<min(offset + limit, all.count)]
        return ContentPage(
            revision: content.revision, container: content.list.item, offset: offset, total: all.count,
            items: await entries.resolve(page, of: identifier).map(\.item))
    }

    private func lists(
        _ offset: Int, _ limit: Int, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPage {
        await shelf.refreshSoon()
        let (lists, current) = await shelf.state
        try Self.check(revision, current)
        return ContentPage(
            revision: current, container: root(lists.count), offset: offset, total: lists.count,
            items: lists.dropFirst(offset).prefix(limit).map(\.item))
    }

    private static func check(
        _ asked: ContentTree.Revision?, _ current: ContentTree.Revision
    ) throws(ContentError) {
        guard let asked, asked != current else { return }
        throw ContentError(
            .staleIndexPath(current: current),
            "the playlists have changed since they were listed; browse again")
    }

    // MARK: Ways

    package func identifier(
        at indexPath: IndexPath, revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentIdentifier {
        if indexPath.isEmpty { return .root }
        let (lists, current) = await shelf.state
        try Self.check(revision, current)
        guard indexPath.count <= 2, lists.indices.contains(indexPath[0]) else { throw Self.nothing(at: indexPath) }
        let list = lists[indexPath[0]].identifier
        if indexPath.count == 1 { return list }
        let page = try await children(of: list, offset: max(0, indexPath[1]), limit: 1, at: revision)
        guard let item = page.items.first, indexPath[1] >= 0 else { throw Self.nothing(at: indexPath) }
        return item.identifier
    }

    private static func nothing(at path: IndexPath) -> ContentError {
        ContentError(.notFound, "there is nothing at \(IndexPathText.text(of: path)); browse to see what is there")
    }

    package func identifier(named titles: [String]) async throws(ContentError) -> ContentIdentifier {
        guard !titles.isEmpty else { return .root }
        let lists = await shelf.lists
        // A title may hold the character that divides titles.
        for count in 1...min(8, titles.count) {
            let title = TextFolding.fold(titles.prefix(count).joined(separator: "/"))
            guard let list = lists.first(where: { TextFolding.fold($0.title) == title }) else { continue }
            if count == titles.count { return list.identifier }
            let entry = TextFolding.fold(titles.dropFirst(count).joined(separator: "/"))
            if let found = try await self.entry(titled: entry, in: list.identifier) { return found }
        }
        if await shelf.firstWalk() { return try await identifier(named: titles) }
        throw ContentError(
            .notFound, "there is no \"\(titles.joined(separator: "/").prefix(200))\" among the playlists")
    }

    private func entry(
        titled folded: String, in list: ContentIdentifier
    ) async throws(ContentError) -> ContentIdentifier? {
        let all = try await shelf.content(of: list).document.entries
        for start in stride(from: 0, to: all.count, by: 500) {
            let items = await entries.resolve(all[start..<min(start + 500, all.count)], of: list)
            if let found = items.first(where: { TextFolding.fold($0.track.title) == folded }) {
                return found.track.identifier
            }
        }
        return nil
    }

    package func identifier(of location: MediaLocation) async throws(ContentError) -> ContentIdentifier? {
        guard let path = location.filePath else { return nil }
        let normal = PathBytes.normalized(path)
        return await shelf.lists.first { $0.path == normal }?.identifier
    }

    package func tracks(under identifier: ContentIdentifier) async throws(ContentError) -> [Track] {
        if identifier.kind == .track { return [try await entry(identifier).track] }
        guard identifier == .root else { return try await tracks(in: identifier) }
        var tracks: [Track] = []
        for list in await shelf.lists where tracks.count < PlaybackQueue.capacity {
            tracks += try await self.tracks(in: list.identifier)
        }
        return tracks
    }

    private func tracks(in list: ContentIdentifier) async throws(ContentError) -> [Track] {
        let all = try await shelf.content(of: list).document.entries
        return EntryResolver.played(await entries.resolve(all.prefix(PlaybackQueue.capacity), of: list)).map(\.track)
    }
}

extension PlaylistShelf {
    /// All lists, and their revision.
    var state: (lists: [ShelvedList], revision: ContentTree.Revision) { (lists, revision) }
}
