// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Everything about playback at one moment; the position follows from the anchor.
package struct PlaybackSnapshot: Sendable, Equatable {
    package var status: PlaybackStatus = .stopped
    /// What made it so.
    package var cause: PlaybackCause = .user
    /// True from a load until its first sound.
    package var isLoading = false
    /// How full the buffer is of a network stream that waits for it, 0 to 99 percent and told in steps; `nil` while it
    /// does not wait.
    package var buffering: Int?
    package var token: PlaybackRequest.Token?
    package var entry: PlaybackQueue.Entry?
    package var entryIndex: Int?
    package var queueLength = 0
    /// What plays when the current entry has been heard, by its turn or by chance that is drawn already; `nil` where
    /// nothing does, and where the entry is repeated.
    package var next: PlaybackQueue.Entry?
    /// What the queue was filled from; the entry has its number in it.
    package var context: PlaybackContext?
    /// Grows as ``QueueChange`` says.
    package var queueRevision: UInt64 = 0
    /// What comes back when the queue has been heard.
    package var waiting: WaitingQueue.Summary?
    package var position = PositionAnchor()
    /// `nil` when unknown or unbounded.
    package var duration: Duration?
    package var isSeekable = false
    /// How fast the current entry plays, or everything when there is none.
    package var rate = 1.0
    /// What `rate` can be set to.
    package var rateRange = PlaybackRates.range
    package var volume = 1.0
    package var isMuted = false
    package var repeatMode: RepeatMode = .off
    package var shuffleMode: ShuffleMode = .off
    package var isShuffled: Bool { shuffleMode != .off }
    /// Similar tracks follow when the queue has been heard, unless something is repeated.
    package var goesOnWithSimilar = false
    package var streamTitle: String?
    /// What plays has moving pictures, too; false until it is opened.
    package var hasVideo = false
    package var sleep: SleepTimer?
    /// Playing ends when the current entry has been heard.
    package var stopsAfterEntry = false
    /// What silences it against the person's wish while it is paused; it goes on when that is over.
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

    /// The same, but nothing is heard any more from a moment on.
    package func standing(at now: ContinuousClock.Instant) -> PlaybackSnapshot {
        var standing = self
        standing.position = PositionAnchor(position.position(at: now, duration: duration), rate: position.rate)
        if status == .playing { standing.status = .paused }
        (standing.isLoading, standing.buffering) = (false, nil)
        return standing
    }
}
