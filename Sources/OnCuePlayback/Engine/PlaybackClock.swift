// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Extrapolates a position for moments when the output does not know it.
struct PlaybackClock {
    private var position: Duration = .zero
    private var anchor: ContinuousClock.Instant = .now
    private(set) var isRunning = false
    private var pace = 1.0

    /// The present position of playback.
    var now: Duration { isRunning ? position + (ContinuousClock.now - anchor) * pace : position }

    mutating func set(_ position: Duration, isRunning: Bool, pace: Double = 1) {
        self.position = position
        self.isRunning = isRunning
        self.pace = pace
        anchor = .now
    }
}
