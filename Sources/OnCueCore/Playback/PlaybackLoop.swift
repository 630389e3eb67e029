// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The part of the current entry that is repeated, from A to B; until its end is set, nothing is repeated.
package struct PlaybackLoop: Sendable, Equatable {
    /// The shortest part.
    package static let shortest: Duration = .milliseconds(200)

    /// Both positions are in the time of the entry; the end is after the start.
    package var start: Duration
    package var end: Duration?

    package init(from start: Duration, to end: Duration? = nil) {
        (self.start, self.end) = (start, end)
    }
}

/// A change of the part that is repeated.
package enum LoopChange: Sendable, Equatable {
    /// Repeats from one position to another, in either order.
    case part(Duration, Duration)
    /// Sets an end of the part at the current position.
    case mark(LoopPoint)
    case off
}

/// An end of the repeated part, named as on the bus and in commands.
package enum LoopPoint: String, Sendable, CaseIterable {
    case start = "a"
    case end = "b"
}
