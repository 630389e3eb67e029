// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A command line that cannot be parsed, described in one line with the valid forms.
package struct UsageError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of mistake.
    package enum Code: Sendable, Equatable {
        case unknownCommand
        case missingCommand
        case unknownOption
        case repeatedOption
        case missingValue
        case unexpectedValue
        case missingArgument
        case unexpectedArgument
        case invalidValue
    }

    /// The kind of mistake.
    package let code: Code
    /// The message for the user, beginning with the program and its command. It contains neither line breaks nor
    /// control characters, even if the words on the command line do.
    package let message: String
    /// The nearest right word, if one is near.
    package let suggestion: String?

    package var description: String { message }

    /// Makes an error; `call` is the program and its command, as in `oncue queue add`.
    package init(_ code: Code, call: String, _ text: String, suggestion: String? = nil) {
        self.code = code
        self.message = "\(call): \(text)"
        self.suggestion = suggestion
    }
}
