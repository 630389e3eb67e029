// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A template of sentences, in the grammar of hassil.
///
/// | Written | Meaning |
/// |---|---|
/// | `play music` | these words |
/// | `(a\|b)` | one of these; also without parentheses, for the whole template |
/// | `[the]` | these words or nothing |
/// | `(a; b)` | all of these in any order |
/// | `{list}`, `{list:slot}` | a value of a list, which fills the slot |
/// | `{1..5:slot}`, `{0..100,10:slot}` | a number of this range |
/// | `<rule>` | the content of the rule with this name |
/// | `song[s]`, `turn(ing\|ed)` | within words, too |
/// | `\(` | the character itself |
package struct SentenceTemplate: Sendable, Equatable {
    /// The text that it was made from.
    package let text: String
    /// The content of the template.
    package let expression: SentenceExpression

    /// Reads a template.
    ///
    /// - Throws: ``TemplateError`` with the position of the first mistake. Whether the lists and rules exist is checked
    ///   with the language.
    /// - Complexity: O(*n*).
    package init(_ text: String) throws(TemplateError) {
        var parser = try TemplateParser(text)
        self.text = text
        expression = try parser.template()
    }

    init(text: String, expression: SentenceExpression) { (self.text, self.expression) = (text, expression) }
}
