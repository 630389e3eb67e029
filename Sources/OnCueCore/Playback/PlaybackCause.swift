// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The origin of the current state of playback.
package enum PlaybackCause: String, Sendable, CaseIterable {
    /// The user, through OnCue's own interfaces.
    case user
    /// Another player's control: media keys, a lock screen, a phone (MPRIS).
    case remote
    /// A medium was heard to its end.
    case end
    /// A medium could not be played, or not to its end.
    case error
    /// The output was lost.
    case outputLost
    /// The lost output returned.
    case outputBack
    /// The sound server requested silence for something else, such as a call, or no longer does.
    case interruption
    /// The machine went to sleep, or woke up.
    case suspend
    /// The service itself, as set by the user for a device, a place or a time.
    case suggestion
    /// The time of the sleep timer was over, or the entry or queue that it waited for.
    case sleepTimer
    /// The service ended, or continues where it ended.
    case quit

    /// The cause of commands that name no cause of their own.
    @TaskLocal package static var current: PlaybackCause = .user
}
