// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The corrections that are still to be made so that the sound is in step with that of another machine.
struct Step {
    /// Frames of silence in which to wait, or, if negative, frames of the medium to leave out.
    var wait = 0
    /// Frames to leave out inaudibly, or, if negative, to add.
    var bend = 0
    /// Covers all sound while it is not in step.
    var veil = Fader()
    /// Frames handed over since the last one that was bent.
    private var passed = 0

    /// One frame in this many may be left out or added: a change of pitch by a thousandth is inaudible.
    private static let spacing = 1_000

    /// Returns the number of frames that the next block should have instead of `frames`, and deducts the difference
    /// from ``bend``.
    mutating func bent(_ frames: Int) -> Int {
        guard bend != 0 else { return frames }
        passed += frames
        let count = min(abs(bend), passed / Self.spacing, frames / 100)
        guard count > 0 else { return frames }
        passed = min(passed - count * Self.spacing, Self.spacing)
        let change = bend > 0 ? -count : count
        bend += change
        return frames + change
    }
}
