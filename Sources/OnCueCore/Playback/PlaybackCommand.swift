// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A command to playback from the user or a client.
package enum PlaybackCommand: Sendable, Equatable {
    /// Replaces the queue by tracks, with or without a context, and plays from the entry at an index, which begins at a
    /// position. The former queue is dropped, with those set aside for it, or set aside until this one ends. A shuffle
    /// mode applies to these tracks only; it begins anywhere unless the index is above 0. Without one they play in the
    /// mode of the queue.
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
    /// Sets the volume, 0 to 1; values out of range are clamped.
    case setVolume(Double)
    case adjustVolume(Double)
    case setMuted(Bool)
    /// Sets the rate, 0.5 to 3; for the current podcast or audiobook, otherwise for everything until the service ends.
    case setRate(Double)
    /// Changes the rate; the result is clamped.
    case adjustRate(Double)
    /// Sets or cancels the sleep timer.
    case setSleep(SleepWish?)
    /// Stops once at the end of the current entry, or cancels that.
    case stopAfterEntry(Bool)
    /// Sets the part of the current entry that is repeated, or ends that.
    case setLoop(LoopChange)
    case setRepeatMode(RepeatMode)
    case setShuffleMode(ShuffleMode)
    /// Sets whether similar tracks continue the music at the end of the queue, while nothing is repeated.
    case setSimilar(Bool)
    /// Sets whether playback ends after every entry.
    case setSingle(Bool)
    /// Sets whether entries are removed from the queue after they have been played.
    case setConsuming(Bool)
    /// Adds tracks to the queue, in their order or shuffled among themselves.
    case enqueue([Track], at: PlaybackQueue.Placement, shuffled: Bool)
    case playEntry(PlaybackQueue.EntryID)
    case removeEntry(PlaybackQueue.EntryID)
    /// Removes several entries as one change; missing ones are ignored.
    case removeEntries([PlaybackQueue.EntryID])
    /// Removes all entries except some, as one change; missing ones are ignored.
    case keepEntries([PlaybackQueue.EntryID])
    /// Removes entries whose track occurs earlier in the queue, but never the current one.
    case removeDuplicates
    case moveEntry(PlaybackQueue.EntryID, to: Int)
    /// Moves several entries together, in their order, as one change; the first one gets the index.
    case moveEntries([PlaybackQueue.EntryID], to: Int)
    /// Puts several entries, in the given order, into the places that they occupy together, as one change.
    case rearrangeEntries([PlaybackQueue.EntryID])
    /// Plays entries right after the current one, in the given order, also while shuffled.
    case playNext([PlaybackQueue.EntryID])
    /// The same, but after those of earlier commands of this kind that have not been played yet.
    case playFirst([PlaybackQueue.EntryID])
    case sortQueue(TrackSorting)
    case clearQueue
    /// Replaces the queue by that of another machine, paused at its position.
    case takeOver(TakenQueue)
    /// Pauses because another machine continues.
    case handOver
    /// Abandons the queue played in between, and returns to the one set aside.
    case goBack
    /// Undoes the latest change of the queue that has not been undone yet.
    case undo
    /// Repeats the change that was undone last; possible until another change.
    case redo
}

extension PlaybackCommand {
    /// A short name for logs, without private data.
    package var name: String {
        switch self {
        case .play: "play"
        case .resume: "resume"
        case .pause: "pause"
        case .toggle: "toggle"
        case .stop: "stop"
        case .next: "next"
        case .previous: "previous"
        case .seek, .seekBy: "seek"
        case .setVolume, .adjustVolume: "volume"
        case .setMuted: "mute"
        case .setRate, .adjustRate: "rate"
        case .setSleep: "sleep"
        case .stopAfterEntry: "stopAfter"
        case .setLoop: "loop"
        case .setRepeatMode: "repeat"
        case .setShuffleMode: "shuffle"
        case .setSimilar: "similar"
        case .setSingle: "single"
        case .setConsuming: "consume"
        case .enqueue: "enqueue"
        case .playEntry: "playEntry"
        case .removeEntry, .removeEntries, .keepEntries, .removeDuplicates: "removeEntry"
        case .moveEntry, .moveEntries, .rearrangeEntries, .playNext, .playFirst: "moveEntry"
        case .sortQueue: "sortQueue"
        case .clearQueue: "clearQueue"
        case .takeOver: "takeOver"
        case .handOver: "handOver"
        case .goBack: "goBack"
        case .undo: "undo"
        case .redo: "redo"
        }
    }
}

extension PlaybackCommand {
    /// Whether earlier selections that are still being looked up must not begin to play after this command.
    package var overtakesSelections: Bool {
        switch self {
        case .play, .playEntry, .pause, .stop, .next, .previous, .clearQueue, .takeOver, .handOver, .goBack, .undo,
            .redo:
            true
        case .resume, .toggle, .seek, .seekBy, .setVolume, .adjustVolume, .setMuted, .setRate, .adjustRate, .setSleep,
            .stopAfterEntry, .setLoop, .setRepeatMode, .setShuffleMode,
            .setSimilar, .setSingle, .setConsuming, .enqueue, .removeEntry, .removeEntries, .keepEntries,
            .removeDuplicates, .moveEntry, .moveEntries, .rearrangeEntries, .playNext, .playFirst, .sortQueue:
            false
        }
    }
}
