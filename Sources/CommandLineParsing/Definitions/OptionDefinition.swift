// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An option of a command or of the whole program: a flag, or a name with a value.
package struct OptionDefinition: Sendable, Equatable {
    /// The long name without dashes, by which `ParsedCommand` identifies the option.
    package let name: String
    /// The one-letter form, if there is one.
    package let short: Character?
    /// Former long names, which are understood, but neither listed nor completed.
    package let aliases: [String]
    /// The definition of the option's value; nil for a flag.
    package let value: ValueDefinition?
    /// Whether an option with a value may be given more than once. Flags always may.
    package let repeats: Bool
    /// One or two sentences for the help.
    package let description: String

    /// Describes an option; without `value` it is a flag.
    package init(
        _ name: String, short: Character? = nil, aliases: [String] = [], value: ValueDefinition? = nil,
        repeats: Bool = false, description: String
    ) {
        self.name = name
        self.aliases = aliases
        self.short = short
        self.value = value
        self.repeats = repeats
        self.description = description
    }

    /// The long form with dashes: `--json`.
    package var longForm: String { "--\(name)" }

    /// The option as a synopsis writes it: `[--limit COUNT]`.
    package var synopsis: String {
        let form = value.map { "\(longForm) \($0.placeholder)" } ?? longForm
        return repeats ? "[\(form)]..." : "[\(form)]"
    }

    /// Both forms and the placeholder, as the help lists them: `-n, --limit COUNT`.
    package var term: String {
        let forms = short.map { "-\($0), \(longForm)" } ?? longForm
        return value.map { "\(forms) \($0.placeholder)" } ?? forms
    }

    /// `-h, --help`, which every command understands.
    package static let help = OptionDefinition("help", short: "h", description: "Show this help and exit.")
    /// `--version`, which every program understands.
    package static let version = OptionDefinition("version", description: "Show the version and exit.")
}
