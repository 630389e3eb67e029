// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface

/// The other machines of the user, between which playback moves.
package struct OtherMachines: Sendable {
    /// Returns their names, as `oncue handoff` takes them.
    package var names: @Sendable () async -> [String]
    /// Moves playback to a machine, or from it to this one.
    ///
    /// - Returns: The outcome, in lines.
    /// - Throws: The reason why playback was not moved.
    package var move: @Sendable (_ isHere: Bool, _ machine: String) async throws -> [String]
    /// Begins or stops playing in step with a machine.
    ///
    /// - Returns: The outcome, in lines.
    /// - Throws: The reason why nothing has changed.
    package var together: @Sendable (TogetherDeed) async throws -> [String]

    /// Returns the names of the machines that are paired with this one.
    package var paired: @Sendable () async -> [String] = { [] }
    /// Returns the paired machines, each with the item that it plays.
    ///
    /// - Throws: The reason why they cannot be asked.
    package var playing: @Sendable () async throws -> [MachineRecord] = { [] }

    package init(
        names: @escaping @Sendable () async -> [String],
        move: @escaping @Sendable (_ isHere: Bool, _ machine: String) async throws -> [String],
        together: @escaping @Sendable (TogetherDeed) async throws -> [String]
    ) {
        (self.names, self.move, self.together) = (names, move, together)
    }

    /// No other machines.
    package static let none = OtherMachines(
        names: { [] }, move: { _, machine in throw ServiceError(.notAvailable, "\(machine) cannot be reached") },
        together: { _ in throw ServiceError(.notAvailable, "no other machine can be reached") })
}

/// An action on playing in step with another machine.
package enum TogetherDeed: Sendable, Equatable {
    /// This machine follows another one.
    case join(String)
    /// Another machine follows this one.
    case invite(String)
    case leave
}
