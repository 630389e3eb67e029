// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Wakes the machine for due events, if something can do that.
@MediaActor
package protocol MachineWaking: AnyObject {
    /// Sets the next time when the machine must be awake; `nil` for never. An earlier time is forgotten.
    ///
    /// - Parameter moment: Seconds since 1970.
    func wake(at moment: Int64?)

    /// Returns whether the machine will be awake at a moment in the future, because it cannot sleep or is woken.
    func prospect() async -> WakingProspect
}
