// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Synchronization

/// Corrections that keep the sound in step with that of another machine.
extension Mixer {
    /// The end of the sound handed over, as a time of the output.
    var end: Duration { state.withLock { $0.timeline.end } }

    /// Covers all sound with silence, or uncovers it.
    func veil(_ isOn: Bool, within time: Duration) {
        state.withLock { state in
            let target: Float = isOn ? 0 : 1
            guard state.step.veil.level != target || state.step.veil.isMoving else { return }
            // Before the first sound there is nothing to fade.
            let frames = state.timeline.isEmpty ? 0 : Self.frames(time, state.timeline.rate)
            state.step.veil.move(to: target, within: frames)
        }
    }

    /// Skips this much of the coming sound; waits if the time is negative.
    func jump(_ time: Duration) {
        state.withLock { state in
            state.step.bend = 0
            state.step.wait = -Self.frames(time, state.timeline.rate)
        }
    }

    /// Skips this much more of the coming sound, or adds sound if the time is negative, so slowly that it cannot be
    /// heard.
    func bend(_ time: Duration) {
        state.withLock { state in
            state.step.bend += Self.frames(time, state.timeline.rate)
        }
    }

    private static func frames(_ time: Duration, _ rate: Int) -> Int {
        Int((time / .seconds(1) * Double(rate)).rounded())
    }
}
