// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing

/// `oncue completions`
enum CompletionsCommand {
    static let command = Command(
        CommandDefinition(
            "completions", group: "Help", summary: "Print the completion script for a shell.",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition(
                        "SHELL", kind: "a shell", allowed: CommandTable.Shell.allCases.map(\.rawValue)),
                    description: "The shell.")
            ],
            examples: [
                DocumentedTerm("source <(oncue completions bash)", "Enable completion in the current shell."),
                DocumentedTerm(
                    "oncue completions fish > ~/.config/fish/completions/oncue.fish",
                    "Enable completion in every fish session."),
            ])
    ) { parsed, context in
        let shell = try parsed.required("SHELL", CommandTable.Shell.init(rawValue:))
        context.console.write(CommandCatalog.table.completionScript(for: shell))
    }
}
