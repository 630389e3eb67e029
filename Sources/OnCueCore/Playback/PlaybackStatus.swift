// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The status of playback from the user's point of view; loading counts as playing.
package enum PlaybackStatus: String, Sendable, CaseIterable {
    case stopped
    case playing
    case paused
}
