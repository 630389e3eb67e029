// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import COnCueLinkShims

/// The confinement of a process that the network reaches, beyond what a service manager of a user can do.
package enum LinkConfinement {
    /// Whether this kernel has what it takes: Linux 6.12 with Landlock.
    package static var isPossible: Bool { oncue_link_can_stay_apart() != 0 }

    /// Takes from this thread, and from all processes that it starts, sockets without a file and signals to others.
    ///
    /// A sandbox that shares the network of the machine shares these sockets, too; an X server may have one, through which
    /// programs can be started.
    ///
    /// - Returns: `false` where that is not possible, or not allowed; nothing has changed then.
    package static func begin() -> Bool { oncue_link_stay_apart() != 0 }
}
