// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime
package import OnCueSession
internal import PlaylistFormats

/// The branch of playlists: folders and lists by title, and in each list its entries.
///
/// Tracks of the library are displayed as they are there; missing ones are displayed as unavailable, and reported at
/// their turn while the list plays.
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

    package func item(for identifier: ContentIdentifier) async throws(ContentError) -> ContentNode {
        if let folder = await shelf.tree.folders[identifier] { return folder.item }
        if identifier.kind == .playlist {
            if let list = await shelf.list(identifier) { return list.item }
            if await shelf.firstWalk() { return try await item(for: identifier) }
            throw PlaylistShelf.notFound(identifier)
        }
        guard identifier.kind == .track else {
            throw ContentError(.notFound, "there is no \(identifier); its playlists may have been deleted or moved")
        }
        return try await entry(identifier).item
    }

    /// Returns an entry that is not in the library.
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
        if identifier == .root { await shelf.refreshSoon() }
        let (tree, current) = await shelf.state
        if let folder = tree.folders[identifier] {
            try Self.check(revision, current)
            return ContentPage(
                revision: current, container: folder.item, offset: offset, total: folder.childCount,
                items: Array(tree.items(in: folder).dropFirst(offset).prefix(limit)))
        }
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
        let (tree, current) = await shelf.state
        try Self.check(revision, current)
        var folder = tree.top
        var rest = Array(indexPath)[...]
        while let index = rest.first, folder.folders.indices.contains(index),
            let inner = tree.folders[folder.folders[index]]
        {
            folder = inner
            rest.removeFirst()
        }
        guard let index = rest.first.map({ $0 - folder.folders.count }) else { return folder.identifier }
        guard rest.count <= 2, folder.lists.indices.contains(index) else { throw Self.nothing(at: indexPath) }
        let list = folder.lists[index].identifier
        guard rest.count == 2, let entry = rest.last else { return list }
        let page = try await children(of: list, offset: max(0, entry), limit: 1, at: revision)
        guard let item = page.items.first, entry >= 0 else { throw Self.nothing(at: indexPath) }
        return item.identifier
    }

    private static func nothing(at path: IndexPath) -> ContentError {
        ContentError(.notFound, "there is nothing at \(IndexPathText.text(of: path)); browse to see what is there")
    }

    package func identifier(named titles: [String]) async throws(ContentError) -> ContentIdentifier {
        guard !titles.isEmpty else { return .root }
        let tree = await shelf.tree
        if let found = try await identifier(named: titles[...], in: tree.top, of: tree) { return found }
        if await shelf.firstWalk() { return try await identifier(named: titles) }
        let title = titles.joined(separator: "/").prefix(200)
        // A list needs no folder before its title if it is the only one with that title.
        let folded = TextFolding.fold(String(title))
        let named = tree.lists(below: tree.top).filter { TextFolding.fold($0.title) == folded }
        guard let list = named.first else {
            throw ContentError(.notFound, "there is no \"\(title)\" among the playlists")
        }
        guard named.count == 1 else {
            let names = named.prefix(3).map { "\"\($0.fullTitle)\"" }.joined(separator: ", ")
            throw ContentError(
                .refused, "there are \(named.count) playlists called \"\(title)\"; name the folder as well: \(names)")
        }
        return list.identifier
    }

    /// Finds an item by its titles from a folder downwards; `nil` if there is none.
    private func identifier(
        named titles: ArraySlice<String>, in folder: PlaylistTree.Folder, of tree: PlaylistTree
    ) async throws(ContentError) -> ContentIdentifier? {
        // A title may contain the character that separates titles.
        for count in 1...min(8, titles.count) {
            let rest = titles.dropFirst(count)
            let title = titles.prefix(count).joined(separator: "/")
            let folded = TextFolding.fold(title)
            if let list = folder.lists.first(where: { TextFolding.fold($0.title) == folded }) {
                if rest.isEmpty { return list.identifier }
                let entry = TextFolding.fold(rest.joined(separator: "/"))
                if let found = try await self.entry(titled: entry, in: list.identifier) { return found }
            }
            guard let inner = tree.folder(titled: title, in: folder) else { continue }
            if rest.isEmpty { return inner.identifier }
            if let found = try await identifier(named: rest, in: inner, of: tree) { return found }
        }
        return nil
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
        let tree = await shelf.tree
        guard let folder = tree.folders[identifier] else { return try await tracks(in: identifier) }
        var tracks: [Track] = []
        for list in tree.lists(below: folder) where tracks.count < PlaybackQueue.capacity {
            tracks += try await self.tracks(in: list.identifier)
        }
        return tracks
    }

    private func tracks(in list: ContentIdentifier) async throws(ContentError) -> [Track] {
        let all = try await shelf.content(of: list).document.entries
        return EntryResolver.played(await entries.resolve(all.prefix(PlaybackQueue.capacity), of: list)).map(\.track)
    }
}

extension PlaylistContentSource {
    package func added(_ identifiers: [ContentIdentifier]) async -> [ContentIdentifier: Int64] {
        let lists = await shelf.lists.map { ($0.identifier, $0.created) }
        let created = Dictionary(lists) { first, _ in first }
        var times: [ContentIdentifier: Int64] = [:]
        for identifier in identifiers { times[identifier] = created[identifier] }
        return times
    }
}

extension PlaylistShelf {
    /// All lists in their folders, and their revision.
    var state: (tree: PlaylistTree, revision: ContentTree.Revision) { (tree, revision) }
}
