// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueInterface

/// The other machines of the user, between which playback moves.
package struct OtherMachines: Sendable {
    /// Their names, as `oncue handoff` takes them.
    package var names: @Sendable () async -> [String]
    /// Moves playback to a machine, or here from it.
    ///
    /// - Returns: What has come of it, in lines.
    /// - Throws: Why it plays where it did.
    package var move: @Sendable (_ isHere: Bool, _ machine: String) async throws -> [String]

    package init(
        names: @escaping @Sendable () async -> [String],
        move: @escaping @Sendable (_ isHere: Bool, _ machine: String) async throws -> [String]
    ) {
        (self.names, self.move) = (names, move)
    }

    /// There are no other machines.
    package static let none = OtherMachines(
        names: { [] }, move: { _, machine in throw ServiceError(.notAvailable, "\(machine) cannot be reached") })
}
