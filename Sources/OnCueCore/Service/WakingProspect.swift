// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Whether the machine will be awake at a moment in the future.
package enum WakingProspect: String, Sendable, CaseIterable {
    /// It cannot sleep.
    case awake
    /// It will be woken.
    case woken
    /// It may sleep, and nothing wakes it.
    case asleep
    /// This cannot be determined.
    case unknown
}
