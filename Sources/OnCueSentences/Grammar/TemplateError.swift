// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The reason why a template cannot be used.
package struct TemplateError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of mistake.
    package enum Code: Sendable, Equatable {
        /// The template has no words.
        case empty
        /// More bytes, levels, parts, variants or steps than allowed; see ``SentenceLimits``.
        case tooLarge
        /// A bracket that is never closed.
        case unclosed
        /// A bracket that was never opened.
        case unopened
        /// A group, a list or a rule without content.
        case emptyGroup
        /// `|` and `;` in one group.
        case mixedSeparators
        /// A backslash at the end.
        case strayEscape
        /// A name with characters other than letters, digits, `_`, `-`, `.` and `,`.
        case badName
        /// A list that the language does not have.
        case unknownList
        /// A rule that the language does not have.
        case unknownRule
        /// A rule that uses itself.
        case recursiveRule
        /// Letters directly before or after a list whose values are words.
        case besideList
    }

    /// The kind of mistake.
    package let code: Code
    /// The position of the mistake in the template, in scalars from 0.
    package let offset: Int
    /// The mistake, and how to correct it.
    package let message: String

    init(_ code: Code, at offset: Int, _ message: String) {
        self.code = code
        self.offset = offset
        self.message = message
    }

    package var description: String { "character \(offset + 1): \(message)" }
}
