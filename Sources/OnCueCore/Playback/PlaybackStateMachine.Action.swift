// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension PlaybackStateMachine {
    /// The actions for the shell after an event, in order.
    package enum Action: Sendable, Equatable {
        case load(PlaybackRequest, at: Duration, playing: Bool)
        /// The requests that follow without a gap, one after the other; empty for none.
        case cue([PlaybackRequest])
        case setPlaying(Bool)
        case seek(to: Duration)
        case stopEngine
        /// Like `stopEngine`, but at once, without a fade: the output has changed.
        case haltEngine
        case setVolume(Double)
        case setMuted(Bool)
        case setRate(Double)
        /// Similar tracks are to be looked up; `goOn(with:for:)` takes them.
        case findSimilar(SimilarRequest)
        /// The sleep timer is to be kept.
        case keepSleep
        /// This is to be kept.
        case keep(SavedSound.Change)
        /// The position moved in a way that status and time do not explain.
        case announceJump(to: Duration)
        case announceStart(PlaybackRequest.Token)
        case announceFailure(PlaybackRequest.Token, PlaybackError)
        /// Nothing of the request can be played; something else may play now.
        case giveUp(PlaybackError)
        /// Entries, volume and modes must be saved.
        case saveSession
        /// The position must be saved; entries are as they were.
        case savePosition
    }
}
