// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension CommandTable {
    /// The commands in Markdown: a section for each group, with a table of the ways to call each command and
    /// sub-command.
    package var markdown: String {
        var lines: [String] = []
        var group: String?
        for command in root.visibleSubcommands {
            if command.group != group {
                lines += ["", "## \(command.group)", "", "| Command | What it does |", "|---|---|"]
                group = command.group
            }
            lines += Self.rows(of: command, prefix: program)
        }
        lines += ["", "## Global options", "", "| Option | What it does |", "|---|---|"]
        lines += sharedOptions.map { Self.row([$0.term], $0.description) }
        lines += ["", "## Exit status", "", "| Status | Meaning |", "|---|---|"]
        lines += exitStatuses.map { Self.row([$0.term], $0.meaning) }
        return lines.dropFirst().joined(separator: "\n") + "\n"
    }

    private static func rows(of command: CommandDefinition, prefix: String) -> [String] {
        let calls = command.calls(prefix: prefix)
        return (calls.isEmpty ? [] : [row(calls, command.summary)])
            + command.visibleSubcommands.flatMap { rows(of: $0, prefix: "\(prefix) \(command.name)") }
    }

    /// A row whose first cell is code. A bar would end a cell.
    private static func row(_ code: [String], _ text: String) -> String {
        let cell = code.map { "`\($0)`" }.joined(separator: ", ")
        return "| \(cell.replacing("|", with: "\\|")) | \(text.replacing("|", with: "\\|")) |"
    }
}
