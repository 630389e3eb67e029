// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface
internal import OnCueRuntime

/// The machines that are paired with this one, for front ends.
package final class MachineDesk: MachineService {
    package typealias Failure = any Error

    private let others: OtherMachines

    package init(_ others: OtherMachines) { self.others = others }

    package func machines() async throws -> [MachineRecord] {
        guard await !others.paired().isEmpty else { return [] }
        return try await others.playing().sorted { $0.name < $1.name }
    }

    package func continueHere(from machine: String) async throws -> ContinuedHere {
        // A name that is not known is never called.
        guard await others.paired().contains(machine) else {
            throw ServiceError(
                .notFound, "\"\(machine.prefix(100))\" is not paired with this machine; list those with: oncue handoff")
        }
        let lines = try await others.move(true, machine)
        return ContinuedHere(lines.first ?? "Continued here from \(machine)", notes: Array(lines.dropFirst()))
    }
}
