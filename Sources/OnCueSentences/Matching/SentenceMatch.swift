// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A reading of a sentence.
package struct SentenceMatch: Sendable, Equatable {
    /// The words matched by a wildcard.
    package struct FreeText: Sendable, Equatable {
        /// The slot that they fill.
        package let slot: String
        /// The words as they are written in the sentence.
        package let text: String
        /// Their numbers among the words of the sentence, from 0.
        package let words: Range<Int>
    }

    /// The name of the intent.
    package let intent: String
    /// The filled slots, including constant ones.
    package let slots: [String: SentenceValue]
    /// The texts matched by wildcards, in the order of the sentence.
    package let freeText: [FreeText]
    /// The quality of the match, above 0 and at most 1, which means a sentence of fixed words without a mistake.
    /// Readings with the same score are equally good.
    package let score: Double
}
