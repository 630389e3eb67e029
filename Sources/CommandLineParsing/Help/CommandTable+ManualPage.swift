// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import TextOutput

extension CommandTable {
    /// Returns the manual page of the program in the `man` macros of roff, for section `section`. It has one line for
    /// each command; ``manualPage(of:date:source:)`` is the rest.
    ///
    /// `date` is printed in the footer, for which `man` requires YYYY-MM-DD; nothing else in the text depends on the
    /// time of its creation.
    package func manualPage(section: Int = 1, date: String, source: String) -> String {
        var lines = Roff.head(program, section: section, date: date, source: source, summary: summary)
        lines += [
            ".SH SYNOPSIS", ".nf", #"\fB\#(Roff.text(program))\fR \#(Roff.text(synopsisTail))"#, ".fi",
        ]
        lines += Roff.section("DESCRIPTION", Roff.paragraphs(root.discussion.isEmpty ? summary : root.discussion))
        for command in root.visibleSubcommands {
            if command.group != lastGroup(before: command) { lines.append(".SH \(Roff.heading(command.group))") }
            lines += Roff.entry("\(pageName(of: command))(1)", command.summary)
        }
        lines += Roff.section("OPTIONS", sharedOptions.flatMap { Roff.entry($0.term, $0.explained) })
        lines += Roff.section("KEYS", Roff.entries(keys))
        lines += Roff.section("EXAMPLES", Roff.entries(root.examples))
        lines += Roff.section("EXIT STATUS", Roff.entries(exitStatuses))
        lines += Roff.section("ENVIRONMENT", Roff.entries(environment))
        lines += Roff.section("FILES", Roff.entries(files))
        lines += Roff.section("SEE ALSO", seeAlso.isEmpty ? [] : [seeAlso.map(Roff.text).joined(separator: ", ")])
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the manual page of one command of the program, with all its sub-commands, for section 1.
    package func manualPage(of command: CommandDefinition, date: String, source: String) -> String {
        var lines = Roff.head(
            pageName(of: command), section: 1, date: date, source: source, summary: command.summary)
        lines +=
            [".SH SYNOPSIS", ".nf"] + calls(of: command, above: program).map { #"\fB\#(Roff.text($0))\fR"# } + [".fi"]
        lines += Roff.section(
            "DESCRIPTION", Roff.paragraphs(command.discussion.isEmpty ? command.summary : command.discussion))
        lines += Roff.section("ARGUMENTS", command.arguments.flatMap { Roff.entry($0.name, $0.explained) })
        lines += Roff.section("OPTIONS", command.options.flatMap { Roff.entry($0.term, $0.explained) })
        lines += Roff.section(
            "COMMANDS", command.visibleSubcommands.flatMap { manual(of: $0, above: "\(program) \(command.name)") })
        lines += Roff.section("EXAMPLES", Roff.entries(command.examples))
        lines += Roff.section(
            "SEE ALSO", [Roff.text("\(program)(1)") + ", for the options of every command and the exit statuses"])
        return lines.joined(separator: "\n") + "\n"
    }

    private func pageName(of command: CommandDefinition) -> String { "\(program)-\(command.name)" }

    /// The ways to call a command and those below it.
    private func calls(of command: CommandDefinition, above: String) -> [String] {
        command.calls(prefix: above)
            + command.visibleSubcommands.flatMap { calls(of: $0, above: "\(above) \(command.name)") }
    }

    private var synopsisTail: String {
        commands.isEmpty
            ? (["[OPTIONS]"] + root.arguments.map(\.synopsis)).joined(separator: " ")
            : "[OPTIONS] COMMAND [ARGUMENTS]"
    }

    private func lastGroup(before command: CommandDefinition) -> String? {
        let visible = root.visibleSubcommands
        return visible.firstIndex(of: command).flatMap { $0 > 0 ? visible[$0 - 1].group : nil }
    }

    private func manual(of command: CommandDefinition, above: String) -> [String] {
        let synopses = command.calls(prefix: above).map { #"\fB\#(Roff.text($0))\fR"# }
        let details =
            command.arguments.flatMap { Roff.entry($0.name, $0.explained) }
            + command.options.flatMap { Roff.entry($0.term, $0.explained) } + Roff.entries(command.examples)
        var lines: [String] = []
        // A command that only has others below it cannot be called.
        if !synopses.isEmpty {
            lines += [".TP", synopses.joined(separator: "\n.TQ\n"), Roff.text(command.summary)]
            lines += TextLayout.paragraphs(of: command.discussion).flatMap { [".IP", Roff.text($0)] }
            if !details.isEmpty { lines += [".RS"] + details + [".RE"] }
        }
        for subcommand in command.visibleSubcommands {
            lines += manual(of: subcommand, above: "\(above) \(command.name)")
        }
        return lines
    }
}
