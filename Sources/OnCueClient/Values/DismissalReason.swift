// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The reason for dismissing a suggestion. Raw values are those of the bus.
package enum DismissalReason: String, Sendable, CaseIterable {
    case notNow = "not-now"
    /// It is suggested less often.
    case thumbsDown = "thumbs-down"
    /// It is never suggested again for this device or place.
    case neverHere = "never-here"
    /// It is never suggested again.
    case never
}
