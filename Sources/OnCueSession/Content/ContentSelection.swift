// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// What plays when an item is selected.
package struct ContentSelection: Sendable, Equatable {
    package var title: String
    package var subtitle: String
    /// `nil` for files and streams outside of the content tree.
    package var kind: ContentKind?
    package var tracks: [Track]
    /// The container through which it was selected.
    package var container: ContentIdentifier?
    /// What the queue is filled from, where that is more than a single thing.
    package var context: PlaybackContext?
    /// The track with which playing begins.
    package var startIndex = 0
    /// Where the first track begins to play; later ones begin at their beginning.
    package var startPosition: Duration = .zero

    /// How it was found.
    package var naming = ContentNaming.place
    /// Another item that could have been meant as well.
    package var runnerUp: ContentItem?
    /// How many places it was put together from.
    package private(set) var placeCount = 1

    /// There may be more than was selected: it has as many tracks as a selection can have.
    package var isCut: Bool { tracks.count >= ContentTree.selectionLimit }

    package init(title: String, subtitle: String = "", kind: ContentKind? = nil, tracks: [Track]) {
        self.title = title
        self.subtitle = subtitle
        self.kind = kind
        self.tracks = tracks
    }

    /// Puts a single track into its container, so that what stands behind it follows.
    mutating func widen(
        to container: ContentIdentifier, in source: any PlayableContentDataSource
    ) async throws(ContentError) {
        guard let track = tracks.first else { return }
        let siblings = try await Self.siblings(of: track, in: container, source)
        guard let index = siblings.firstIndex(where: { $0.identifier == track.identifier }) else { return }
        tracks = siblings
        startIndex = index
        // What cannot tell its name any more plays without one.
        if let item = try? await source.item(for: container) { noteContext(item) }
    }

    /// Notes that the tracks are those of an item; what was cut off may be in front of them as well.
    mutating func noteContext(_ item: ContentItem) {
        context = PlaybackContext(identifier: item.identifier, title: item.title, count: isCut ? nil : tracks.count)
    }

    private static func siblings(
        of track: Track, in container: ContentIdentifier, _ source: any PlayableContentDataSource
    ) async throws(ContentError) -> [Track] {
        if [.provider, .provided].contains(container.kind) {
            // A program that does not tell its list any more does not keep back what was selected of it.
            return (try? await source.tracks(under: container, from: track.identifier)) ?? []
        }
        let first = try await source.tracks(under: container)
        let isThere = first.count < ContentTree.selectionLimit || first.contains { $0.identifier == track.identifier }
        return isThere ? first : try await source.tracks(under: container, from: track.identifier)
    }

    /// Puts what another place names behind it; then it has no context of its own.
    mutating func append(_ other: ContentSelection) {
        tracks += other.tracks
        placeCount += 1
        (context, container) = (nil, nil)
    }

    /// Begins with a track that is counted from 0 among those of the place itself.
    ///
    /// - Throws: `invalidValue` where there is none; nothing has changed then.
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
    /// - Throws: `invalidValue` where there is none; nothing has changed then.
    package mutating func dropTracks(before start: Int) throws(PlaybackCommandError) {
        try check(start)
        tracks.removeFirst(start)
    }

    private func check(_ start: Int) throws(PlaybackCommandError) {
        guard !tracks.indices.contains(start) else { return }
        let number = tracks.count == 1 ? "1 track" : "\(tracks.count) tracks"
        throw PlaybackCommandError(
            .invalidValue, "\"\(title)\" has \(number), so there is no number \(start + 1)")
    }
}
