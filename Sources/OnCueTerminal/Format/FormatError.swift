// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A mistake in a template.
struct FormatError: Error, Equatable {
    enum Code: Equatable {
        case unknownField
        case missingField
        case unclosedBrace
        case superfluousBrace
        case doubledBrace
        case unclosedQuote
        case missingWord
        case unexpectedCharacter
        case badEscape
        case badWidth
        case unknownForm
        case repeatedForm
        case tooDeep
        case tooLong
    }

    let code: Code
    /// The position, counted in letters from 1; for an element missing at the end, the position after the text.
    let column: Int
    /// A description of the mistake and of a valid form.
    let message: String

    init(_ code: Code, _ column: Int, _ message: String) {
        self.code = code
        self.column = column
        self.message = message
    }
}
