// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A medium that may be requested next, kept open so that it starts at once.
package struct PreparedMedium: Sendable, Hashable {
    package var location: MediaLocation
    package var segment: MediaSegment?
    /// The position at which it would begin, within the segment.
    package var position: Duration
    /// The rate at which it would play.
    package var rate: Double

    package init(
        location: MediaLocation, segment: MediaSegment? = nil, position: Duration = .zero, rate: Double = 1
    ) {
        self.location = location
        self.segment = segment
        self.position = position
        self.rate = rate
    }
}
