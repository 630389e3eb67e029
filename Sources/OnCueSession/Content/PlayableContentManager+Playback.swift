// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

extension PlayableContentManager {
    /// Notes that somebody selects something. To be called when that happens, before any waiting.
    ///
    /// - Throws: `notPlayable` without a delegate.
    package func beginSelection() throws(ContentError) -> PlaybackController.Selection {
        try player.willInitiatePlayback(in: self)
    }

    /// Plays what is at a place: an item, or a collection from one of its own tracks on.
    ///
    /// A long item goes on where it was left, unless the options have it begin anew.
    ///
    /// - Parameter index: Counted from 0 among the tracks of the place itself.
    /// - Returns: What was selected, and what began to play.
    /// - Throws: ``ContentError`` as ``selection(at:widens:)``; ``PlaybackCommandError`` with `invalidValue` where
    ///   there is no such track; what the delegate completes with.
    package func initiatePlayback(
        of place: ContentPlace, from index: Int? = nil, with options: PlaybackOptions
    ) async throws -> (content: ContentSelection, begun: InitiatedPlayback) {
        var content = try await selection(at: place, widens: index == nil)
        if let index { try content.begin(at: index) }
        return try await begin(content, from: index, with: options)
    }

    /// Plays what several places name, one behind the other, as one change of the queue.
    ///
    /// - Parameter index: Counted from 0 among the tracks of the first place that names something.
    /// - Returns: What was selected and what began to play, `nil` where no place names anything; and why each does not
    ///   that does not, by its number from 0.
    /// - Throws: What the delegate completes with.
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
        if !options.isFromBeginning { content = await resumed(content) }
        let begun =
            if let index {
                try await player.playableContentManager(
                    self, initiatePlaybackOfCollection: content, from: index, with: options)
            } else {
                try await player.playableContentManager(self, initiatePlaybackOf: content, with: options)
            }
        return (content, begun)
    }

    /// Has what would play if the item were selected held open; returns before that is done.
    ///
    /// - Throws: As ``selection(at:widens:)``.
    ///
    /// - Parameter track: With which a collection begins, if it is in it.
    package func prepare(at place: ContentPlace, from track: ContentIdentifier? = nil) async throws(ContentError) {
        let player = try player
        var selection = try await selection(at: place, widens: false)
        if let track { selection.begin(with: track) }
        selection = await resumed(selection)
        guard selection.tracks.indices.contains(selection.startIndex) else { return }
        player.playableContentManager(
            self, prepare: selection.tracks[selection.startIndex], at: selection.startPosition)
    }

    var player: any PlayableContentDelegate {
        get throws(ContentError) {
            guard let delegate else { throw ContentError(.notPlayable, "there is nothing playable here") }
            return delegate
        }
    }

    /// The selection, beginning where its first track was left, if that is one that goes on there.
    ///
    /// What cannot be looked up begins at its beginning.
    func resumed(_ selection: ContentSelection) async -> ContentSelection {
        guard let listening, selection.tracks.indices.contains(selection.startIndex) else { return selection }
        let track = selection.tracks[selection.startIndex]
        let records = try? await listening.records(for: [track.identifier])
        var resumed = selection
        if let position = records?[track.identifier]?.position { resumed.startPosition = position }
        return resumed
    }
}
