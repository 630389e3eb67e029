// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Wakes the machine for what is due, where something can do that.
@MediaActor
package protocol MachineWaking: AnyObject {
    /// Says when it must be awake next; `nil` for never. An earlier wish is forgotten.
    ///
    /// - Parameter moment: Seconds since 1970.
    func wake(at moment: Int64?)

    /// Returns what becomes of a moment in the future.
    func prospect() async -> WakingProspect
}
