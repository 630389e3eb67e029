// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface

/// The tracks to play when an item is selected.
package struct ContentSelection: Sendable, Equatable {
    package var title: String
    package var subtitle: String
    /// `nil` for files and streams outside of the content tree.
    package var kind: ContentKind?
    package var tracks: [Track]
    /// The container through which it was selected.
    package var container: ContentIdentifier?
    /// The file, folder or address with which it was selected.
    package var location: MediaLocation?
    /// The source of the queue, if it is more than a single item.
    package var context: PlaybackContext?
    /// The index of the track that plays first.
    package var startIndex = 0
    /// The position at which the first track begins; later ones begin at their beginning.
    package var startPosition: Duration = .zero

    /// The way in which it was found.
    package var naming = ContentNaming.place
    /// Another item that could have been meant as well.
    package var runnerUp: ContentNode?
    /// The number of places that it combines.
    package private(set) var placeCount = 1

    /// Whether there may be more than was selected, because it has the maximum number of tracks of a selection.
    package var isCut: Bool { tracks.count >= ContentTree.selectionLimit }

    package init(title: String, subtitle: String = "", kind: ContentKind? = nil, tracks: [Track]) {
        self.title = title
        self.subtitle = subtitle
        self.kind = kind
        self.tracks = tracks
    }

    /// Expands a single track to its container, so that the tracks after it follow.
    mutating func widen(
        to container: ContentIdentifier, in source: any ContentSource
    ) async throws(ContentError) {
        guard let track = tracks.first else { return }
        let siblings = try await Self.siblings(of: track, in: container, source)
        guard let index = siblings.firstIndex(where: { $0.identifier == track.identifier }) else { return }
        tracks = siblings
        startIndex = index
        // A container that no longer provides its name plays without one.
        if let item = try? await source.item(for: container) { noteContext(item) }
    }

    /// Sets the item that contains the tracks; tracks may have been cut off in front of them as well.
    mutating func noteContext(_ item: ContentNode) {
        context = PlaybackContext(identifier: item.identifier, title: item.title, count: isCut ? nil : tracks.count)
    }

    private static func siblings(
        of track: Track, in container: ContentIdentifier, _ source: any ContentSource
    ) async throws(ContentError) -> [Track] {
        if [.provider, .provided].contains(container.kind) {
            // A program that no longer provides its list does not prevent the selection.
            return (try? await source.tracks(under: container, from: track.identifier)) ?? []
        }
        let first = try await source.tracks(under: container)
        let isThere = first.count < ContentTree.selectionLimit || first.contains { $0.identifier == track.identifier }
        return isThere ? first : try await source.tracks(under: container, from: track.identifier)
    }

    /// Appends the tracks of another place; the selection then has no context of its own.
    mutating func append(_ other: ContentSelection) {
        tracks += other.tracks
        placeCount += 1
        (context, container, location) = (nil, nil, nil)
    }

    /// Appends the tracks of several places, one for each.
    mutating func append(_ others: some Collection<Track>) {
        tracks += others
        placeCount += others.count
        (context, container, location) = (nil, nil, nil)
    }

    /// Begins with a track, counted from 0 among those of the place itself.
    ///
    /// - Throws: `invalidValue` if there is none; nothing has changed then.
    mutating func begin(at start: Int) throws(PlaybackCommandError) {
        try check(start)
        startIndex = start
    }

    /// Begins with a track, if it is among them.
    mutating func begin(with track: ContentIdentifier) {
        startIndex = tracks.firstIndex { $0.identifier == track } ?? startIndex
    }

    /// Leaves out the tracks before one.
    ///
    /// - Throws: `invalidValue` if there is none; nothing has changed then.
    package mutating func dropTracks(before start: Int) throws(PlaybackCommandError) {
        try check(start)
        tracks.removeFirst(start)
    }

    private func check(_ start: Int) throws(PlaybackCommandError) {
        guard !tracks.indices.contains(start) else { return }
        let number = tracks.count == 1 ? "1 track" : "\(tracks.count) tracks"
        throw PlaybackCommandError(
            .invalidValue, "\"\(title)\" has \(number), so there is no number \(start == .max ? start : start + 1)")
    }
}
