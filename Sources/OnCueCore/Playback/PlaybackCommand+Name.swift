// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

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
        case .moveEntry, .moveEntries, .playNext, .playFirst: "moveEntry"
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
            .removeDuplicates, .moveEntry, .moveEntries, .playNext, .playFirst, .sortQueue:
            false
        }
    }
}

extension EngineEvent {
    /// A short name for logs.
    package var name: String {
        switch self {
        case .prepared: "prepared"
        case .started: "started"
        case .durationChanged: "durationChanged"
        case .seeked: "seeked"
        case .buffering: "buffering"
        case .streamTitle: "streamTitle"
        case .hasVideo: "hasVideo"
        case .formatChanged: "formatChanged"
        case .ended: "ended"
        case .failed: "failed"
        case .outputLost: "outputLost"
        case .volumeChanged: "volumeChanged"
        case .outputChanged: "outputChanged"
        case .interrupted: "interrupted"
        }
    }
}
