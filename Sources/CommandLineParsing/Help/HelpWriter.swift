// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import TextOutput

/// Lays out the help of one command.
struct HelpWriter {
    private let table: CommandTable
    private let width: Int
    private let style: HelpStyle
    private var lines: [String] = []

    private static let indent = 2
    private static let gap = 2

    init(table: CommandTable, width: Int, style: HelpStyle) {
        self.table = table
        self.width = max(40, width)
        self.style = style
    }

    mutating func text(for chain: [CommandDefinition]) -> String {
        guard let command = chain.last else { return "" }
        let isProgram = chain.count == 1
        let above = chain.dropLast().map(\.name).joined(separator: " ")
        let call = chain.map(\.name).joined(separator: " ")
        lines += TextLayout.wrap("\(call): \(command.summary)", to: width)
        writeUsage(isProgram ? programSynopses : command.synopses(prefix: above))
        if !command.aliases.isEmpty {
            let names = command.aliases.joined(separator: ", ")
            section("Aliases", lines: TextLayout.wrap(names, to: width, indent: Self.indent))
        }
        if !command.discussion.isEmpty {
            lines.append("")
            lines += TextLayout.wrapParagraphs(command.discussion, to: width)
        }
        list("Arguments", command.arguments.map { ($0.name, $0.explained) })
        list("Options", command.options.map(Self.entry))
        writeCommands(command)
        list(isProgram ? "Options" : "Global options", sharedOptions(isProgram).map(Self.entry))
        writeExamples(command.examples)
        if isProgram {
            writeNotes()
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var programSynopses: [String] {
        guard table.commands.isEmpty else { return ["\(table.program) [OPTIONS] COMMAND [ARGUMENTS]"] }
        return [([table.program, "[OPTIONS]"] + table.root.arguments.map(\.synopsis)).joined(separator: " ")]
    }

    private func sharedOptions(_ isProgram: Bool) -> [OptionDefinition] {
        isProgram ? table.sharedOptions : table.globalOptions + [.help]
    }

    // MARK: Sections

    private mutating func section(_ title: String, lines content: [String]) {
        guard !content.isEmpty else { return }
        lines.append("")
        lines.append(style.heading(title))
        lines += content
    }

    private mutating func writeUsage(_ synopses: [String]) {
        var content: [String] = []
        for synopsis in synopses {
            content += TextLayout.wrap(synopsis, to: width, indent: Self.indent, hangingIndent: 6)
        }
        section("Usage", lines: content)
    }

    private mutating func writeCommands(_ command: CommandDefinition) {
        var groups: [String] = []
        for subcommand in command.visibleSubcommands where !groups.contains(subcommand.group) {
            groups.append(subcommand.group)
        }
        // One column for all groups reads better than one for each.
        let longest = termWidth(command.visibleSubcommands.map(\.term))
        for group in groups {
            let members = command.visibleSubcommands.filter { $0.group == group }
            list(group, members.map { ($0.term, $0.summary) }, termWidth: longest)
        }
    }

    private mutating func writeExamples(_ examples: [DocumentedTerm]) {
        var content: [String] = []
        for example in examples {
            content += commandLine(example.term)
            content += TextLayout.wrap(example.meaning, to: width, indent: 6)
        }
        section("Examples", lines: content)
    }

    private mutating func writeNotes() {
        list("Exit status", table.exitStatuses.map { ($0.term, $0.meaning) })
        list("Environment", table.environment.map { ($0.term, $0.meaning) })
        list("Files", table.files.map { ($0.term, $0.meaning) })
        if !table.commands.isEmpty {
            lines.append("")
            lines += TextLayout.wrap("Help for one command: \(table.program) help COMMAND", to: width)
        }
    }

    // MARK: Pieces

    private mutating func list(_ title: String, _ entries: [(term: String, text: String)], termWidth: Int? = nil) {
        let column = termWidth ?? self.termWidth(entries.map(\.term))
        section(title, lines: entries.flatMap { definition($0.term, $0.text, column: column) })
    }

    /// The width of the left column: the longest term that leaves most of the line to the descriptions.
    private func termWidth(_ terms: [String]) -> Int {
        let limit = width * 2 / 5 - Self.indent - Self.gap
        return terms.map { TextLayout.width(of: $0) }.filter { $0 <= limit }.max() ?? limit / 2
    }

    /// Returns a term with its text next to it, or below it if the term is too wide.
    private func definition(_ term: String, _ text: String, column: Int) -> [String] {
        let textColumn = Self.indent + column + Self.gap
        let margin = TextLayout.spaces(Self.indent)
        let body = TextLayout.wrap(text, to: width, indent: textColumn)
        guard TextLayout.width(of: term) <= column else {
            let head = TextLayout.wrap(term, to: width, indent: Self.indent, hangingIndent: 6)
            return head.map { line in
                let spaces = TextLayout.spaces(line.prefix { $0 == " " }.count)
                return spaces + style.term(String(line.drop { $0 == " " }))
            } + body
        }
        guard let first = body.first else { return [margin + style.term(TextLayout.printable(term))] }
        let padding = TextLayout.spaces(textColumn - Self.indent - TextLayout.width(of: term))
        let head = margin + style.term(TextLayout.printable(term)) + padding
        return [head + first.dropFirst(textColumn)] + body.dropFirst()
    }

    /// Returns a command line to copy, continued in the manner of a shell if it is too long.
    private func commandLine(_ text: String) -> [String] {
        let wrapped = TextLayout.wrap(text, to: width, indent: Self.indent, hangingIndent: 4)
        guard wrapped.count > 1 else { return wrapped }
        let parts = TextLayout.wrap(text, to: width - 2, indent: Self.indent, hangingIndent: 4)
        return parts.dropLast().map { $0 + " \\" } + parts.suffix(1)
    }

    private static func entry(_ option: OptionDefinition) -> (term: String, text: String) {
        // Options without a short form line up with the long forms of the others.
        let term = option.short == nil ? "    \(option.term)" : option.term
        return (term, option.explained)
    }
}
