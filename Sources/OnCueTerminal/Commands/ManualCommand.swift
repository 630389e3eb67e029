// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueCore

/// `oncue manual`, for the installation and the documentation.
enum ManualCommand {
    static let command = Command(
        CommandDefinition(
            "manual", group: "Help", summary: "Print the manual page of oncue, or of one of its commands.",
            arguments: [
                ArgumentDefinition("DATE", .optional, description: "The date in its footer, as YYYY-MM-DD.")
            ],
            options: [
                OptionDefinition(
                    "of", value: ValueDefinition("COMMAND", kind: "a command", expected: "play, queue …"),
                    description: "The command whose page to print."),
                OptionDefinition("markdown", description: "Print tables of the commands in Markdown instead."),
            ],
            examples: [
                DocumentedTerm("oncue manual | man -l -", "Read the manual page."),
                DocumentedTerm("oncue manual --of play | man -l -", "Read that of oncue play."),
            ], isHidden: true)
    ) { parsed, context in
        context.console.write(try text(parsed))
    }

    private static func text(_ parsed: ParsedCommand) throws(UsageError) -> String {
        let table = CommandCatalog.table
        if parsed.has("markdown") { return table.markdown }
        let (date, source) = (parsed.argument("DATE") ?? "", "OnCue \(ServiceVersion.current)")
        guard let command = try parsed.option("of", { table.command(at: [$0]) }) else {
            return table.manualPage(date: date, source: source)
        }
        return table.manualPage(of: command, date: date, source: source)
    }
}
