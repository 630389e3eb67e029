// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueCore

/// `oncue manual`, for the installation and the documents.
enum ManualCommand {
    static let command = Command(
        CommandDefinition(
            "manual", group: "Help", summary: "Print the manual page.",
            arguments: [
                ArgumentDefinition("DATE", .optional, description: "The date in its footer, as YYYY-MM-DD.")
            ],
            options: [OptionDefinition("markdown", description: "Print tables of the commands in Markdown instead.")],
            examples: [DocumentedTerm("oncue manual | man -l -", "Read the manual page.")], isHidden: true)
    ) { parsed, context in
        context.console.write(
            parsed.has("markdown")
                ? CommandCatalog.table.markdown
                : CommandCatalog.table.manualPage(
                    date: parsed.argument("DATE") ?? "", source: "OnCue \(ServiceVersion.current)"))
    }
}
