// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface
internal import OnCueRuntime

/// The machines that are paired with this one, for front ends.
package actor MachineDesk: MachineService {
    package typealias Failure = any Error

    private let others: OtherMachines
    /// Whoever asks meanwhile gets the same answer: every question goes to all machines.
    private var asking: Task<[MachineRecord], any Error>?
    private var isMoving = false

    package init(_ others: OtherMachines) { self.others = others }

    package func machines() async throws -> [MachineRecord] {
        guard await !others.paired().isEmpty else { return [] }
        if let asking { return try await asking.value }
        let task = Task { [others] in try await others.playing().sorted { $0.name < $1.name } }
        asking = task
        defer { asking = nil }
        return try await task.value
    }

    package func continueHere(from machine: String) async throws -> ContinuedHere {
        // A name that is not known is never called.
        guard await others.paired().contains(machine) else {
            throw ServiceError(
                .notFound, "\"\(machine.prefix(100))\" is not paired with this machine; list those with: oncue handoff")
        }
        guard !isMoving else {
            throw ServiceError(.refused, "something is being continued here already; try again when that plays")
        }
        isMoving = true
        defer { isMoving = false }
        let lines = try await others.move(true, machine)
        return ContinuedHere(lines.first ?? "Continued here from \(machine)", notes: Array(lines.dropFirst()))
    }
}
