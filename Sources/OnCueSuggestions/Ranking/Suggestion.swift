// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An item suggested at a moment, with the reasons.
package struct Suggestion: Sendable, Equatable, Codable {
    /// The weight of a facet in favour of the item, compared with the average observation: the difference that it makes
    /// to the logarithm of its probability.
    package struct Reason: Sendable, Equatable, Codable {
        package var facet: Facet
        package var weight: Double

        package init(_ facet: Facet, _ weight: Double) {
            self.facet = facet
            self.weight = weight
        }
    }

    package var item: String
    /// The probability, among all items played before, that the user begins with this one; 0 if nothing is known.
    /// Overconfident above 0.6.
    package var probability: Double
    /// The main reason, for one sentence.
    package var cause: SuggestionCause
    /// All facets for or against it, the strongest in favour first; empty if there is no habit.
    package var reasons: [Reason]

    package init(_ item: String, probability: Double, cause: SuggestionCause, reasons: [Reason] = []) {
        self.item = item
        self.probability = probability
        self.cause = cause
        self.reasons = reasons
    }
}
