// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Extrapolates a position, for moments in which the player does not know it.
struct PlaybackClock {
    private var position: Duration = .zero
    private var anchor: ContinuousClock.Instant = .now
    private(set) var isRunning = false

    /// Where playback is by now.
    var now: Duration { isRunning ? position + (ContinuousClock.now - anchor) : position }

    mutating func set(_ position: Duration, isRunning: Bool) {
        self.position = position
        self.isRunning = isRunning
        anchor = .now
    }
}
