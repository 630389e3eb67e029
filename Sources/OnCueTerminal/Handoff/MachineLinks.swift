// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import PairedMachines

/// Machines that were paired with this one, and the pairing of others.
package protocol MachineLinks: Sendable {
    /// The paired machines, and whether this one listens.
    func state() async throws(CommandFailure) -> LinkState

    /// Forgets a machine; all of them with the key of this one if absent.
    ///
    /// - Returns: What is left.
    func forget(_ name: String?) async throws(CommandFailure) -> LinkState

    /// Listens for paired machines, or not any longer.
    ///
    /// - Parameter port: The port to listen on from now on; as before if absent.
    func listen(_ isOn: Bool, port: Int?) async throws(CommandFailure) -> LinkState

    /// Begins to pair with a machine that waits, or waits for one.
    ///
    /// - Parameters:
    ///   - host: The other machine, perhaps with a port; `nil` to wait.
    ///   - port: On which this one waits; the usual one if absent.
    func pair(_ host: String?, port: Int?) async throws(CommandFailure) -> any PairingConversation
}

/// The paired machines, and whether this one listens for them.
package struct LinkState: Sendable, Equatable {
    package var machines: [PairedMachine]
    package var port: Int
    package var isListening: Bool
    /// Whether it does so again at the next login.
    package var isLasting: Bool

    package init(
        machines: [PairedMachine] = [], port: Int = LinkPort.usual, isListening: Bool = false, isLasting: Bool = false
    ) {
        (self.machines, self.port) = (machines, port)
        (self.isListening, self.isLasting) = (isListening, isLasting)
    }

    /// The paired machine of a name, in any case.
    package func machine(named name: String) -> PairedMachine? {
        machines.first { $0.name.lowercased() == name.lowercased() }
    }
}

/// A pairing on its way.
package protocol PairingConversation: Sendable {
    /// The next thing to show; `nil` at the end.
    ///
    /// - Throws: Why nothing was paired.
    func next() async throws(CommandFailure) -> PairingNews?

    /// Says whether the digits are the same on both machines.
    func answer(_ isSame: Bool) async

    /// Gives it up, if it is not over.
    func close() async
}

/// The news that is shown while two machines are paired.
package enum PairingNews: Sendable, Equatable {
    /// This machine waits, at these addresses.
    case waiting(hosts: [String], port: Int, seconds: Int)
    /// A machine that waits was found, and cannot be reached; this one waits instead.
    case unreached(name: String, reason: String)
    /// Somebody called, and came to nothing before digits were seen.
    case refused(host: String, reason: String)
    /// To be compared by people.
    case digits(String, name: String, host: String)
    case paired(PairedMachine)
}

/// There are no links to other machines.
package struct NoMachineLinks: MachineLinks {
    package init() {}

    package func state() async throws(CommandFailure) -> LinkState { LinkState() }

    package func forget(_ name: String?) async throws(CommandFailure) -> LinkState { LinkState() }

    package func listen(_ isOn: Bool, port: Int?) async throws(CommandFailure) -> LinkState { LinkState() }

    package func pair(_ host: String?, port: Int?) async throws(CommandFailure) -> any PairingConversation {
        throw CommandFailure(.failed, "no machine can be paired here")
    }
}
