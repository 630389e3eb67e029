// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension CommandTable {
    /// Returns the manual page in the `man` macros of roff, for section `section`.
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
            lines += manual(of: command, above: "")
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
        let synopses = command.synopses(prefix: above).map { #"\fB\#(Roff.text($0))\fR"# }
        var lines = [".TP", synopses.joined(separator: "\n.TQ\n"), Roff.text(command.summary)]
        let details =
            command.arguments.flatMap { Roff.entry($0.name, $0.explained) }
            + command.options.flatMap { Roff.entry($0.term, $0.explained) } + Roff.entries(command.examples)
        let discussion = TextLayout.paragraphs(of: command.discussion).flatMap { [".IP", Roff.text($0)] }
        lines += discussion
        if !details.isEmpty { lines += [".RS"] + details + [".RE"] }
        for subcommand in command.visibleSubcommands {
            lines += manual(of: subcommand, above: above.isEmpty ? command.name : "\(above) \(command.name)")
        }
        return lines
    }
}
