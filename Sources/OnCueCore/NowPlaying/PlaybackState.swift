// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The state of playback including the reason for silence: one value that clients would otherwise have to derive.
package enum PlaybackState: String, Sendable, CaseIterable {
    case stopped
    /// A medium is being opened and is about to be heard.
    case loading
    /// A stream fills its buffer.
    case buffering
    case playing
    case paused
    /// Paused by an interruption; resumes by itself.
    case interrupted
    /// Stopped or paused because something could not be played.
    case failed

    package init(_ playback: PlaybackSnapshot) {
        switch playback.status {
        case .playing: self = playback.buffering != nil ? .buffering : playback.isLoading ? .loading : .playing
        case .paused where playback.interruption != nil: self = .interrupted
        case .paused: self = playback.error == nil ? .paused : .failed
        case .stopped: self = playback.error == nil ? .stopped : .failed
        }
    }
}

extension PlaybackSnapshot {
    /// The reason for silence: the name of the interruption, or a sentence about the failure; `nil` in other states.
    package var stateReason: String? {
        switch PlaybackState(self) {
        case .interrupted: interruption?.rawValue
        case .failed: error?.message
        case .stopped, .loading, .buffering, .playing, .paused: nil
        }
    }
}
