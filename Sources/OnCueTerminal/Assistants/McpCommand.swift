// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing

/// `oncue mcp`
enum McpCommand {
    static let command = Command(
        CommandDefinition(
            "mcp", group: "Daemon", summary: "Serve an assistant on standard input and output.",
            discussion: """
                Speaks the Model Context Protocol, one message per line, in its revisions from 2024-11-05 to 2026-07-28. It \
                is meant to be started by an assistant or an editor: name oncue as the command and mcp as its argument. \
                It ends with its input.

                An assistant can search, play, control, suggest and remind, and take back what it changed in the queue and \
                in playlists. It can erase nothing, change no settings and remove no folders. The daemon is started by the \
                first call that needs it.
                """,
            options: [
                OptionDefinition(
                    "read-only", description: "Offer only tools that read, and none that change anything."),
                OptionDefinition("history", description: "Also tell what was played, which is not offered otherwise."),
            ],
            examples: [
                DocumentedTerm("oncue mcp", "Serve an assistant that starts it."),
                DocumentedTerm("oncue mcp --read-only", "Let it look, and change nothing."),
                DocumentedTerm("oncue mcp --history", "Let it see what was played."),
            ])
    ) { parsed, context in
        let table = AssistantToolTable(isReadOnly: parsed.has("read-only"), hasHistory: parsed.has("history"))
        if context.input.isTerminal {
            context.console.tell("Waiting for the messages of an assistant, one a line; Ctrl-D ends it")
        }
        await McpServer(table, context).serve()
    }
}
