// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueHandoff
package import OnCueInterface

/// By what another machine is reached.
package enum MachineWay: String, Sendable {
    /// An encrypted link to a machine that was paired.
    case pairing
    case ssh
}

/// Ways to `oncue` on other machines.
package protocol RemoteMachines: Sendable {
    /// By what a machine is reached: a paired one of that name, in any case, before ssh.
    ///
    /// - Throws: `unavailable` when the list of paired machines cannot be read.
    func way(to host: String) async throws(ServiceError) -> MachineWay

    /// Opens a way to a machine, at whose end `oncue handoff serve` answers.
    ///
    /// - Parameters:
    ///   - host: The name of a paired machine, or as `ssh` takes it; not an option.
    ///   - isAgain: It was open before, and everything waits: nobody is asked for anything.
    /// - Throws: `unavailable`, which says why the machine cannot be reached, or that OnCue is not there.
    func open(
        _ host: String, by way: MachineWay, again isAgain: Bool
    ) async throws(ServiceError) -> any HandoffChannel
}

/// There are no other machines.
package struct NoRemoteMachines: RemoteMachines {
    package init() {}

    package func way(to host: String) async throws(ServiceError) -> MachineWay { .ssh }

    package func open(
        _ host: String, by way: MachineWay, again isAgain: Bool
    ) async throws(ServiceError) -> any HandoffChannel {
        throw ServiceError(.unavailable, "\(host) cannot be reached")
    }
}
