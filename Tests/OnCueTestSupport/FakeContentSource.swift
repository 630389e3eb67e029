// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime
internal import OnCueSession
package import OnCueSuggestions
internal import Synchronization

/// A content tree in memory with albums, tracks and artists; the other sections are empty.
package final class FakeContentSource: ContentSource {
    /// An album and its tracks.
    package struct Album: Sendable {
        package var title: String
        package var artist: String
        package var tracks: [Track]
        /// An album, a playlist, a podcast, or a station, which has no tracks.
        package var kind: ContentKind
        package var identifier: ContentIdentifier

        package init(_ title: String, by artist: String, tracks: [Track], kind: ContentKind = .album) {
            self.kind = kind
            self.title = title
            self.artist = artist
            self.tracks = tracks
            identifier = ContentIdentifier(kind: kind, key: FakeContentSource.key(title))
        }
    }

    private struct State {
        var albums: [Album]
        var revision = ContentTree.Revision(1)
        var unanswered: [UnansweredBranch] = []
        var recommended: [ContentIdentifier] = []
        var nominations: [Nomination] = []
    }

    private let state: Mutex<State>
    private let hub = ContentChangeHub()

    package init(_ albums: [Album] = []) {
        state = Mutex(State(albums: albums))
    }

    deinit { hub.finish() }

    /// Moves on to the next revision, and tells it.
    @discardableResult
    package func touch() -> ContentTree.Revision { replace(with: state.withLock { $0.albums }) }

    /// Replaces everything, as a scan does, and tells it; positions of earlier revisions are stale.
    @discardableResult
    package func replace(with albums: [Album]) -> ContentTree.Revision {
        let revision = state.withLock { state in
            state.albums = albums
            state.revision = ContentTree.Revision(state.revision.number + 1)
            return state.revision
        }
        hub.tell(ContentChange(revision: revision))
        return revision
    }

    /// Changes albums and lists as other parts of the service do, without a new revision.
    package func edit<Result: Sendable>(_ change: (inout [Album]) -> Result) -> Result {
        state.withLock { change(&$0.albums) }
    }

    /// Shows items in the list of a branch For You, beside the sections.
    package func recommend(_ items: [ContentIdentifier]) { state.withLock { $0.recommended = items } }

    /// Names candidates, and tells it.
    package func nominate(_ nominations: [Nomination]) {
        let revision = state.withLock { state in
            state.nominations = nominations
            return state.revision
        }
        hub.tell(ContentChange(revision: revision, containers: [.root]))
    }

    /// Says from here on that branches could not be searched.
    package func lose(_ branches: [UnansweredBranch]) { state.withLock { $0.unanswered = branches } }

    // MARK: ContentSource

    package func nominations() async -> [Nomination] { state.withLock { $0.nominations } }

    package func changes() -> AsyncStream<ContentChange> { hub.listen() }

    package func revision() async throws(ContentError) -> ContentTree.Revision { state.withLock { $0.revision } }

    package func item(for identifier: ContentIdentifier) async throws(ContentError) -> ContentNode {
        try node(identifier).item
    }

    package func children(
        of identifier: ContentIdentifier, offset: Int, limit: Int, at revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentPage {
        let current = state.withLock { $0.revision }
        if let revision, revision != current { throw stale(current) }
        let container = try node(identifier)
        guard container.item.isContainer else { throw ContentError(.notContainer, "\(identifier) has no children") }
        return ContentPage(
            revision: current, container: container.item, offset: offset, total: container.children.count,
            items: try container.children.dropFirst(offset).prefix(limit).map(item))
    }

    package func identifier(of location: MediaLocation) async throws(ContentError) -> ContentIdentifier? {
        state.withLock { $0.albums.flatMap(\.tracks).first { $0.location == location }?.identifier }
    }

    package func identifier(
        at indexPath: IndexPath, revision: ContentTree.Revision?
    ) async throws(ContentError) -> ContentIdentifier {
        let current = state.withLock { $0.revision }
        if indexPath.count > 1, let revision, revision != current { throw stale(current) }
        var identifier = ContentIdentifier.root
        for index in indexPath {
            let children = try node(identifier).children
            guard children.indices.contains(index) else {
                throw ContentError(.notFound, "there is nothing at \(IndexPathText.text(of: indexPath))")
            }
            identifier = children[index]
        }
        return identifier
    }

    package func indexPath(of identifier: ContentIdentifier) async -> IndexPath? {
        ContentSection(identifier).flatMap { ContentSection.allCases.firstIndex(of: $0) }.map { IndexPath(index: $0) }
    }

    package func identifier(named titles: [String]) async throws(ContentError) -> ContentIdentifier {
        var identifier = ContentIdentifier.root
        for title in titles {
            var match: ContentIdentifier?
            for child in try node(identifier).children
            where try node(child).item.title.lowercased() == title.lowercased() {
                match = match ?? child
            }
            guard let match else { throw ContentError(.notFound, "there is no \"\(title.prefix(200))\"") }
            identifier = match
        }
        return identifier
    }

    package func tracks(under identifier: ContentIdentifier) async throws(ContentError) -> [Track] {
        let node = try node(identifier)
        if let track = node.track { return [track] }
        var tracks: [Track] = []
        for child in node.children { tracks += try await self.tracks(under: child) }
        return tracks
    }

    package func search(_ words: String, offset: Int, limit: Int) async throws(ContentError) -> ContentPage {
        let words = words.lowercased().split(separator: " ")
        let state = state.withLock { $0 }
        let everything = state.albums.map(\.identifier) + state.albums.flatMap { $0.tracks.map(\.identifier) }
        var found: [ContentNode] = []
        for identifier in everything {
            let item = try node(identifier).item
            let text = (item.title + " " + item.subtitle).lowercased()
            if !words.isEmpty, words.allSatisfy({ text.contains($0) }) { found.append(item) }
        }
        var page = ContentPage(
            revision: state.revision, container: try node(.root).item, offset: offset, total: found.count,
            items: Array(found.dropFirst(offset).prefix(limit)))
        page.unanswered = state.unanswered
        return page
    }
}

// MARK: The tree

extension FakeContentSource {
    private struct Node {
        var item: ContentNode
        var children: [ContentIdentifier] = []
        var track: Track?
    }

    private func item(_ identifier: ContentIdentifier) throws(ContentError) -> ContentNode { try node(identifier).item }

    private func node(_ identifier: ContentIdentifier) throws(ContentError) -> Node {
        let (albums, recommended) = state.withLock { ($0.albums, $0.recommended) }
        let list = ContentIdentifier(kind: .list, key: "recommended")
        switch identifier.kind {
        case .list where identifier == list:
            var node = container(identifier, "Recommended", recommended)
            node.item.isPlayable = !recommended.isEmpty
            return node
        case .section where identifier.key == "for-you": return container(identifier, "For You", [list])
        case .root: return container(identifier, "Library", ContentSection.allCases.map(\.identifier))
        case .section:
            if let section = ContentSection(identifier) {
                return container(identifier, section.title, children(of: section, albums))
            }
        case .station:
            if let station = albums.first(where: { $0.identifier == identifier }) {
                return Node(item: ContentNode(identifier: identifier, title: station.title, isPlayable: true))
            }
        case .album, .playlist, .podcast:
            if let album = albums.first(where: { $0.identifier == identifier }) {
                var node = container(identifier, album.title, album.tracks.map(\.identifier))
                node.item.subtitle = album.artist
                node.item.isPlayable = true
                return node
            }
        case .artist:
            let own = albums.filter { Self.key($0.artist) == identifier.key }
            if let first = own.first { return container(identifier, first.artist, own.map(\.identifier)) }
        case .track, .episode:
            if let track = albums.flatMap(\.tracks).first(where: { $0.identifier == identifier }) {
                let item = ContentNode(
                    identifier: identifier, title: track.title, subtitle: track.artists.joined(separator: ", "),
                    artwork: track.artwork, duration: track.duration, isPlayable: true)
                return Node(item: item, track: track)
            }
        default: break
        }
        throw ContentError(.notFound, "there is no \(identifier)")
    }

    private func children(of section: ContentSection, _ albums: [Album]) -> [ContentIdentifier] {
        switch section {
        case .albums, .albumsByArtist, .albumsByYear:
            albums.filter { [.album, .playlist].contains($0.kind) }.map(\.identifier)
        case .tracks: albums.flatMap { $0.tracks.map(\.identifier) }
        case .artists: albums.map { ContentIdentifier(kind: .artist, key: Self.key($0.artist)) }
        case .genres, .folders, .recentlyAdded, .composers, .compilations: []
        }
    }

    private func container(
        _ identifier: ContentIdentifier, _ title: String, _ children: [ContentIdentifier]
    ) -> Node {
        Node(
            item: ContentNode(identifier: identifier, title: title, isContainer: true, childCount: children.count),
            children: children)
    }

    private func stale(_ current: ContentTree.Revision) -> ContentError {
        ContentError(.staleIndexPath(current: current), "the tree has revision \(current) by now")
    }

    fileprivate static func key(_ title: String) -> String {
        String(title.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
    }
}

extension Track {
    /// A track for tests; its location is a file that does not exist.
    package static func sample(
        _ name: String, title: String? = nil, artists: [String] = ["Somebody"], album: String? = nil,
        duration: Duration? = .seconds(180)
    ) -> Track {
        Track(
            identifier: ContentIdentifier(kind: .track, key: name),
            location: MediaLocation(filePath: Array("/music/\(name).flac".utf8)), title: title ?? "Title of \(name)",
            artists: artists, album: album, duration: duration)
    }

    /// A track with everything that one can have.
    package static var full: Track {
        var track = Track.sample(
            "b1", title: "So What", artists: ["Ada", "Cy"], album: "Blue", duration: .seconds(180))
        track.albumArtists = ["Ada"]
        track.composers = ["Dee"]
        track.genres = ["Jazz", "Modal"]
        (track.trackNumber, track.trackTotal, track.discNumber, track.discTotal) = (1, 5, 1, 2)
        track.date = "1959-08-17"
        track.isExplicit = true
        return track
    }
}
