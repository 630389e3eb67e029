// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Whose turn it is to call, of two machines that began to wait for each other at about the same time.
///
/// Both announce themselves, and each finds the other. The one whose number is lower calls, and the other one goes on
/// waiting, so they never call each other. Of several machines that wait none is called: a person names one. Holds no clock.
package struct PairingTurn: Sendable {
    /// The time for which others are still looked for after one was found.
    package static let patience: Duration = .milliseconds(1_500)
    /// The time between a call that came to nothing and the next one.
    package static let pause: Duration = .seconds(5)
    /// The most calls: anybody can announce a machine that never answers, and nobody is heard during a call.
    package static let mostCalls = 3
    /// The most machines that are remembered.
    private static let mostMachines = 16

    private let own: String
    /// The machines that were found, and those of them that could not be called.
    private var others: (found: Set<String>, silent: Set<String>) = ([], [])
    private var calls = 0
    private var moment: Duration = .zero

    /// - Parameter own: This machine.
    package init(own: MachineIdentifier) { self.own = own.short }

    /// The machine to call; `nil` if it is not this one's turn.
    private var other: String? {
        let present = others.found.subtracting(others.silent)
        // One that could not be called may be there a moment later.
        let candidates = present.isEmpty ? others.found : present
        guard candidates.count == 1, let other = candidates.first, own < other else { return nil }
        return calls < Self.mostCalls ? other : nil
    }

    /// The moment of the next call; `nil` if there is none.
    package var next: Duration? { other == nil ? nil : moment }

    /// Notes a machine that waits.
    ///
    /// - Parameters:
    ///   - machine: The number that it announces (``MachineIdentifier/short``).
    ///   - now: On a clock that does not go back.
    package mutating func found(_ machine: String, at now: Duration) {
        guard machine != own, others.found.count < Self.mostMachines, others.found.insert(machine).inserted else {
            return
        }
        moment = max(moment, now + Self.patience)
    }

    /// Counts a call, if there is to be one now.
    ///
    /// - Parameter isThere: Whether a machine is announced now; one that is not is called later, if it is then.
    /// - Returns: The number of the machine; `nil` if none is called.
    package mutating func call(at now: Duration, isThere: (String) -> Bool = { _ in true }) -> String? {
        guard let other, moment <= now else { return nil }
        guard isThere(other) else {
            moment = now + Self.pause
            return nil
        }
        calls += 1
        return other
    }

    /// Whether a call of a machine has come to nothing before.
    package func hasFailed(_ machine: String) -> Bool { others.silent.contains(machine) }

    /// Notes that a machine cannot be called, or that a call came to nothing.
    package mutating func failed(_ machine: String, at now: Duration) {
        found(machine, at: now)
        others.silent.insert(machine)
        moment = now + Self.pause
    }
}
