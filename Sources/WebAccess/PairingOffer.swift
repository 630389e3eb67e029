// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueCore

/// A code by which one device can be paired: once, for a minute, with five tries.
package struct PairingOffer: Sendable, Equatable {
    /// In seconds.
    package static let lifetime = 60
    package static let tries = 5

    /// The outcome of a try.
    package enum Outcome: Sendable, Equatable {
        case paired
        case wrong
        /// The code can no longer be used.
        case over
    }

    private let hash: String
    /// On the clock of the machine since its start.
    private let end: Int
    private var triesLeft: Int

    /// - Parameters:
    ///   - hash: The hash of the code.
    ///   - now: Seconds since the machine was started.
    package init(hash: String, now: Int) {
        (self.hash, end, triesLeft) = (hash, now + Self.lifetime, Self.tries)
    }

    /// Tries a code. One that fits cannot be used again.
    package mutating func redeem(_ hash: String, now: Int) -> Outcome {
        guard isOpen(now: now) else { return .over }
        triesLeft -= 1
        guard SecretText.isEqual(self.hash, hash) else { return .wrong }
        triesLeft = 0
        return .paired
    }

    /// Whether a code may be tried. After a restart of the machine, no earlier code may be.
    package func isOpen(now: Int) -> Bool {
        triesLeft > 0 && now < end && end - now <= Self.lifetime
    }

    /// Reads the text of its file; `nil` if it is not an offer.
    package init?(text: String) {
        guard let json = try? JSONValue(parsing: text, maximumDepth: 4, maximumCount: 16),
            let hash = json["code"]?.stringValue, let end = json["end"]?.intValue, let tries = json["tries"]?.intValue,
            (0...Self.tries).contains(tries), end >= 0, end < 1 << 40
        else { return nil }
        (self.hash, self.end, triesLeft) = (hash, end, tries)
    }

    package var text: String {
        (["code": .string(hash), "end": .int(end), "tries": .int(triesLeft)] as JSONValue).text() + "\n"
    }
}
