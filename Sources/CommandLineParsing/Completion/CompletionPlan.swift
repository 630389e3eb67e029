// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What can stand where on a command line, in the form in which completion scripts need it.
///
/// A place on the line is written as a path: empty for the program, `/queue` and `/queue/add` below it.
struct CompletionPlan {
    /// A command that words complete for.
    struct Node {
        /// The command's path.
        let path: String
        /// All ways to arrive: the path of the command above with each name of this one.
        let arrivals: [String]
        let command: CommandDefinition
        /// The command's own options; for the program those that no command has.
        var options: [OptionDefinition] { path.isEmpty ? [.version] : command.options }
        /// The commands below it.
        var commands: [CommandDefinition] { command.visibleSubcommands }

        /// The accepted words of all arguments; for `help` the commands of the program.
        let argumentWords: [String]
        /// Where else arguments come from.
        var argumentSources: [String] {
            CompletionPlan.unique(command.arguments.compactMap { CompletionPlan.source(of: $0.value) })
        }
    }

    let program: String
    /// The program and `completionCommand`.
    let dynamicCall: String
    /// Options that every command understands.
    let sharedOptions: [OptionDefinition]
    /// The program first.
    let nodes: [Node]

    init(table: CommandTable) {
        program = table.program
        dynamicCall = ([table.program] + table.completionCommand).joined(separator: " ")
        sharedOptions = table.globalOptions + [.help]
        nodes = Self.nodes(of: table.root, path: "", arrivals: [], table: table)
    }

    /// The program's name as part of a function's name.
    var functionName: String { "_" + String(program.map { $0 == "-" ? "_" : $0 }) }

    /// Where words of a value come from beyond the accepted ones: `files`, `directories` or a topic.
    static func source(of value: ValueDefinition) -> String? {
        switch value.completion {
        case .none: nil
        case .files: "files"
        case .directories: "directories"
        case .dynamic(let topic): topic
        }
    }

    /// Options that take a value, with the patterns of place and option after which the value stands. Shared
    /// options may stand anywhere.
    var valueOptions: [(patterns: [String], value: ValueDefinition)] {
        let everywhere = sharedOptions.map { ("*", $0) }
        let somewhere = nodes.flatMap { node in node.options.map { (node.path, $0) } }
        return (everywhere + somewhere).compactMap { place, option in
            option.value.map { (option.forms.map { "\(place):\($0)" }, $0) }
        }
    }

    /// The text in single quotes for bash and zsh.
    static func quoted(_ text: String) -> String {
        "'"
            + TextLayout.printable(text).split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: #"'\''"#) + "'"
    }

    private static func nodes(
        of command: CommandDefinition, path: String, arrivals: [String], table: CommandTable
    ) -> [Node] {
        let isHelp = path == "/help"
        let words = isHelp ? table.root.visibleSubcommands.map(\.name) : command.arguments.flatMap(\.value.allowed)
        let below = command.visibleSubcommands.flatMap { subcommand in
            let names = [subcommand.name] + subcommand.aliases
            return nodes(
                of: subcommand, path: "\(path)/\(subcommand.name)", arrivals: names.map { "\(path)/\($0)" },
                table: table)
        }
        return [Node(path: path, arrivals: arrivals, command: command, argumentWords: words)] + below
    }

    fileprivate static func unique(_ words: [String]) -> [String] {
        var seen: Set<String> = []
        return words.filter { seen.insert($0).inserted }
    }
}

extension OptionDefinition {
    /// Both forms with dashes, as they are typed.
    var forms: [String] { (short.map { ["-\($0)"] } ?? []) + [longForm] }
}
