// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueInterface
package import OnCueQuery

extension ContentManager {
    /// Returns the tracks to play when the item at a place is selected.
    ///
    /// A track reached by its position or by titles plays in its container, from there on; everything else plays by
    /// itself. Words that match no titles select the best match of a search, and a query selects all of its results.
    ///
    /// - Parameters:
    ///   - widens: If false, a track remains a single one.
    ///   - skipsDisliked: Whether to leave out disliked items from the results of a query.
    /// - Throws: `notFound`, `notPlayable`, `staleIndexPath`, `invalidQuery`, …
    package func selection(
        at place: ContentPlace, widens: Bool = true, skipsDisliked: Bool = false
    ) async throws(ContentError) -> ContentSelection {
        if case .location(let location) = place { return try await selection(of: location) }
        let found: Found
        do throws(ContentError) {
            found = try await existing(try await contained(try await identifier(at: place), place), place)
        } catch {
            let named = try await matches(of: place, missing: error)
            guard named.naming == .words else {
                return try await selection(ofAll: named.items, query: place.query, skipsDisliked: skipsDisliked)
            }
            var match = Found(identifier: named.items[0].identifier)
            (match.naming, match.runnerUp) = (.words, named.runnerUp)
            return try await selection(of: match, widens: widens)
        }
        return try await selection(of: found, widens: widens)
    }

    private func selection(of location: MediaLocation) async throws(ContentError) -> ContentSelection {
        guard Self.playableSchemes.contains(location.scheme) else {
            throw ContentError(
                .notPlayable, "cannot play \(location.scheme):// addresses; only file, http and https are supported")
        }
        let tracks = try await resolver.tracks(at: location)
        // A web page may describe its sound; a stream has no name before it plays.
        if tracks.count == 1,
            location.scheme == "file" || tracks[0].location == location && tracks[0].title != location.shownURI
        {
            var selection = ContentSelection(
                title: tracks[0].title, subtitle: tracks[0].artists.joined(separator: ", "), kind: .track,
                tracks: tracks)
            selection.location = location
            return selection
        }
        var selection =
            Self.webAlbum(tracks, at: location)
            ?? ContentSelection(title: tracks.count == 1 ? tracks[0].title : location.displayName, tracks: tracks)
        selection.location = location
        if selection.tracks.count > 1 {
            selection.context = PlaybackContext(
                title: selection.title, count: selection.isCut ? nil : selection.tracks.count)
        }
        return selection
    }

    /// Returns the tracks that a web page names if they are an album; `nil` if they are not.
    private static func webAlbum(_ tracks: [Track], at location: MediaLocation) -> ContentSelection? {
        guard location.scheme != "file", tracks.count > 1, let first = tracks.first, let album = first.album,
            tracks.allSatisfy({ $0.album == album })
        else { return nil }
        let artists = tracks.allSatisfy { $0.artists == first.artists } ? first.artists : []
        return ContentSelection(
            title: album, subtitle: artists.joined(separator: ", "), kind: .album, tracks: tracks)
    }

    /// Returns all playable items among the results of a query, each once.
    func selection(
        ofAll items: [ContentNode], query: String?, skipsDisliked: Bool
    ) async throws(ContentError) -> ContentSelection {
        let query = query ?? ""
        var seen: Set<ContentIdentifier> = []
        let wanted = skipsDisliked ? try await withoutDisliked(items.map(\.identifier)) : items.map(\.identifier)
        var tracks = try await source.tracks(of: wanted).filter { seen.insert($0.identifier).inserted }
        if skipsDisliked {
            let liked = Set(try await withoutDisliked(tracks.map(\.identifier)))
            tracks.removeAll { !liked.contains($0.identifier) }
        }
        guard !tracks.isEmpty else {
            throw ContentError(.notPlayable, "nothing that \(query.prefix(200)) finds can be played")
        }
        var selection = ContentSelection(title: query, tracks: Array(tracks.prefix(ContentTree.selectionLimit)))
        selection.naming = .query
        selection.context = PlaybackContext(title: query, count: selection.isCut ? nil : selection.tracks.count)
        return selection
    }

    private func withoutDisliked(
        _ items: [ContentIdentifier]
    ) async throws(ContentError) -> [ContentIdentifier] {
        guard let listening else { return items }
        let records = try await listening.records(for: items)
        return items.filter { records[$0]?.isDisliked != true }
    }

    /// Checks that the item exists, since text in the form of an identifier may be a query.
    private func existing(_ found: Found, _ place: ContentPlace) async throws(ContentError) -> Found {
        if case .identifier = place, place.query != nil { _ = try await source.item(for: found.identifier) }
        return found
    }

    /// Returns the tracks to play when an item that was found is selected.
    func selection(of found: Found, widens: Bool) async throws(ContentError) -> ContentSelection {
        let item = try await source.item(for: found.identifier)
        let tracks = try await source.tracks(under: found.identifier)
        guard !tracks.isEmpty else {
            throw ContentError(.notPlayable, "\"\(item.title)\" has nothing to play")
        }
        var selection = ContentSelection(title: item.title, subtitle: item.subtitle, kind: item.kind, tracks: tracks)
        (selection.naming, selection.runnerUp) = (found.naming, found.runnerUp)
        selection.container = item.isContainer ? item.identifier : found.container
        if item.isContainer || item.kind == .station { selection.noteContext(item) }
        if widens, let container = found.container, item.playsOn(in: container) {
            try await selection.widen(to: container, in: source)
        }
        return selection
    }

    /// Returns the tracks to append to the queue: the item at a place itself, never its container.
    package func tracks(
        at place: ContentPlace, skipsDisliked: Bool = false
    ) async throws(ContentError) -> ContentSelection {
        try await selection(at: place, widens: false, skipsDisliked: skipsDisliked)
    }

    /// Returns the tracks of several places, one after the other, as one selection; none is played in its container.
    ///
    /// - Returns: `nil` if none of them is valid, and the error of each invalid place, by its number from 0.
    package func selection(
        at places: [ContentPlace], from index: Int = 0
    ) async -> (content: ContentSelection?, failures: [(place: Int, error: any Error)]) {
        var content: ContentSelection?
        var failures: [(place: Int, error: any Error)] = []
        var number = 0
        // The places before this one are requested one by one.
        var singles = 0
        while number < places.count {
            if number >= singles, let count = content?.tracks.count {
                let run = Self.trackRun(places[number...])
                if let tracks = await adjacent(run) {
                    content?.append(tracks.prefix(PlaybackQueue.capacity - count))
                    number += run.count
                    continue
                }
                singles = number + run.count
            }
            do {
                var next = try await selection(at: places[number], widens: false)
                if let count = content?.tracks.count {
                    next.tracks = Array(next.tracks.prefix(PlaybackQueue.capacity - count))
                    content?.append(next)
                } else {
                    if index > 0 { try next.begin(at: index) }
                    content = next
                }
            } catch {
                failures.append((number, error))
            }
            number += 1
        }
        return (content, failures)
    }

    /// The maximum number of tracks that are requested together, so that other requests have their turn.
    private static let longestRun = 1000

    /// Returns the consecutive tracks at the beginning of places.
    private static func trackRun(_ places: ArraySlice<ContentPlace>) -> [ContentIdentifier] {
        var run: [ContentIdentifier] = []
        for place in places.prefix(longestRun) {
            guard case .identifier(let identifier) = place, identifier.kind == .track else { break }
            run.append(identifier)
        }
        return run
    }

    /// Returns the tracks with these identifiers, requested together; `nil` unless all of them exist.
    private func adjacent(_ identifiers: [ContentIdentifier]) async -> [Track]? {
        guard identifiers.count > 1, let tracks = try? await tracks(of: identifiers),
            tracks.count == identifiers.count,
            zip(tracks, identifiers).allSatisfy({ $0.identifier == $1 })
        else { return nil }
        return tracks
    }

    /// The number of tracks from which it is worth requesting two parts at the same time.
    private static let leastDivided = 500

    private func tracks(of identifiers: [ContentIdentifier]) async throws(ContentError) -> [Track] {
        guard identifiers.count >= Self.leastDivided else { return try await source.tracks(of: identifiers) }
        let (first, second) = (identifiers[..<(identifiers.count / 2)], identifiers[(identifiers.count / 2)...])
        let beginning = Task { [source] () -> Result<[Track], ContentError> in
            do throws(ContentError) { return .success(try await source.tracks(of: Array(first))) } catch {
                return .failure(error)
            }
        }
        let rest = try await source.tracks(of: Array(second))
        return try await beginning.value.get() + rest
    }
}

extension ContentNode {
    /// Returns whether the items after it follow: true for tracks, for episodes in a playlist, and for content of other
    /// programs, but not for an endless stream.
    fileprivate func playsOn(in container: ContentIdentifier) -> Bool {
        switch kind {
        case .track: true
        case .episode: container.kind == .playlist
        case .provided: !isContainer && (duration != nil || !isStreaming)
        default: false
        }
    }
}
