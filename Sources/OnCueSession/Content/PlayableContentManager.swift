// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import FoundationEssentials
package import OnCueCore
package import OnCueRuntime

/// Resolves places in the content tree and starts playback of what is selected.
@MediaActor
package final class PlayableContentManager {
    /// The most children that one page has.
    package static let pageLimit = 1000
    /// Schemes of the locations that are played.
    package nonisolated static let playableSchemes = ["file", "http", "https"]

    private let source: any PlayableContentDataSource
    private let resolver: any MediaResolving
    let listening: (any ListeningStoring)?
    private let locator: (any MediaLocating)?
    private let warmer = MediaWarmer()
    /// The containers through which what plays was started.
    package var nowPlayingContainers: [ContentIdentifier] = []

    /// - Parameters:
    ///   - listening: Knows where long items were left; without it everything begins at its beginning.
    ///   - locator: Resolves items that are known by a name, for warming them up.
    package init(
        source: any PlayableContentDataSource, resolver: any MediaResolving,
        listening: (any ListeningStoring)? = nil, locator: (any MediaLocating)? = nil
    ) {
        self.listening = listening
        self.locator = locator
        self.source = source
        self.resolver = resolver
    }

    /// The revision that the tree has now.
    package func revision() async throws(ContentError) -> ContentTree.Revision {
        try await source.revision()
    }

    /// The item at a place, its position where the place was one, and a revision at which that is right.
    package func item(at place: ContentPlace) async throws(ContentError) -> ContentLookup {
        try await atOneRevision(place) { place throws(ContentError) in
            let found = try await identifier(at: place)
            // Read first: a change in between makes the position stale, never wrong.
            let revision =
                if let revision = found.revision { revision } else {
                    try await source.revision(at: found.path ?? [])
                }
            return ContentLookup(
                revision: revision, item: try await source.item(for: found.identifier), path: found.path)
        }
    }

    /// A page of the children of the item at a place.
    ///
    /// - Parameter waits: Without it, children that come from far are fetched but not waited for: the page says so.
    package func children(
        at place: ContentPlace, offset: Int, limit: Int, waits: Bool = true
    ) async throws(ContentError) -> (page: ContentPage, path: IndexPath?) {
        let (offset, limit) = (max(0, offset), min(max(1, limit), Self.pageLimit))
        return try await atOneRevision(place) { place throws(ContentError) in
            let found = try await identifier(at: place)
            if waits {
                let page = try await source.children(
                    of: found.identifier, offset: offset, limit: limit, at: found.revision)
                return (page, found.path)
            }
            let page = try await source.childrenAtHand(
                of: found.identifier, offset: offset, limit: limit, at: found.revision)
            if page.isLoading { await source.beginLoadingChildren(of: found.identifier) }
            return (page, found.path)
        }
    }

    /// Whether lists of these children show how far each has been played.
    package func childrenShowPlaybackProgress(of identifier: ContentIdentifier) async -> Bool {
        await source.childrenShowPlaybackProgress(of: identifier)
    }

    /// Items that match words, best first.
    package func search(_ words: String, offset: Int, limit: Int) async throws(ContentError) -> ContentPage {
        try await source.search(words, offset: max(0, offset), limit: min(max(1, limit), Self.pageLimit))
    }

    /// What plays when the item at a place is selected.
    ///
    /// A track reached by its position or by titles plays in its container, from there on; everything else plays
    /// as it is. Words that are no titles select the best match of a search.
    ///
    /// - Throws: `notFound`, `notPlayable`, `staleIndexPath`, …
    package func selection(at place: ContentPlace) async throws(ContentError) -> ContentSelection {
        if case .location(let location) = place {
            guard Self.playableSchemes.contains(location.scheme) else {
                throw ContentError(
                    .notPlayable, "cannot play \(location.scheme):// addresses; only file, http and https are played")
            }
            return ContentSelection(title: location.displayName, tracks: try await resolver.tracks(at: location))
        }
        let found = try await identifierOrMatch(at: place)
        let item = try await source.item(for: found.identifier)
        let tracks = try await source.tracks(under: found.identifier)
        guard !tracks.isEmpty else {
            throw ContentError(.notPlayable, "\"\(item.title)\" has nothing to play")
        }
        var selection = ContentSelection(title: item.title, subtitle: item.subtitle, kind: item.kind, tracks: tracks)
        selection.container = item.isContainer ? item.identifier : found.container
        if item.kind == .track, let container = found.container { try await selection.widen(to: container, in: source) }
        return selection
    }

    /// What is appended to the queue: the item at a place itself, never its container.
    package func tracks(at place: ContentPlace) async throws(ContentError) -> ContentSelection {
        var selection = try await selection(at: place)
        selection.narrow()
        return selection
    }
}

// MARK: Beside playing

extension PlayableContentManager {
    /// Warms up what would play if the item were selected; returns before that is done.
    ///
    /// - Throws: As ``selection(at:)``.
    package func prepare(at place: ContentPlace) async throws(ContentError) {
        let selection = try await selection(at: place)
        if selection.tracks.indices.contains(selection.startIndex) {
            warmer.warm(selection.tracks[selection.startIndex].location, with: locator)
        }
    }

    /// Watches containers of this tree for clients.
    package func makeSubscriptions(
        _ deliver: @escaping @MediaActor (ContentSubscriptions.Notice) -> Void
    ) -> ContentSubscriptions {
        ContentSubscriptions(source, deliver: deliver)
    }

    /// What a search asks side by side: each branch by its title, or the one source that there is.
    package func searchSources() -> [(title: String, source: any PlayableContentDataSource)] {
        guard let tree = source as? CombinedContentSource else { return [("", source)] }
        return tree.branches.map { ($0.title, $0.source) }
    }
}

// MARK: Places

extension PlayableContentManager {
    private struct Found {
        var identifier: ContentIdentifier
        var path: IndexPath?
        /// The revision at which the position was looked up.
        var revision: ContentTree.Revision?
        /// The container through which a track was reached.
        var container: ContentIdentifier?
    }

    /// Runs `body` with a place whose position belongs to one revision.
    ///
    /// A deep position without a revision means the present one. It is named before the first look, so that a change
    /// between two looks is noticed; then all is looked up again.
    private func atOneRevision<T>(
        _ place: ContentPlace, _ body: (ContentPlace) async throws(ContentError) -> T
    ) async throws(ContentError) -> T {
        guard case .indexPath(let path, nil) = place, path.count > 1 else { return try await body(place) }
        for _ in 0..<3 {
            do throws(ContentError) {
                return try await body(.indexPath(path, revision: try await source.revision(at: path)))
            } catch {
                guard case .staleIndexPath = error.code else { throw error }
            }
        }
        return try await body(.indexPath(path, revision: try await source.revision(at: path)))
    }

    private func identifier(at place: ContentPlace) async throws(ContentError) -> Found {
        switch place {
        case .identifier(let identifier): return Found(identifier: identifier)
        case .indexPath(let path, let revision): return try await identifier(at: path, revision: revision)
        case .names(let titles): return try await identifier(named: titles)
        case .location(let location):
            guard let identifier = try await source.identifier(of: location) else {
                throw ContentError(
                    .notFound, "\(location) is not in the library; it can be played, or added with: oncue library add")
            }
            return Found(identifier: identifier)
        }
    }

    private func identifier(
        at path: IndexPath, revision: ContentTree.Revision?
    ) async throws(ContentError) -> Found {
        let identifier = try await source.identifier(at: path, revision: revision)
        let isDeep = path.count > 1
        let container = isDeep ? try await source.identifier(at: path.dropLast(), revision: revision) : nil
        return Found(
            identifier: identifier, path: path, revision: isDeep ? revision : nil, container: container)
    }

    private func identifier(named titles: [String]) async throws(ContentError) -> Found {
        let identifier = try await source.identifier(named: titles)
        let isDeep = titles.count > 1
        let container = isDeep ? try await source.identifier(named: titles.dropLast()) : nil
        return Found(
            identifier: identifier, path: await source.indexPath(of: identifier), container: container)
    }

    private func identifierOrMatch(at place: ContentPlace) async throws(ContentError) -> Found {
        do throws(ContentError) {
            return try await identifier(at: place)
        } catch {
            guard case .names(let words) = place, error.code == .notFound else { throw error }
            let text = words.joined(separator: " ")
            let page = try await source.search(text, offset: 0, limit: 1)
            guard let best = page.items.first else {
                throw ContentError(.notFound, "nothing in the library matches \"\(text.prefix(200))\"")
            }
            return Found(identifier: best.identifier)
        }
    }
}
