// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The definition of a positional argument or an option's value: its placeholder in the help, its name in error
/// messages, and its completion in a shell.
package struct ValueDefinition: Sendable, Equatable {
    /// The placeholder in the synopsis, by convention in capitals: `PLACE`.
    package let placeholder: String
    /// The type of the value, with an article, for error messages: `a position`. If it is empty, the placeholder is
    /// used.
    package let kind: String
    /// A description of valid values, for error messages: `1:30, 90, +10 or -10`. Derived from `allowed` if it is
    /// empty.
    package let expected: String
    /// The only words that are accepted; empty when the caller judges the value itself.
    package let allowed: [String]
    /// The source of candidates beyond `allowed` for a shell.
    package let completion: Completion

    /// The source of candidates for a value in a shell.
    package enum Completion: Sendable, Equatable {
        /// Only the allowed words.
        case none
        /// Files and directories.
        case files
        /// Only directories.
        case directories
        /// The program's own names of this topic.
        case dynamic(String)
        /// The same, and files and directories.
        case dynamicOrFiles(String)
    }

    /// Describes a value.
    package init(
        _ placeholder: String, kind: String = "", expected: String = "", allowed: [String] = [],
        completion: Completion = .none
    ) {
        self.placeholder = placeholder
        self.kind = kind
        self.expected = expected.isEmpty ? Phrase.alternatives(allowed) : expected
        self.allowed = allowed
        self.completion = completion
    }
}
