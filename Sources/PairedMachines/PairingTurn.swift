// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Decides which of two machines calls, if both began to wait for each other at about the same time.
///
/// Both announce themselves, and each finds the other. The one with the lower number calls, and the other goes on
/// waiting, so they never call each other. If several machines wait, none is called: the user has to name one. It has
/// no clock.
package struct PairingTurn: Sendable {
    /// The time during which others are still looked for after one was found.
    package static let patience: Duration = .milliseconds(1_500)
    /// The time between a failed call and the next one.
    package static let pause: Duration = .seconds(5)
    /// The largest number of calls: anyone can announce a machine that never answers, and no caller is heard during a
    /// call.
    package static let mostCalls = 3
    /// The largest number of machines remembered.
    private static let mostMachines = 16

    private let own: String
    /// The machines that were found, and those of them that could not be called.
    private var others: (found: Set<String>, silent: Set<String>) = ([], [])
    private var calls = 0
    private var moment: Duration = .zero

    /// - Parameter own: The identifier of this machine.
    package init(own: MachineIdentifier) { self.own = own.short }

    /// The machine to call, or `nil` if it is not this machine's turn.
    private var other: String? {
        let present = others.found.subtracting(others.silent)
        // A machine that could not be called may be reachable a moment later.
        let candidates = present.isEmpty ? others.found : present
        guard candidates.count == 1, let other = candidates.first, own < other else { return nil }
        return calls < Self.mostCalls ? other : nil
    }

    /// The moment of the next call, or `nil` if there is none.
    package var next: Duration? { other == nil ? nil : moment }

    /// Notes a machine that waits.
    ///
    /// - Parameters:
    ///   - machine: The number that it announces (``MachineIdentifier/short``).
    ///   - now: The time on a clock that never goes back.
    package mutating func found(_ machine: String, at now: Duration) {
        guard machine != own, others.found.count < Self.mostMachines, others.found.insert(machine).inserted else {
            return
        }
        moment = max(moment, now + Self.patience)
    }

    /// Counts a call if one is due now.
    ///
    /// - Parameter isThere: Returns whether a machine is announced now; if it is not, the call is tried again later.
    /// - Returns: The number of the machine to call, or `nil`.
    package mutating func call(at now: Duration, isThere: (String) -> Bool = { _ in true }) -> String? {
        guard let other, moment <= now else { return nil }
        guard isThere(other) else {
            moment = now + Self.pause
            return nil
        }
        calls += 1
        return other
    }

    /// Returns whether a call to a machine has failed before.
    package func hasFailed(_ machine: String) -> Bool { others.silent.contains(machine) }

    /// Notes that a machine cannot be called, or that a call to it failed.
    package mutating func failed(_ machine: String, at now: Duration) {
        found(machine, at: now)
        others.silent.insert(machine)
        moment = now + Self.pause
    }
}
