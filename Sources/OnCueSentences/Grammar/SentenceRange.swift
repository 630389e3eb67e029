// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The numbers that a list accepts.
package struct SentenceRange: Sendable, Equatable {
    /// The fractions between two whole numbers.
    package enum Fractions: String, Sendable, CaseIterable {
        case halves, tenths
    }

    /// The smallest number.
    package let from: Int
    /// The largest number; with fractions, those above it and below the next whole number are accepted as well.
    package let to: Int
    /// The difference between two whole numbers, from 1.
    package let step: Int
    /// The fractions that are accepted.
    package let fractions: Fractions?
    /// The factor by which the number is multiplied for the value of the slot.
    package let multiplier: Double

    /// Creates a range; `nil` when it has no numbers, or a bound or the multiplier is more than a million.
    package init?(from: Int, to: Int, step: Int = 1, fractions: Fractions? = nil, multiplier: Double = 1) {
        guard from <= to, step >= 1, from >= -1_000_000, to <= 1_000_000, multiplier.magnitude <= 1_000_000
        else { return nil }
        self.from = from
        self.to = to
        self.step = step
        self.fractions = fractions
        self.multiplier = multiplier
    }

    /// Returns the value of a spoken number, or `nil` if the list does not contain it.
    func value(of number: Double) -> Double? {
        let whole = number.rounded(.down)
        guard number >= Double(from), whole <= Double(to), (Int(whole) - from).isMultiple(of: step) else { return nil }
        let parts: Double =
            switch fractions {
            case nil: 1
            case .halves: 2
            case .tenths: 10
            }
        // 1.1 times 10 is not exactly 11.
        let scaled = number * parts
        guard (scaled - scaled.rounded()).magnitude < 1e-6 else { return nil }
        return number * multiplier
    }
}
