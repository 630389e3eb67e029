// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Whether something plays, as a person would say it; loading counts as playing.
package enum PlaybackStatus: String, Sendable, CaseIterable {
    case stopped
    case playing
    case paused
}
