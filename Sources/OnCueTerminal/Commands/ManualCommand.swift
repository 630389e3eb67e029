// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueCore

/// `oncue manual`, for the installation.
enum ManualCommand {
    static let command = Command(
        CommandDefinition(
            "manual", group: "Help", summary: "Write the manual page.",
            arguments: [
                ArgumentDefinition("DATE", .optional, description: "What stands at its foot, as YYYY-MM-DD.")
            ],
            examples: [DocumentedTerm("oncue manual | man -l -", "Read the manual page.")], isHidden: true)
    ) { parsed, context in
        context.console.write(
            CommandCatalog.table.manualPage(
                date: parsed.argument("DATE") ?? "", source: "OnCue \(ServiceVersion.current)"))
    }
}
