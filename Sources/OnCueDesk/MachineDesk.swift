// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface
internal import OnCueRuntime

/// The machines that are paired with this one, for front ends.
package actor MachineDesk: MachineService {
    package typealias Failure = any Error

    private let others: OtherMachines
    /// The question to the machines that follows once the previous one has been answered. Callers that ask before then
    /// share it; the answer to an earlier question may be out of date.
    private var waiting: Task<[MachineRecord], any Error>?
    private var latest: Task<[MachineRecord], any Error>?
    private var isMoving = false

    package init(_ others: OtherMachines) { self.others = others }

    package func machines() async throws -> [MachineRecord] {
        guard await !others.paired().isEmpty else { return [] }
        if let waiting { return try await waiting.value }
        let question = Task { [latest] in
            _ = await latest?.result
            waiting = nil
            return try await others.playing().sorted { $0.name < $1.name }
        }
        (waiting, latest) = (question, question)
        return try await question.value
    }

    package func continueHere(from machine: String) async throws -> ContinuedHere {
        // An unknown machine is never called.
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
