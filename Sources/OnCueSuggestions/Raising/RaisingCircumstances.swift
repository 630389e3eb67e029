// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The circumstances of a trigger.
package struct RaisingCircumstances: Sendable, Equatable {
    /// Minutes since midnight in local time.
    package var minute = 0
    /// The user's policy for this device or place; `nil` if none was set.
    package var policy: RaisingPolicy?
    package var isPlaying = false
    /// Another program that plays sound; `nil` for none.
    package var otherProgram: String?
    /// The sound that stopped because this device disappeared is waiting to continue.
    package var isReturning = false
    package var isInCall = false
    /// Whether the desktop is set to "do not disturb".
    package var isUndisturbed = false
    /// The time since something was last raised for the same trigger; `nil` for never.
    package var sinceRaised: Duration?
    /// The number of successive dismissals.
    package var dismissals = 0

    package init() {}
}
