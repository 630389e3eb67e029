// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A position, and the moment at which it is heard.
package struct HeardPosition: Sendable, Equatable {
    package var position: Duration
    /// The moment on the monotonic clock of this machine, which is the same in all its processes.
    package var moment: Duration

    package init(position: Duration, moment: Duration) {
        (self.position, self.moment) = (position, moment)
    }
}

/// A change of the sound of one machine that brings it in step with another one.
package enum StepCorrection: Sendable, Equatable {
    /// Fades to silence; time continues to pass.
    case veil
    /// Fades in again.
    case unveil
    /// Leaves out this time of the medium; if it is negative, waits for this time.
    case jump(Duration)
    /// The same, but inaudibly: spread over the sound, at most a thousandth of it.
    case bend(Duration)
}
