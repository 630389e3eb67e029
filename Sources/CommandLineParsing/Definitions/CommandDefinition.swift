// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// One command of a program: its arguments and options, its effect, and its place in the help.
package struct CommandDefinition: Sendable, Equatable {
    /// The word that calls the command.
    package let name: String
    /// Other words that call it.
    package let aliases: [String]
    /// One line for listings.
    package let summary: String
    /// More for the command's own help; a blank line separates paragraphs.
    package let discussion: String
    /// The heading under which the program's help lists the command.
    package let group: String
    /// Positional arguments in order; at most one of them repeats.
    package let arguments: [ArgumentDefinition]
    /// Options in addition to the program's global ones.
    package let options: [OptionDefinition]
    /// Example command lines, with their effects.
    package let examples: [DocumentedTerm]
    /// Commands below this one.
    package let subcommands: [CommandDefinition]
    /// Whether the command does something without a sub-command.
    package let runsAlone: Bool
    /// Whether listings and completion leave the command out.
    package let isHidden: Bool

    /// Creates a command. A command with sub-commands can be used without one only if `runsAlone` is true.
    package init(
        _ name: String, aliases: [String] = [], group: String = "Commands", summary: String,
        discussion: String = "", arguments: [ArgumentDefinition] = [], options: [OptionDefinition] = [],
        examples: [DocumentedTerm] = [], subcommands: [CommandDefinition] = [], runsAlone: Bool? = nil,
        isHidden: Bool = false
    ) {
        self.name = name
        self.aliases = aliases
        self.group = group
        self.summary = summary
        self.discussion = discussion
        self.arguments = arguments
        self.options = options
        self.examples = examples
        self.subcommands = subcommands
        self.runsAlone = runsAlone ?? subcommands.isEmpty
        self.isHidden = isHidden
    }

    /// The sub-command that `word` calls, by name or alias.
    package func subcommand(_ word: String) -> CommandDefinition? {
        subcommands.first { $0.name == word || $0.aliases.contains(word) }
    }

    /// The option with this long name.
    package func option(named name: String) -> OptionDefinition? {
        options.first { $0.name == name }
    }

    /// Sub-commands that listings show.
    package var visibleSubcommands: [CommandDefinition] { subcommands.filter { !$0.isHidden } }

    /// Whether some argument may be a word such as `-10`.
    package var acceptsNegativeNumbers: Bool { arguments.contains { $0.acceptsNegativeNumbers } }

    /// The ways to call the command, each after `prefix` (the program and the commands above).
    ///
    /// More than three options are summed up as `[OPTIONS]`.
    package func synopses(prefix: String) -> [String] {
        let call = prefix.isEmpty ? name : "\(prefix) \(name)"
        return calls(prefix: prefix) + (visibleSubcommands.isEmpty ? [] : ["\(call) COMMAND [ARGUMENTS]"])
    }

    /// The way to call the command itself, below `prefix`; empty if it only has commands below it.
    package func calls(prefix: String) -> [String] {
        guard runsAlone else { return [] }
        let call = prefix.isEmpty ? name : "\(prefix) \(name)"
        let shownOptions = options.count > 3 ? ["[OPTIONS]"] : options.map(\.synopsis)
        return [([call] + shownOptions + arguments.map(\.synopsis)).joined(separator: " ")]
    }

    /// The short form for listings: `seek POSITION`, `queue [COMMAND]`.
    package var term: String {
        let tail = visibleSubcommands.isEmpty ? arguments.map(\.synopsis) : [runsAlone ? "[COMMAND]" : "COMMAND"]
        return ([name] + tail).joined(separator: " ")
    }
}
