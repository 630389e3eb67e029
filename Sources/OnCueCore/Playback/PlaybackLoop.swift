// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The part of the current entry that is repeated, from A to B; without its end nothing is repeated yet.
package struct PlaybackLoop: Sendable, Equatable {
    /// The shortest part.
    package static let shortest: Duration = .milliseconds(200)

    /// Both in the time of the entry; the end lies behind the start.
    package var start: Duration
    package var end: Duration?

    package init(from start: Duration, to end: Duration? = nil) {
        (self.start, self.end) = (start, end)
    }
}

/// A change of the part that is repeated.
package enum LoopChange: Sendable, Equatable {
    /// Repeats from one position to another, in whichever order they are given.
    case part(Duration, Duration)
    /// Sets an end of the part at the present position.
    case mark(LoopPoint)
    case off
}

/// An end of the part that is repeated, by its words on the bus and in commands.
package enum LoopPoint: String, Sendable, CaseIterable {
    case start = "a"
    case end = "b"
}
