// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension PlaybackStateMachine {
    /// The actions for the shell after an event, in order.
    package enum Action: Sendable, Equatable {
        case load(PlaybackRequest, at: Duration, playing: Bool)
        /// Cues the requests that follow without a gap, one after the other; empty for none.
        case cue([PlaybackRequest])
        case setPlaying(Bool)
        case seek(to: Duration)
        case stopEngine
        /// Like `stopEngine`, but at once, without a fade, because the output has changed.
        case haltEngine
        case setVolume(Double)
        case setMuted(Bool)
        case setRate(Double)
        /// Looks up similar tracks; `goOn(with:for:)` receives them.
        case findSimilar(SimilarRequest)
        /// Saves the sleep timer.
        case keepSleep
        /// Saves this change.
        case keep(SavedSound.Change)
        /// Announces that the position moved in a way that status and time do not explain.
        case announceJump(to: Duration)
        case announceStart(PlaybackRequest.Token)
        case announceFailure(PlaybackRequest.Token, PlaybackError)
        /// Gives up, because nothing of the request can be played; something else may play now.
        case giveUp(PlaybackError)
        /// Saves entries, volume and modes.
        case saveSession
        /// Saves the position; entries have not changed.
        case savePosition
    }
}
