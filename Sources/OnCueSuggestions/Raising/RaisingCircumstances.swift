// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What there is to know when a trigger has come.
package struct RaisingCircumstances: Sendable, Equatable {
    /// Minutes since midnight on the person's clock.
    package var minute = 0
    /// What the person wants for this device or place; `nil` where nothing was said.
    package var policy: RaisingPolicy?
    package var isPlaying = false
    /// Another program that the person listens to; `nil` for none.
    package var otherProgram: String?
    /// The sound that stopped because this device went is waiting to go on.
    package var isReturning = false
    package var isInCall = false
    /// The person does not want to be disturbed, as the desktop tells.
    package var isUndisturbed = false
    /// How long ago something was raised for the same trigger; `nil` for never.
    package var sinceRaised: Duration?
    /// How often in a row it was dismissed.
    package var dismissals = 0

    package init() {}
}
