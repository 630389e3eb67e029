// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import PairedMachines

/// The machines paired with this one, and the pairing of others.
package protocol MachineLinks: Sendable {
    /// Returns the paired machines, and whether this one listens.
    func state() async throws(CommandFailure) -> LinkState

    /// Forgets a machine; without a name, all of them and the key of this machine.
    ///
    /// - Returns: The remaining state.
    func forget(_ name: String?) async throws(CommandFailure) -> LinkState

    /// Starts or stops listening for paired machines.
    ///
    /// - Parameter port: The port to listen on from now on; `nil` for the present one.
    func listen(_ isOn: Bool, port: Int?) async throws(CommandFailure) -> LinkState

    /// Begins to pair with a waiting machine, or waits for one.
    ///
    /// - Parameters:
    ///   - host: The other machine, optionally with a port; `nil` to wait.
    ///   - port: The port on which this machine waits; `nil` for the default port.
    func pair(_ host: String?, port: Int?) async throws(CommandFailure) -> any PairingConversation
}

/// The paired machines, and whether this one listens for them.
package struct LinkState: Sendable, Equatable {
    package var machines: [PairedMachine]
    package var port: Int
    package var isListening: Bool
    /// Whether it listens again after the next login.
    package var isLasting: Bool

    package init(
        machines: [PairedMachine] = [], port: Int = LinkPort.usual, isListening: Bool = false, isLasting: Bool = false
    ) {
        (self.machines, self.port) = (machines, port)
        (self.isListening, self.isLasting) = (isListening, isLasting)
    }

    /// Returns the paired machine with a name, ignoring case.
    package func machine(named name: String) -> PairedMachine? {
        machines.first { $0.name.lowercased() == name.lowercased() }
    }
}

/// A pairing in progress.
package protocol PairingConversation: Sendable {
    /// Returns the next event to show; `nil` at the end.
    ///
    /// - Throws: The reason why no machine was paired.
    func next() async throws(CommandFailure) -> PairingNews?

    /// Answers whether the digits are the same on both machines.
    func answer(_ isSame: Bool) async

    /// Cancels the pairing, unless it is over.
    func close() async
}

/// The events during the pairing of two machines.
package enum PairingNews: Sendable, Equatable {
    /// This machine waits at these addresses.
    case waiting(hosts: [String], port: Int, seconds: Int)
    /// A waiting machine was found that cannot be reached; this one waits instead.
    case unreached(name: String, reason: String)
    /// A caller was refused before digits were shown.
    case refused(host: String, reason: String)
    /// The digits that people have to compare.
    case digits(String, name: String, host: String)
    case paired(PairedMachine)
}

/// An implementation without links to other machines.
package struct NoMachineLinks: MachineLinks {
    package init() {}

    package func state() async throws(CommandFailure) -> LinkState { LinkState() }

    package func forget(_ name: String?) async throws(CommandFailure) -> LinkState { LinkState() }

    package func listen(_ isOn: Bool, port: Int?) async throws(CommandFailure) -> LinkState { LinkState() }

    package func pair(_ host: String?, port: Int?) async throws(CommandFailure) -> any PairingConversation {
        throw CommandFailure(.failed, "no machine can be paired here")
    }
}
