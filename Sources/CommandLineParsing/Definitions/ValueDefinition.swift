// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What a positional argument or an option's value stands for: its placeholder in the help, how a wrong one
/// is named, and how a shell completes it.
package struct ValueDefinition: Sendable, Equatable {
    /// The placeholder in the synopsis, by convention in capitals: `PLACE`.
    package let placeholder: String
    /// What the value is, with its article, for error lines: `a position`. The placeholder serves when empty.
    package let kind: String
    /// What would have been right, for error lines: `1:30, 90, +10 or -10`. Derived from `allowed` when empty.
    package let expected: String
    /// The only words that are accepted; empty when the caller judges the value itself.
    package let allowed: [String]
    /// Where a shell finds candidates beyond `allowed`.
    package let completion: Completion

    /// Where a shell finds candidates for a value.
    package enum Completion: Sendable, Equatable {
        /// Nothing beyond the allowed words.
        case none
        /// Files and directories.
        case files
        /// Directories alone.
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
