// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A positional argument of a command.
package struct ArgumentDefinition: Sendable, Equatable {
    /// The number of words that an argument takes.
    package enum Arity: Sendable, Equatable {
        /// Exactly one word.
        case required
        /// One word or none.
        case optional
        /// One word or more.
        case oneOrMore
        /// Any number of words.
        case any
    }

    /// The definition of the value; its placeholder is also its name in `ParsedCommand`.
    package let value: ValueDefinition
    /// The number of words that it takes.
    package let arity: Arity
    /// One or two sentences for the help.
    package let description: String
    /// Whether a word such as `-10` or `-1:30` is this argument and not a run of short options.
    package let acceptsNegativeNumbers: Bool

    /// Describes an argument.
    package init(
        _ value: ValueDefinition, _ arity: Arity = .required, description: String,
        acceptsNegativeNumbers: Bool = false
    ) {
        self.value = value
        self.arity = arity
        self.description = description
        self.acceptsNegativeNumbers = acceptsNegativeNumbers
    }

    /// Creates an argument whose value has only a placeholder.
    package init(
        _ placeholder: String, _ arity: Arity = .required, description: String,
        acceptsNegativeNumbers: Bool = false
    ) {
        self.init(
            ValueDefinition(placeholder), arity, description: description,
            acceptsNegativeNumbers: acceptsNegativeNumbers)
    }

    /// The placeholder, by which `ParsedCommand` identifies the argument.
    package var name: String { value.placeholder }

    /// The argument as a synopsis writes it: `PLACE`, `[PLACE]`, `PLACE...` or `[PLACE...]`.
    package var synopsis: String {
        switch arity {
        case .required: name
        case .optional: "[\(name)]"
        case .oneOrMore: "\(name)..."
        case .any: "[\(name)...]"
        }
    }

    /// Whether the argument must be given.
    package var isRequired: Bool { arity == .required || arity == .oneOrMore }
    /// Whether the argument takes more than one word.
    package var repeats: Bool { arity == .oneOrMore || arity == .any }
}
