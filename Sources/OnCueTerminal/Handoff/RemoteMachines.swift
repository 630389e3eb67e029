// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueHandoff
package import OnCueInterface

/// Ways to `oncue` on other machines.
package protocol RemoteMachines: Sendable {
    /// Opens a way to a machine, at whose end `oncue handoff serve` answers.
    ///
    /// - Parameters:
    ///   - host: As `ssh` takes it; not an option.
    ///   - isAgain: It was open before, and everything waits: nobody is asked for anything.
    /// - Throws: `unavailable`, which says why the machine cannot be reached, or that OnCue is not there.
    func open(_ host: String, again isAgain: Bool) async throws(ServiceError) -> any HandoffChannel
}

/// There are no other machines.
package struct NoRemoteMachines: RemoteMachines {
    package init() {}

    package func open(_ host: String, again isAgain: Bool) async throws(ServiceError) -> any HandoffChannel {
        throw ServiceError(.unavailable, "\(host) cannot be reached")
    }
}
