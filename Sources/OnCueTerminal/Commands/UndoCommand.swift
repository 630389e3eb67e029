// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// `oncue undo`
enum UndoCommand {
    static let command = Command(
        CommandDefinition(
            "undo", group: "Looking", summary: "Undo the last change to the queue.",
            discussion: """
                Playing something else, adding, removing, moving, sorting and clearing can be undone, up to the last \
                20 changes, until the daemon quits. The entry that was current is current again, at its old position. \
                oncue redo does the change again.

                JSON: total, offset, items [edit (play, add, remove, move, sort, clear or back), title (of the first \
                entry), count]: the change that was undone, or with --list those that can be, the next one first.
                """,
            options: [
                OptionDefinition("list", short: "l", description: "List what can be undone, without undoing it."),
                Values.json,
            ],
            examples: [
                DocumentedTerm("oncue undo", "Restore the queue that something else replaced."),
                DocumentedTerm("oncue undo --list", "List what can be undone."),
            ])
    ) { parsed, context in
        if parsed.has("list") {
            return list(try await context.service.undoableEdits(), none: "Nothing to undo", parsed, context)
        }
        let edit = try await context.service.undoEdit()
        if parsed.has("json") { context.console.write(json([edit])) }
        context.console.tell("Undone: " + phrase(edit))
        try await NowPlayingLine.tell(context)
    }

    /// Writes changes of the queue, or `none`.
    static func list(_ edits: [QueueEdit], none: String, _ parsed: ParsedCommand, _ context: CommandContext) {
        if parsed.has("json") { return context.console.write(json(edits)) }
        context.console.write(lines: edits.map(phrase))
        if edits.isEmpty { context.console.tell(none) }
    }

    /// Returns a description of the edit, such as `added So What and 4 more`.
    static func phrase(_ edit: QueueEdit) -> String {
        let entries = TextLayout.printable(edit.title) + (edit.count > 1 ? " and \(edit.count - 1) more" : "")
        return switch edit.kind {
        case .play: "replaced \(entries)"
        case .add: "added \(entries)"
        case .remove: "removed \(entries)"
        case .move: "moved \(entries)"
        case .sort: "sorted \(entries)"
        case .clear: "cleared \(entries)"
        case .back: "returned from \(entries)"
        }
    }

    static func json(_ edits: [QueueEdit]) -> JSONValue {
        [
            "total": .int(edits.count),
            "offset": .int(0),
            "items": .array(
                edits.map { edit in
                    [
                        "edit": .string(edit.kind.rawValue), "title": .string(edit.title), "count": .int(edit.count),
                    ]
                }),
        ]
    }
}
