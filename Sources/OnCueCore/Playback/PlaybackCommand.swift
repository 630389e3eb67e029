// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What a person or a client wants of playback.
package enum PlaybackCommand: Sendable, Equatable {
    /// Replaces the queue, by what has a context or has none, and plays from the entry at an index, which begins at a
    /// position. The queue that was there is gone, with those that waited for it, or waits for this one to end. A way
    /// of shuffling counts for these tracks only; it begins anywhere unless the index is above 0. Without one they play
    /// as the queue is set.
    case play(
        [Track], startingAt: Int, shuffled: ShuffleMode?, at: Duration = .zero, from: PlaybackContext? = nil,
        interrupting: Bool = false)
    case resume
    case pause
    case toggle
    case stop
    case next
    case previous
    case seek(to: Duration)
    case seekBy(Duration)
    /// 0 to 1; values outside are clamped.
    case setVolume(Double)
    case adjustVolume(Double)
    case setMuted(Bool)
    /// 0.5 to 3; for the podcast or audiobook that is current, otherwise for everything until the service ends.
    case setRate(Double)
    /// The result is clamped.
    case adjustRate(Double)
    /// Ends playing later by itself, or no more.
    case setSleep(SleepTimer.Wish?)
    /// Stops when the current entry has been heard, once, or no more.
    case stopAfterEntry(Bool)
    case setRepeatMode(RepeatMode)
    case setShuffleMode(ShuffleMode)
    /// Whether similar tracks follow when the queue has been heard, while nothing is repeated.
    case setSimilar(Bool)
    /// Puts tracks into the queue, in their order or shuffled among themselves.
    case enqueue([Track], at: PlaybackQueue.Placement, shuffled: Bool)
    case playEntry(PlaybackQueue.EntryID)
    case removeEntry(PlaybackQueue.EntryID)
    /// Removes several entries as one change; those that are no longer there are left out.
    case removeEntries([PlaybackQueue.EntryID])
    case moveEntry(PlaybackQueue.EntryID, to: Int)
    case clearQueue
    /// Gives up what is played in between, and goes on with the queue that waits.
    case goBack
    /// Takes back the last change of the queue that was not taken back yet.
    case undo
}
