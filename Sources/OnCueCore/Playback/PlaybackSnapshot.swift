// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Everything about playback at one moment; the position follows from the anchor.
package struct PlaybackSnapshot: Sendable, Equatable {
    package var status: PlaybackStatus = .stopped
    /// The cause of the present state.
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
    /// The entry that plays after the current one, in order or by the shuffled order; `nil` if there is none, and if
    /// the entry is repeated.
    package var next: PlaybackQueue.Entry?
    /// The source of the queue; the entry has its number in it.
    package var context: PlaybackContext?
    /// The revision of the queue, which grows as described for ``QueueChange``.
    package var queueRevision: UInt64 = 0
    /// The queue that returns at the end of this one.
    package var waiting: WaitingQueue.Summary?
    package var position = PositionAnchor()
    /// `nil` when unknown or unbounded.
    package var duration: Duration?
    package var isSeekable = false
    /// How fast the current entry plays, or everything when there is none.
    package var rate = 1.0
    /// The possible values of `rate`.
    package var rateRange = PlaybackRates.range
    package var volume = 1.0
    package var isMuted = false
    /// The part of the current entry that is repeated; `nil` without one.
    package var loop: PlaybackLoop?
    package var repeatMode: RepeatMode = .off
    package var shuffleMode: ShuffleMode = .off
    package var isShuffled: Bool { shuffleMode != .off }
    /// Similar tracks follow when the queue has been heard, unless something is repeated.
    package var goesOnWithSimilar = false
    package var streamTitle: String?
    /// The time before its end at which the current entry ends.
    package var outro: Duration = .zero
    /// Whether the medium also contains video; false until it is opened.
    package var hasVideo = false
    /// The format of the current entry, and the gain with which it is heard; `nil` until it is opened.
    package var format: MediaFormat?
    package var sleep: SleepTimer?
    /// Playing ends when the current entry has been heard.
    package var stopsAfterEntry = false
    /// Playing ends with every entry.
    package var isSingle = false
    /// Entries leave the queue when they have been played.
    package var isConsuming = false
    /// The interruption that silences playback against the user's wish; playback resumes when it is over.
    package var interruption: PlaybackInterruption?
    /// The last failure; gone when something plays again.
    package var error: PlaybackError?
    package var output: AudioOutput?
    /// Whether playing can begin anyway while nothing is in the queue; `nothing` while something is.
    package var start: PlaybackStart = .nothing
    package var available = AvailableCommands(
        canGoNext: false, canGoPrevious: false, canPlay: false, canPause: false, canSeek: false)

    package init() {}

    /// Nothing is there to go on with.
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
