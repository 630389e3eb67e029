// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A word and its meaning: an exit status, an environment variable or an example with its effect.
package struct DocumentedTerm: Sendable, Equatable {
    /// The word itself: `3`, `NO_COLOR`, `oncue seek +10`.
    package let term: String
    /// The meaning, in a sentence.
    package let meaning: String

    /// Pairs a word with its meaning.
    package init(_ term: String, _ meaning: String) {
        self.term = term
        self.meaning = meaning
    }
}
