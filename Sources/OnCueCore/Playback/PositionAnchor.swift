// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A position that was exact at one moment and advances while `isAdvancing`, at its rate.
package struct PositionAnchor: Sendable, Equatable {
    package var position: Duration
    package var instant: ContinuousClock.Instant?
    /// The time of the medium that passes in a second.
    package var rate: Double

    /// Creates a position that is fixed, or advances from `instant` on.
    package init(
        _ position: Duration = .zero, advancingFrom instant: ContinuousClock.Instant? = nil, rate: Double = 1
    ) {
        self.position = position
        self.instant = instant
        self.rate = rate
    }

    package var isAdvancing: Bool { instant != nil }

    /// Returns the position at a moment, never beyond the duration.
    package func position(at now: ContinuousClock.Instant, duration: Duration?) -> Duration {
        let advanced = position + (instant.map { media(in: max(.zero, now - $0)) } ?? .zero)
        return max(.zero, duration.map { min(advanced, $0) } ?? advanced)
    }

    /// Returns the time of the medium that passes in a period.
    package func media(in time: Duration) -> Duration { rate == 1 ? time : time * rate }

    /// Returns the time that a part of the medium takes.
    package func time(for media: Duration) -> Duration { rate == 1 || rate <= 0 ? media : media / rate }
}
