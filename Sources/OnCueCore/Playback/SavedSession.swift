// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The state that survives a restart: the queue, its position, and the volume.
package struct SavedSession: Sendable, Equatable {
    package var entries: QueueEntries
    /// The source of the entries.
    package var context: PlaybackContext?
    package var current: PlaybackQueue.EntryID?
    /// The number that the next new entry gets.
    package var nextEntryNumber: UInt64
    package var repeatMode: RepeatMode
    package var shuffleMode: ShuffleMode
    /// As in ``PlaybackQueue``.
    package var lastingShuffleMode: ShuffleMode?
    /// The playing order while shuffled; empty if it is unknown, and then recreated.
    package var shuffleOrder: [PlaybackQueue.EntryID]
    /// The seed of the next round while shuffled.
    package var shuffleSeed: UInt64
    /// The queues that wait while this one is played in between, the next one last.
    package var waiting: [WaitingQueue]
    /// Whether similar tracks continue the music at the end of the queue.
    package var goesOnWithSimilar: Bool
    /// Position in the current entry.
    package var position: Duration
    /// Whether something was playing or paused; it is restored as paused.
    package var wasActive: Bool
    /// Whether it was playing, or silenced against the user's wish; it may be resumed on request.
    package var wasPlaying: Bool
    /// Whether playback ends after the current entry.
    package var stopsAfterEntry: Bool
    /// Whether playback ends after every entry.
    package var isSingle: Bool
    /// Whether entries are removed from the queue after they have been played.
    package var isConsuming: Bool
    /// The volume, 0 to 1 (cubic scale).
    package var volume: Double
    package var isMuted: Bool

    package init(
        entries: QueueEntries = [], context: PlaybackContext? = nil,
        current: PlaybackQueue.EntryID? = nil, nextEntryNumber: UInt64 = 1,
        repeatMode: RepeatMode = .off, shuffleMode: ShuffleMode = .off,
        lastingShuffleMode: ShuffleMode? = nil, shuffleOrder: [PlaybackQueue.EntryID] = [],
        shuffleSeed: UInt64 = 0, waiting: [WaitingQueue] = [], goesOnWithSimilar: Bool = false,
        position: Duration = .zero, wasActive: Bool = false, wasPlaying: Bool = false, stopsAfterEntry: Bool = false,
        isSingle: Bool = false, isConsuming: Bool = false, volume: Double = 1, isMuted: Bool = false
    ) {
        self.entries = entries
        self.context = context
        self.current = current
        self.nextEntryNumber = nextEntryNumber
        self.repeatMode = repeatMode
        self.shuffleMode = shuffleMode
        self.lastingShuffleMode = lastingShuffleMode
        self.shuffleOrder = shuffleOrder
        self.shuffleSeed = shuffleSeed
        self.waiting = waiting
        self.goesOnWithSimilar = goesOnWithSimilar
        self.position = position
        self.wasActive = wasActive
        self.wasPlaying = wasPlaying
        self.stopsAfterEntry = stopsAfterEntry
        self.isSingle = isSingle
        self.isConsuming = isConsuming
        self.volume = volume
        self.isMuted = isMuted
    }
}
