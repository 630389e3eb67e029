// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Why a suggestion is refused. The raw value is what the bus says.
package enum DismissalReason: String, Sendable, CaseIterable {
    case notNow = "not-now"
    /// It is suggested less.
    case thumbsDown = "thumbs-down"
    /// It is not suggested for this device or place any more.
    case neverHere = "never-here"
    /// It is not suggested anywhere any more.
    case never
}
