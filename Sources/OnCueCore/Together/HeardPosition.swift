// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A position, and the moment at which it is heard.
package struct HeardPosition: Sendable, Equatable {
    package var position: Duration
    /// On the monotonic clock of this machine, which is the same in all its processes.
    package var moment: Duration

    package init(position: Duration, moment: Duration) {
        (self.position, self.moment) = (position, moment)
    }
}

/// A change of the sound of one machine, so that it is in step with another one.
package enum StepCorrection: Sendable, Equatable {
    /// Fades to silence, in which time passes as before.
    case veil
    /// Fades in again.
    case unveil
    /// Leaves out so much of the medium; with a negative time, waits so long.
    case jump(Duration)
    /// The same, spread over the sound so that it cannot be heard: a thousandth of it at most.
    case bend(Duration)
}
