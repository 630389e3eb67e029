// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Synchronization

/// Corrections by which the sound is in step with that of another machine.
extension Mixer {
    /// The end of what was handed over, as a time of the output.
    var end: Duration { state.withLock { $0.timeline.end } }

    /// Covers all sound, or no longer.
    func veil(_ isOn: Bool, within time: Duration) {
        state.withLock { state in
            let target: Float = isOn ? 0 : 1
            guard state.step.veil.level != target || state.step.veil.isMoving else { return }
            // Before the first sound there is nothing to fade.
            let frames = state.timeline.isEmpty ? 0 : Self.frames(time, state.timeline.rate)
            state.step.veil.move(to: target, within: frames)
        }
    }

    /// Leaves out so much of what comes; with a negative time, waits.
    func jump(_ time: Duration) {
        state.withLock { state in
            state.step.bend = 0
            state.step.wait = -Self.frames(time, state.timeline.rate)
        }
    }

    /// Leaves out so much more of what comes, or adds it, so slowly that it cannot be heard.
    func bend(_ time: Duration) {
        state.withLock { state in
            state.step.bend += Self.frames(time, state.timeline.rate)
        }
    }

    private static func frames(_ time: Duration, _ rate: Int) -> Int {
        Int((time / .seconds(1) * Double(rate)).rounded())
    }
}
