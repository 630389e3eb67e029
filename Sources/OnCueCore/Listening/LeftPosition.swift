// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The position at which an item was left elsewhere, and the time.
package struct LeftPosition: Sendable, Equatable {
    package var position: Duration
    /// The time, in seconds since 1970.
    package var time: Int64

    package init(_ position: Duration, at time: Int64) { (self.position, self.time) = (position, time) }
}
