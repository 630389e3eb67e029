// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Everything that a program understands on its command line: the one source of parsing, help, completion
/// scripts and the manual page.
///
/// ```swift
/// let table = CommandTable(program: "oncue", summary: "Play music.", version: "1.0", commands: [
///     CommandDefinition("seek", summary: "Move to a position.", arguments: [
///         ArgumentDefinition(
///             ValueDefinition("POSITION", kind: "a position", expected: "1:30, 90, +10 or -10"),
///             description: "Where to go.", acceptsNegativeNumbers: true),
///     ]),
/// ])
/// let command = try table.parse(Array(CommandLine.arguments.dropFirst()))
/// ```
package struct CommandTable: Sendable, Equatable {
    /// The program's name as typed.
    package let program: String
    /// A description of the program, in one line.
    package let summary: String
    /// More for the program's help; a blank line separates paragraphs.
    package let discussion: String
    /// The version that `--version` prints.
    package let version: String
    /// Options that every command understands, in addition to `--help` and `--version`.
    package let globalOptions: [OptionDefinition]
    /// Exit statuses with their meaning.
    package let exitStatuses: [DocumentedTerm]
    /// Environment variables with their meaning.
    package let environment: [DocumentedTerm]
    /// The locations of the program's settings, with descriptions.
    package let files: [DocumentedTerm]
    /// The keys of the program where it takes the whole screen; only the manual page lists them.
    package let keys: [DocumentedTerm]
    /// Other manual pages, as `oncued(8)`; only the manual page names them.
    package let seeAlso: [String]
    /// The words (a hidden command) that completion scripts run after the program; see ``completionScript(for:)``.
    package let completionCommand: [String]
    /// The program as the command above all others. `help` is among its sub-commands if it has any.
    package let root: CommandDefinition

    /// Describes a program. Without `commands` the program itself takes `arguments` and `globalOptions`.
    package init(
        program: String, summary: String, discussion: String = "", version: String,
        arguments: [ArgumentDefinition] = [], commands: [CommandDefinition] = [],
        globalOptions: [OptionDefinition] = [], exitStatuses: [DocumentedTerm] = [],
        environment: [DocumentedTerm] = [], files: [DocumentedTerm] = [], examples: [DocumentedTerm] = [],
        keys: [DocumentedTerm] = [], seeAlso: [String] = [], completionCommand: [String] = []
    ) {
        self.program = program
        self.summary = summary
        self.discussion = discussion
        self.version = version
        self.globalOptions = globalOptions
        self.exitStatuses = exitStatuses
        self.environment = environment
        self.files = files
        self.keys = keys
        self.seeAlso = seeAlso
        self.completionCommand = completionCommand
        let needsHelp = !commands.isEmpty && !commands.contains { $0.name == "help" }
        root = CommandDefinition(
            program, summary: summary, discussion: discussion, arguments: arguments, examples: examples,
            subcommands: needsHelp ? commands + [Self.helpCommand] : commands)
    }

    /// The commands of the program, with the built-in `help` last.
    package var commands: [CommandDefinition] { root.subcommands }

    /// The commands from the program down to the one at `path` (names or aliases), or nil if there is none.
    package func chain(to path: [String]) -> [CommandDefinition]? {
        var chain = [root]
        var current = root
        for word in path {
            guard let next = current.subcommand(word) else { return nil }
            chain.append(next)
            current = next
        }
        return chain
    }

    /// The command at `path` (names or aliases), or nil if there is none.
    package func command(at path: [String]) -> CommandDefinition? { chain(to: path)?.last }

    /// The option that every command understands under this long name.
    package func globalOption(named name: String) -> OptionDefinition? {
        sharedOptions.first { $0.name == name }
    }

    /// The global options followed by `--help` and `--version`.
    package var sharedOptions: [OptionDefinition] { globalOptions + [.help, .version] }

    private static let helpCommand = CommandDefinition(
        "help", group: "Help", summary: "Show help for the program or for one command.",
        arguments: [ArgumentDefinition("COMMAND", .any, description: "The command, with its sub-command if any.")])
}
