// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Plays what is selected in the content tree, and is told how the tree is shown.
///
/// The calls that initiate playback return when it has begun, or when it is clear that it will; what they throw is the
/// error of their completion, in words for people.
@MediaActor
package protocol PlayableContentDelegate: AnyObject {
    /// Somebody has selected something, which is looked up next. Called in the order of the selections: the last one
    /// wins, however long looking up takes.
    func willInitiatePlayback(in manager: PlayableContentManager) -> PlaybackController.Selection

    /// Plays an item that was selected, and what stands behind it in its container.
    ///
    /// - Throws: ``PlaybackCommandError`` (with `overtaken` when something else was selected meanwhile),
    ///   ``PlaybackError`` where the options wait for sound and none comes.
    func playableContentManager(
        _ manager: PlayableContentManager, initiatePlaybackOf item: ContentSelection, with options: PlaybackOptions
    ) async throws -> InitiatedPlayback

    /// Plays the tracks of a collection, beginning with the one at `index`, which is one of them.
    ///
    /// - Throws: As for an item.
    func playableContentManager(
        _ manager: PlayableContentManager, initiatePlaybackOfCollection collection: ContentSelection,
        from index: Int, with options: PlaybackOptions
    ) async throws -> InitiatedPlayback

    /// Gets closer what may be selected soon, without playing it; returns at once.
    ///
    /// - Parameter position: Where it would begin.
    func playableContentManager(_ manager: PlayableContentManager, prepare track: Track, at position: Duration)

    /// An endpoint with other limits has come, or the last one has gone.
    func playableContentManager(_ manager: PlayableContentManager, didUpdate context: PlayableContentContext)
}

/// How something that was selected plays.
package struct PlaybackOptions: Sendable {
    /// The place of the selection among others.
    package var selection: PlaybackController.Selection
    /// Whether the order is mixed; `nil` leaves that as it is.
    package var shuffleMode: ShuffleMode?
    /// Whether a long item begins at its beginning instead of where it was left.
    package var isFromBeginning: Bool
    /// The track with which a collection begins, if it is in it.
    package var firstTrack: ContentIdentifier?
    /// Whether the queue waits and comes back when this has been heard, instead of making room for it.
    package var isInterrupting = false
    /// Who asked for it.
    package var cause: PlaybackCause = .user
    /// How long to wait until it is heard; `nil` does not wait.
    package var patience: Duration?

    package init(
        _ selection: PlaybackController.Selection, shuffleMode: ShuffleMode? = nil, isFromBeginning: Bool = false,
        patience: Duration? = nil
    ) {
        self.selection = selection
        self.shuffleMode = shuffleMode
        self.isFromBeginning = isFromBeginning
        self.patience = patience
    }
}

/// What began to play.
package struct InitiatedPlayback: Sendable, Equatable {
    package var token: PlaybackRequest.Token?
    package var entry: PlaybackQueue.EntryID?

    package init(token: PlaybackRequest.Token?, entry: PlaybackQueue.EntryID?) {
        self.token = token
        self.entry = entry
    }
}
