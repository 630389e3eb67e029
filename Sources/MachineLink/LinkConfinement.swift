// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import COnCueLinkShims

/// The confinement of a process that the network can reach, beyond what a user's service manager can do.
package enum LinkConfinement {
    /// Whether this kernel supports the confinement, which needs Linux 6.12 with Landlock.
    package static var isPossible: Bool { oncue_link_can_stay_apart() != 0 }

    /// Takes the right to use abstract sockets and to send signals to other processes from this thread, and from all
    /// processes that it starts.
    ///
    /// A sandbox that shares the machine's network also shares these sockets; an X server may have one, through which
    /// programs can be started.
    ///
    /// - Returns: `false` if this is not possible, or not allowed, in which case nothing has changed.
    package static func begin() -> Bool { oncue_link_stay_apart() != 0 }
}
