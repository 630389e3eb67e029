// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore

/// `oncue undo`
enum UndoCommand {
    static let command = Command(
        CommandDefinition(
            "undo", group: "Looking", summary: "Take back the last change of the queue.",
            discussion: """
                Playing something else, adding, removing, moving and clearing can be taken back, 20 changes one after \
                the other, as long as the daemon runs. What was current is current again, where it was.

                JSON: total, offset, items [edit (play, add, remove, move, clear or back), title (of the first entry), count], with what was \
                taken back, or with --list what can be, the next one first.
                """,
            options: [
                OptionDefinition("list", short: "l", description: "Only show what can be taken back."), Values.json,
            ],
            examples: [
                DocumentedTerm("oncue undo", "Get the queue back that something was played over."),
                DocumentedTerm("oncue undo --list", "Show what can be taken back."),
            ])
    ) { parsed, context in
        if parsed.has("list") { return try await list(parsed, context) }
        let edit = try await context.service.undoEdit()
        if parsed.has("json") { context.console.write(json([edit])) }
        context.console.tell("Undone: " + phrase(edit))
        try await NowPlayingLine.tell(context)
    }

    private static func list(_ parsed: ParsedCommand, _ context: CommandContext) async throws {
        let edits = try await context.service.undoableEdits()
        if parsed.has("json") { return context.console.write(json(edits)) }
        context.console.write(lines: edits.map(phrase))
        if edits.isEmpty { context.console.tell("There is no change of the queue to undo") }
    }

    /// What was done, such as `added So What and 4 more`.
    static func phrase(_ edit: QueueEdit) -> String {
        let entries = TextLayout.printable(edit.title) + (edit.count > 1 ? " and \(edit.count - 1) more" : "")
        return switch edit.kind {
        case .play: "played something else instead of \(entries)"
        case .add: "added \(entries)"
        case .remove: "removed \(entries)"
        case .move: "moved \(entries)"
        case .clear: "cleared \(entries)"
        case .back: "went back from \(entries)"
        }
    }

    private static func json(_ edits: [QueueEdit]) -> JSONValue {
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
