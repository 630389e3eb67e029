// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A position that was right at one moment and grows by itself while `isAdvancing`.
package struct PositionAnchor: Sendable, Equatable {
    package var position: Duration
    package var instant: ContinuousClock.Instant?

    /// A position that stands still, or advances from `instant` on.
    package init(_ position: Duration = .zero, advancingFrom instant: ContinuousClock.Instant? = nil) {
        self.position = position
        self.instant = instant
    }

    package var isAdvancing: Bool { instant != nil }

    /// The position at a moment, never beyond the duration.
    package func position(at now: ContinuousClock.Instant, duration: Duration?) -> Duration {
        let advanced = position + (instant.map { max(.zero, now - $0) } ?? .zero)
        return max(.zero, duration.map { min(advanced, $0) } ?? advanced)
    }
}
