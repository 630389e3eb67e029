// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueHandoff
package import OnCueInterface

/// The way to reach another machine.
package enum MachineWay: String, Sendable {
    /// An encrypted link to a paired machine.
    case pairing
    case ssh
}

/// Ways to `oncue` on other machines.
package protocol RemoteMachines: Sendable {
    /// Returns the way to reach a machine: a paired machine with that name, ignoring case, takes precedence over ssh.
    ///
    /// - Throws: `unavailable` if the list of paired machines cannot be read.
    func way(to host: String) async throws(ServiceError) -> MachineWay

    /// Opens a way to a machine, on which `oncue handoff serve` answers.
    ///
    /// - Parameters:
    ///   - host: The name of a paired machine, or a host as for `ssh`; not an option.
    ///   - isAgain: Whether it was open before, so that everything waits for it; then no password is requested.
    /// - Throws: `unavailable`, with the reason why the machine cannot be reached, or that OnCue is not installed
    ///   there.
    func open(
        _ host: String, by way: MachineWay, again isAgain: Bool
    ) async throws(ServiceError) -> any HandoffChannel
}

/// An implementation without other machines.
package struct NoRemoteMachines: RemoteMachines {
    package init() {}

    package func way(to host: String) async throws(ServiceError) -> MachineWay { .ssh }

    package func open(
        _ host: String, by way: MachineWay, again isAgain: Bool
    ) async throws(ServiceError) -> any HandoffChannel {
        throw ServiceError(.unavailable, "\(host) cannot be reached")
    }
}
