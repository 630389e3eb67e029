// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases

/// `oncue loop`
enum LoopCommand {
    private static let expected = "1:20, 80, 80.5, a, b or off"

    static let command = Command(
        CommandDefinition(
            "loop", group: "Playing", summary: "Repeat a part of the current track, or show which.",
            discussion: """
                The part ends with its track; pausing does not end it. A jump to before the part plays into it, and a \
                jump behind it plays the rest of the track. Live streams have no parts to repeat.

                JSON: start, end (seconds, or null).
                """,
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("A", kind: "a position", expected: expected), .optional,
                    description:
                        "The start of the part, with B as its end. a and b alone set the start and the end at the "
                        + "present position; off plays on. Without A, the part is shown."),
                ArgumentDefinition(
                    ValueDefinition("B", kind: "a position", expected: "1:45, 105 or 105.5"), .optional,
                    description: "The end of the part."),
            ],
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue loop 1:20 1:45", "Repeat from 1:20 to 1:45."),
                DocumentedTerm("oncue loop a", "Begin the part at the present position."),
                DocumentedTerm("oncue loop b", "End it at the present position, and repeat it."),
                DocumentedTerm("oncue loop off", "Play on."),
            ])
    ) { parsed, context in
        guard let change = try change(parsed) else {
            return show(try await context.service.nowPlaying().loop, parsed, context)
        }
        try await context.service.perform(.setLoop(change))
        guard context.console.isTalkative || parsed.has("json") else { return }
        let loop = try await context.service.nowPlaying().loop
        if parsed.has("json") { return show(loop, parsed, context) }
        context.console.tell(loop.map(LoopText.sentence) ?? "Loop off")
    }

    private static func show(_ loop: PlaybackLoop?, _ parsed: ParsedCommand, _ context: CommandContext) {
        if parsed.has("json") { return context.console.write(loop.map(LoopText.json) ?? LoopText.none) }
        context.console.write(lines: [loop.map(LoopText.short) ?? "off"])
    }

    /// Returns the requested change; `nil` without words.
    private static func change(_ parsed: ParsedCommand) throws(UsageError) -> LoopChange? {
        guard let first = parsed.argument("A") else { return nil }
        let end = try parsed.argument("B", position)
        if end == nil {
            if first == "off" { return .off }
            if let point = LoopPoint(rawValue: first) { return .mark(point) }
        }
        guard let start = try parsed.argument("A", position) else { return nil }
        guard let end else {
            throw UsageError(
                .missingArgument, call: parsed.call,
                "missing B, the end of the part; expected a second position, such as oncue loop 1:20 1:45")
        }
        return .part(start, end)
    }

    private static func position(_ word: String) -> Duration? {
        if case .position(let position) = TimeText.target(word) { position } else { nil }
    }
}
