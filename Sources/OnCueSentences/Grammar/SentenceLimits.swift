// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The limits of templates, languages and sentences. They keep every input, even a hostile one, quick and small.
package enum SentenceLimits {
    /// The longest template, in bytes of UTF-8.
    package static let templateBytes = 4000
    /// The deepest nesting of groups in one template.
    package static let depth = 16
    /// The longest chain of rules that use one another.
    package static let ruleDepth = 24
    /// The most different endings of words after lists, such as the `s` of `{artist}s`.
    package static let suffixes = 1000
    /// The most parts of a permutation: six would have 720 orders.
    package static let permutation = 5
    /// The most words that a word with groups in it, such as `turn(s|ed|ing)`, may represent.
    package static let variants = 256
    /// The most steps of all templates of a language together.
    package static let edges = 300_000
    /// The longest language file, in bytes of UTF-8.
    package static let languageBytes = 1_000_000
    /// The most mistakes that are reported for one file.
    package static let mistakes = 100
    /// The longest sentence, in bytes of UTF-8.
    package static let sentenceBytes = 1000
    /// The most words of a sentence.
    package static let sentenceWords = 48
    /// The most steps in matching one sentence.
    package static let steps = 100_000
    /// The most readings of one sentence.
    package static let readings = 8
    /// The most values of a list that a caller passes.
    package static let listValues = 200_000
    /// The most words of a value in such a list that are matched; of a longer value, only the beginning is recognised.
    package static let valueWords = 12
}
