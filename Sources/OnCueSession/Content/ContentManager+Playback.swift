// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueQuery
internal import OnCueRuntime

extension ContentManager {
    /// Notes that an item is being selected. Must be called at that moment, before any waiting.
    ///
    /// - Throws: `notPlayable` without a delegate.
    package func beginSelection() throws(ContentError) -> PlaybackController.Selection {
        try player.willInitiatePlayback(in: self)
    }

    /// Plays the item at a place, or a collection beginning with one of its tracks.
    ///
    /// A long item resumes where it was left, unless the options request its beginning.
    ///
    /// - Parameter index: Counted from 0 among the tracks of the place itself.
    /// - Returns: The selection, and the playback that was begun.
    /// - Throws: ``ContentError`` as ``selection(at:widens:)``; ``PlaybackCommandError`` with `invalidValue` if there
    ///   is no such track; the error of the delegate's completion.
    package func initiatePlayback(
        of place: ContentPlace, from index: Int? = nil, with options: PlaybackOptions
    ) async throws -> (content: ContentSelection, begun: InitiatedPlayback) {
        if case .location(let location) = place, index == nil { try player.contentManager(self, choose: location) }
        var content = try await selection(at: place, widens: index == nil, skipsDisliked: options.skipsDisliked)
        if let index { try content.begin(at: index) }
        return try await begin(content, from: index, with: options)
    }

    /// Plays the items of several places, one after the other, as one change of the queue.
    ///
    /// - Parameter index: Counted from 0 among the tracks of the first valid place.
    /// - Returns: The selection and the playback that was begun, `nil` if no place is valid; and the error of each
    ///   invalid place, by its number from 0.
    /// - Throws: The error of the delegate's completion.
    package func initiatePlayback(
        ofAll places: [ContentPlace], from index: Int? = nil, with options: PlaybackOptions
    ) async throws -> (
        played: (content: ContentSelection, begun: InitiatedPlayback)?, failures: [(place: Int, error: any Error)]
    ) {
        let (content, failures) = await selection(at: places, from: index ?? 0)
        guard let content else { return (nil, failures) }
        return (try await begin(content, from: index, with: options), failures)
    }

    private func begin(
        _ selection: ContentSelection, from index: Int?, with options: PlaybackOptions
    ) async throws -> (content: ContentSelection, begun: InitiatedPlayback) {
        let player = try player
        var content = selection
        if let track = options.firstTrack { content.begin(with: track) }
        let index = index ?? (content.startIndex > 0 && options.firstTrack != nil ? content.startIndex : nil)
        if !options.isFromBeginning {
            if content.tracks.indices.contains(content.startIndex), content.startPosition == .zero {
                player.contentManager(self, choose: content.tracks[content.startIndex].location)
            }
            content = await resumed(content)
        }
        let begun =
            if let index {
                try await player.contentManager(
                    self, initiatePlaybackOfCollection: content, from: index, with: options)
            } else {
                try await player.contentManager(self, initiatePlaybackOf: content, with: options)
            }
        selections.send((content, options.cause))
        return (content, begun)
    }

    /// Prepares the playback of an item, as if it were selected; returns before that is done.
    ///
    /// - Throws: As ``selection(at:widens:)``.
    ///
    /// - Parameter track: The track at which a collection begins, if it contains that.
    package func prepare(at place: ContentPlace, from track: ContentIdentifier? = nil) async throws(ContentError) {
        let player = try player
        var selection = try await selection(at: place, widens: false)
        if let track { selection.begin(with: track) }
        selection = await resumed(selection)
        guard selection.tracks.indices.contains(selection.startIndex) else { return }
        player.contentManager(
            self, prepare: selection.tracks[selection.startIndex], at: selection.startPosition)
    }

    var player: any SelectionPlayer {
        get throws(ContentError) {
            guard let delegate else { throw ContentError(.notPlayable, "there is nothing playable here") }
            return delegate
        }
    }

    /// Returns the selection with the position where its first track was left, if that is one that resumes, or else the
    /// position after its intro.
    ///
    /// If the position cannot be looked up, the track begins as if it had never been left.
    func resumed(_ selection: ContentSelection) async -> ContentSelection {
        guard selection.tracks.indices.contains(selection.startIndex) else { return selection }
        let track = selection.tracks[selection.startIndex]
        let records = try? await listening?.records(for: [track.identifier])
        var resumed = selection
        if let position = records?[track.identifier]?.position, track.begins(at: position) {
            resumed.startPosition = position
        } else if resumed.startPosition == .zero {
            resumed.startPosition = intro(track)
        }
        return resumed
    }
}
