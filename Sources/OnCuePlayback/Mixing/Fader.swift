// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Changes the loudness evenly from one level to another.
struct Fader {
    private(set) var level: Float = 1
    private var target: Float = 1
    private(set) var framesLeft = 0

    var isMoving: Bool { framesLeft > 0 }

    /// Whether it has reached silence.
    var isSilent: Bool { !isMoving && level == 0 }

    mutating func move(to target: Float, within frames: Int) {
        self.target = target
        framesLeft = max(0, frames)
        if framesLeft == 0 { level = target }
    }

    /// Passes the next frames, at most `framesLeft` of them while it moves, and returns the levels at both their ends.
    mutating func advance(by frames: Int) -> (start: Float, end: Float) {
        let start = level
        guard isMoving else { return (start, start) }
        let passed = min(frames, framesLeft)
        level += (target - level) * Float(passed) / Float(framesLeft)
        framesLeft -= passed
        if framesLeft == 0 { level = target }
        return (start, level)
    }
}
