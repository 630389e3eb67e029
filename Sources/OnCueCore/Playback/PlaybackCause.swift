// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What made playback be as it is.
package enum PlaybackCause: String, Sendable, CaseIterable {
    /// A person, through OnCue's own interfaces.
    case user
    /// Another player's control: media keys, a lock screen, a phone (MPRIS).
    case remote
    /// A medium was heard to its end.
    case end
    /// A medium could not be played, or not to its end.
    case error
    /// The output went away.
    case outputLost
    /// The service ended.
    case quit
}
