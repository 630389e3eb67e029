// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime

/// Knows whether the person can be spoken to now. Where nobody tells, they can.
@MediaActor
package protocol DisturbanceWatching: AnyObject {
    /// There is a call.
    var isInCall: Bool { get }

    /// The person does not want to be disturbed, as their desktop tells.
    var isUndisturbed: Bool { get }
}
