// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases

/// `oncue redo`
enum RedoCommand {
    static let command = Command(
        CommandDefinition(
            "redo", group: "Looking", summary: "Do the change again that oncue undo took back.",
            discussion: """
                Possible until the queue or a playlist is changed in another way, once for each undo. The current track plays on if \
                it is in the queue that returns.

                JSON: as oncue undo.
                """,
            options: [
                OptionDefinition("list", short: "l", description: "List what can be done again, without doing it."),
                Values.json,
            ],
            examples: [
                DocumentedTerm("oncue redo", "Take back the last undo."),
                DocumentedTerm("oncue redo --list", "List what can be done again."),
            ])
    ) { parsed, context in
        if parsed.has("list") {
            return UndoCommand.list(
                try await context.service.redoableEdits(), none: "Nothing to redo", parsed, context)
        }
        let edit = try await context.service.redoEdit()
        if parsed.has("json") { context.console.write(UndoCommand.json([edit])) }
        context.console.tell("Redone: " + EditPhrase.text(edit))
        if edit.playlist == nil { try await NowPlayingLine.tell(context) }
    }
}
