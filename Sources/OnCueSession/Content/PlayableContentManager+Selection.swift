// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

extension PlayableContentManager {
    /// What plays when the item at a place is selected.
    ///
    /// A track reached by its position or by titles plays in its container, from there on; everything else plays
    /// as it is. Words that are no titles select the best match of a search.
    ///
    /// - Parameter widens: Without it, a track stays alone.
    /// - Throws: `notFound`, `notPlayable`, `staleIndexPath`, …
    package func selection(
        at place: ContentPlace, widens: Bool = true
    ) async throws(ContentError) -> ContentSelection {
        if case .location(let location) = place {
            guard Self.playableSchemes.contains(location.scheme) else {
                throw ContentError(
                    .notPlayable, "cannot play \(location.scheme):// addresses; only file, http and https are played")
            }
            var selection = ContentSelection(
                title: location.displayName, tracks: try await resolver.tracks(at: location))
            if selection.tracks.count > 1 {
                selection.context = PlaybackContext(
                    title: selection.title, count: selection.isCut ? nil : selection.tracks.count)
            }
            return selection
        }
        return try await selection(of: try await identifierOrMatch(at: place), widens: widens)
    }

    /// What plays when an item is selected that was found.
    func selection(of found: Found, widens: Bool) async throws(ContentError) -> ContentSelection {
        let item = try await source.item(for: found.identifier)
        let tracks = try await source.tracks(under: found.identifier)
        guard !tracks.isEmpty else {
            throw ContentError(.notPlayable, "\"\(item.title)\" has nothing to play")
        }
        var selection = ContentSelection(title: item.title, subtitle: item.subtitle, kind: item.kind, tracks: tracks)
        selection.container = item.isContainer ? item.identifier : found.container
        if item.isContainer || item.kind == .station { selection.noteContext(item) }
        if widens, let container = found.container, item.playsOn(in: container) {
            try await selection.widen(to: container, in: source)
        }
        return selection
    }

    /// What is appended to the queue: the item at a place itself, never its container.
    package func tracks(at place: ContentPlace) async throws(ContentError) -> ContentSelection {
        try await selection(at: place, widens: false)
    }

    private func identifierOrMatch(at place: ContentPlace) async throws(ContentError) -> Found {
        do throws(ContentError) {
            return try await contained(try await identifier(at: place), place)
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

extension ContentItem {
    /// What stands behind it follows: true for tracks, for episodes that somebody has put into a playlist, and for
    /// what other programs provide, but not for a stream without an end.
    fileprivate func playsOn(in container: ContentIdentifier) -> Bool {
        switch kind {
        case .track: true
        case .episode: container.kind == .playlist
        case .provided: !isContainer && (duration != nil || !isStreaming)
        default: false
        }
    }
}
