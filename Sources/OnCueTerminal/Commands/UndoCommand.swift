// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases

/// `oncue undo`
enum UndoCommand {
    static let command = Command(
        CommandDefinition(
            "undo", group: "Looking", summary: "Undo the last change to the queue or a playlist.",
            discussion: """
                Playing something else, adding, removing, moving, sorting and clearing can be undone, up to the last \
                20 changes, until the daemon quits. The entry that was current is current again, at its old position. \
                So can the last 20 changes to your playlists, unless something else has changed the file since; a \
                playlist that was deleted comes back. oncue redo does the change again.

                JSON: total, offset, items [edit (play, add, remove, move, sort, clear or back; of a playlist also \
                create, delete or rename), title (of the first entry, or the former name of the playlist), count, \
                playlist (null for the queue)]: the change that was undone, or with --list those that can be, the next \
                one first.
                """,
            options: [
                OptionDefinition("list", short: "l", description: "List what can be undone, without undoing it."),
                Values.json,
            ],
            examples: [
                DocumentedTerm("oncue undo", "Restore the queue that something else replaced."),
                DocumentedTerm("oncue undo", "Bring back a playlist that you have just deleted."),
                DocumentedTerm("oncue undo --list", "List what can be undone."),
            ])
    ) { parsed, context in
        if parsed.has("list") {
            return list(try await context.service.undoableEdits(), none: "Nothing to undo", parsed, context)
        }
        let edit = try await context.service.undoEdit()
        if parsed.has("json") { context.console.write(json([edit])) }
        context.console.tell("Undone: " + EditPhrase.text(edit))
        if edit.playlist == nil { try await NowPlayingLine.tell(context) }
    }

    /// Writes changes, or `none`.
    static func list(_ edits: [ListEdit], none: String, _ parsed: ParsedCommand, _ context: CommandContext) {
        if parsed.has("json") { return context.console.write(json(edits)) }
        context.console.write(lines: edits.map(EditPhrase.text))
        if edits.isEmpty { context.console.tell(none) }
    }

    static func json(_ edits: [ListEdit]) -> JSONValue { .listing(edits.map(\.json)) }
}
