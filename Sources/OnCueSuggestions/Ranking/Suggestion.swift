// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An item that a person may want at a moment, and why it is thought so.
package struct Suggestion: Sendable, Equatable, Codable {
    /// How much a facet speaks for the item, against the average episode: the difference that it makes to the logarithm
    /// of its probability.
    package struct Reason: Sendable, Equatable, Codable {
        package var facet: Facet
        package var weight: Double

        package init(_ facet: Facet, _ weight: Double) {
            self.facet = facet
            self.weight = weight
        }
    }

    package var item: String
    /// How likely it is that the item is what the person begins with, among everything that was played before; 0 where
    /// nothing is known. Too sure of itself above 0.6.
    package var probability: Double
    /// What mainly speaks for it: what one sentence says.
    package var cause: SuggestionCause
    /// All facets that speak for or against it, those that speak for it most first; empty where there is no habit.
    package var reasons: [Reason]

    package init(_ item: String, probability: Double, cause: SuggestionCause, reasons: [Reason] = []) {
        self.item = item
        self.probability = probability
        self.cause = cause
        self.reasons = reasons
    }
}
