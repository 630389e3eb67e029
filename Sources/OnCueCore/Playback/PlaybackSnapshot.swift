// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The complete state of playback at one moment; the position follows from the anchor.
package struct PlaybackSnapshot: Sendable, Equatable {
    package var status: PlaybackStatus = .stopped
    /// The cause of the current state.
    package var cause: PlaybackCause = .user
    /// Whether it is loading: true from a load until its first sound.
    package var isLoading = false
    /// The fill level of the buffer of a network stream that waits for it, 0 to 99 percent and reported in steps; `nil`
    /// while it does not wait.
    package var buffering: Int?
    package var token: PlaybackRequest.Token?
    package var entry: PlaybackQueue.Entry?
    package var entryIndex: Int?
    package var queueLength = 0
    /// The entry that plays after the current one, in order or in shuffled order; `nil` if there is none, or the entry
    /// is repeated.
    package var next: PlaybackQueue.Entry?
    /// The source of the queue; the entry has its number in it.
    package var context: PlaybackContext?
    /// The revision of the queue, which grows as described for ``QueueChange``.
    package var queueRevision: UInt64 = 0
    /// The queue that returns at the end of this one.
    package var waiting: WaitingQueue.Summary?
    package var position = PositionAnchor()
    /// The duration of the current entry; `nil` if unknown or unbounded.
    package var duration: Duration?
    package var isSeekable = false
    /// The rate at which the current entry plays, or at which everything does if there is none.
    package var rate = 1.0
    /// The possible values of `rate`.
    package var rateRange = PlaybackRates.range
    package var volume = 1.0
    package var isMuted = false
    /// The part of the current entry that is repeated; `nil` if there is none.
    package var loop: PlaybackLoop?
    package var repeatMode: RepeatMode = .off
    package var shuffleMode: ShuffleMode = .off
    package var isShuffled: Bool { shuffleMode != .off }
    /// Whether similar tracks continue the music at the end of the queue, unless something is repeated.
    package var goesOnWithSimilar = false
    package var streamTitle: String?
    /// The time that is left out at the end of the current entry.
    package var outro: Duration = .zero
    /// Whether the medium also contains video; `false` until it is opened.
    package var hasVideo = false
    /// The format of the current entry, and the gain that is applied to it; `nil` until it is opened.
    package var format: MediaFormat?
    package var sleep: SleepTimer?
    /// Whether playback ends after the current entry.
    package var stopsAfterEntry = false
    /// Whether playback ends after every entry.
    package var isSingle = false
    /// Whether entries are removed from the queue after they have been played.
    package var isConsuming = false
    /// The interruption that silences playback against the user's wish; playback resumes when it is over.
    package var interruption: PlaybackInterruption?
    /// The last failure; cleared when something plays again.
    package var error: PlaybackError?
    package var output: AudioOutput?
    /// Whether playback could still start while the queue is empty; `nothing` if it is not.
    package var start: PlaybackStart = .nothing
    package var available = AvailableCommands(
        canGoNext: false, canGoPrevious: false, canPlay: false, canPause: false, canSeek: false)

    package init() {}

    /// Whether there is nothing to continue with.
    package var isEmpty: Bool { entry == nil && waiting == nil }

    /// Returns the snapshot with playback halted at a moment.
    package func standing(at now: ContinuousClock.Instant) -> PlaybackSnapshot {
        var standing = self
        standing.position = PositionAnchor(position.position(at: now, duration: duration), rate: position.rate)
        if status == .playing { standing.status = .paused }
        (standing.isLoading, standing.buffering) = (false, nil)
        return standing
    }
}
