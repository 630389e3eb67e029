// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Plays the items selected in the content tree, and is informed about the display of the tree.
///
/// The calls that initiate playback return when it has begun, or certainly will; the errors that they throw are those
/// of their completion, in readable words.
@MediaActor
package protocol SelectionPlayer: AnyObject {
    /// Notes that an item has been selected, before it is looked up. Called in the order of the selections: the last
    /// one wins, however long the lookup takes.
    func willInitiatePlayback(in manager: ContentManager) -> PlaybackController.Selection

    /// Plays a selected item, and the items after it in its container.
    ///
    /// - Throws: ``PlaybackCommandError`` (with `overtaken` if something else was selected meanwhile),
    ///   ``PlaybackError`` if the options wait for sound and there is none.
    func contentManager(
        _ manager: ContentManager, initiatePlaybackOf item: ContentSelection, with options: PlaybackOptions
    ) async throws -> InitiatedPlayback

    /// Plays the tracks of a collection, beginning with the one at `index`, which is one of them.
    ///
    /// - Throws: As for an item.
    func contentManager(
        _ manager: ContentManager, initiatePlaybackOfCollection collection: ContentSelection,
        from index: Int, with options: PlaybackOptions
    ) async throws -> InitiatedPlayback

    /// Prepares a track that may be selected soon, without playing it; returns at once.
    ///
    /// - Parameter position: The position at which it would begin.
    func contentManager(_ manager: ContentManager, prepare track: Track, at position: Duration)

    /// Prepares a selection while the rest of it is looked up; returns at once.
    func contentManager(_ manager: ContentManager, choose location: MediaLocation)

    /// Called when an endpoint with other limits has appeared, or the last one has gone.
    func contentManager(_ manager: ContentManager, didUpdate context: ContentContext)
}

/// The options with which a selection plays.
package struct PlaybackOptions: Sendable {
    /// The number of the selection, since a later one overtakes it.
    package var selection: PlaybackController.Selection
    /// The way of shuffling; `nil` leaves it unchanged.
    package var shuffleMode: ShuffleMode?
    /// Whether a long item begins at its beginning instead of where it was left.
    package var isFromBeginning: Bool
    /// The track with which a collection begins, if the collection contains it.
    package var firstTrack: ContentIdentifier?
    /// Whether the queue is set aside and returns when this has been heard, instead of being replaced.
    package var isInterrupting = false
    /// Whether to leave out disliked items from the results of a query.
    package var skipsDisliked = false
    /// The origin of the request.
    package var cause: PlaybackCause = .current
    /// The time to wait for sound; `nil` does not wait.
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

/// The playback that was begun.
package struct InitiatedPlayback: Sendable, Equatable {
    package var token: PlaybackRequest.Token?
    package var entry: PlaybackQueue.EntryID?

    package init(token: PlaybackRequest.Token?, entry: PlaybackQueue.EntryID?) {
        self.token = token
        self.entry = entry
    }
}
