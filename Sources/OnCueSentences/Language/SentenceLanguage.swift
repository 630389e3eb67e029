// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The sentences of a language, read from a file and checked.
///
/// A file is JSON in the structure of hassil, with additional keys of our own that hassil ignores:
///
/// | Key | Content |
/// |---|---|
/// | `language` | the code of the language, `en` |
/// | `intents` | name → `data`, a list of `sentences`, constant `slots`, and our own `examples` |
/// | `lists` | name → `values` (texts, or `in` and `out`), `range`, or `wildcard`; our own `dynamic` |
/// | `expansion_rules` | name → template |
/// | `skip_words` | words that may be said anywhere and have no meaning |
/// | `numbers` | our own: the words for 0, 1, 2 … as templates; hassil has tables in the program |
/// | `conjunction` | our own: the word for `&` |
/// | `answers` | our own: the answers of OnCue, `in` English and `out`; see ``AnswerTable`` |
/// | `clock_slots` | our own: slots whose minutes become a clock time `HH:MM` |
///
/// A range has `from`, `to`, `step`, `multiplier` and `fractions` (`halves`, `tenths`). Values of the caller's list
/// with the same name, or the name in `dynamic`, are added to a list.
///
/// Numbers that fill the same slot are added, so `{hours:for} and {minutes:for}` is one duration. To add a language,
/// add a file.
package struct SentenceLanguage: Sendable {
    /// Sentences with the same constant slots.
    struct Block: Sendable {
        let intent: String
        let slots: [String: SentenceValue]
        let sentences: [Placed]
        let examples: [String]
    }

    /// A template, and its position in the file.
    struct Placed: Sendable {
        let template: SentenceTemplate
        let path: String
    }

    /// A list of the language.
    struct List: Sendable {
        enum Content: Sendable {
            case values([(input: Placed, output: SentenceValue)])
            case range(SentenceRange)
            case wildcard
        }

        let content: Content
        /// The caller's list from which values are added.
        let dynamic: String
    }

    /// The code of the language, such as `en`.
    package let code: String
    let blocks: [Block]
    let lists: [String: List]
    let rules: [String: Placed]
    let skipWords: [Placed]
    let numbers: [Placed]
    let conjunction: String?
    let clockSlots: Set<String>
    /// The answers of OnCue; empty for English.
    package var answers = AnswerTable()

    /// Example sentences with the intents that they belong to, in the order of the file.
    package var examples: [(intent: String, sentence: String)] {
        blocks.flatMap { block in block.examples.map { (block.intent, $0) } }
    }

    /// Reads a language file.
    ///
    /// - Parameter intents: The intents that the file may have, with their slots; `nil` allows all.
    /// - Throws: ``LanguageError`` with all mistakes.
    package init(_ text: String, intents: [SentenceIntent]? = SentenceIntent.all) throws(LanguageError) {
        var reader = LanguageReader(intents: intents)
        self = try reader.read(text)
    }

    init(
        code: String, blocks: [Block], lists: [String: List], rules: [String: Placed], skipWords: [Placed],
        numbers: [Placed], conjunction: String?, clockSlots: Set<String>
    ) {
        self.code = code
        self.blocks = blocks
        self.lists = lists
        self.rules = rules
        self.skipWords = skipWords
        self.numbers = numbers
        self.conjunction = conjunction
        self.clockSlots = clockSlots
    }
}
