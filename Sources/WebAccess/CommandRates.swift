// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import PairedMachines

/// Limits how often a device may send commands and questions, and how often pairing may be tried.
package struct CommandRates: Sendable {
    private var rates: [String: RateLimit] = [:]
    private var questions: [String: RateLimit] = [:]
    private var pairing = RateLimit(20, each: .seconds(3))

    package init() {}

    /// Counts a command of a device.
    ///
    /// - Parameters:
    ///   - hash: The hash of a paired device's token; there are only a few.
    ///   - now: On a clock that never goes back.
    package mutating func allowsCommand(_ hash: String, at now: Duration) -> Bool {
        rates[hash, default: RateLimit(WebLimits.commands, each: .seconds(1) / WebLimits.commands)].allows(at: now)
    }

    /// Counts a question of a device that is passed on to other machines.
    package mutating func allowsQuestion(_ hash: String, at now: Duration) -> Bool {
        questions[hash, default: RateLimit(WebLimits.questions, each: .seconds(10))].allows(at: now)
    }

    /// Counts an attempt to pair by any browser, since each attempt is written to the disk.
    package mutating func allowsPairing(at now: Duration) -> Bool { pairing.allows(at: now) }

    /// Forgets devices that are no longer paired.
    package mutating func keep(_ hashes: Set<String>) {
        rates = rates.filter { hashes.contains($0.key) }
        questions = questions.filter { hashes.contains($0.key) }
    }
}
