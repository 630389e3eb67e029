// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// `oncue repeat`
enum RepeatCommand {
    static let command = Command(
        CommandDefinition(
            "repeat", group: "Playing", summary: "Set or show the repeat mode.", discussion: "JSON: repeat.",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("MODE", kind: "a mode", allowed: RepeatMode.allCases.map(\.rawValue)), .optional,
                    description:
                        "Repeat nothing, the current entry or the whole queue. Without MODE, the mode is shown.")
            ],
            options: [Values.json],
            examples: [DocumentedTerm("oncue repeat all", "Start over after the last entry.")])
    ) { parsed, context in
        guard let mode = try parsed.argument("MODE", RepeatMode.init(rawValue:)) else {
            let mode = try await context.service.nowPlaying().repeatMode.rawValue
            if parsed.has("json") { return context.console.write(["repeat": .string(mode)]) }
            return context.console.write(lines: [mode])
        }
        try await context.service.perform(.setRepeatMode(mode))
        if parsed.has("json") { context.console.write(["repeat": .string(mode.rawValue)]) }
        context.console.tell("Repeat \(mode.rawValue)")
    }
}

/// `oncue shuffle`
enum ShuffleCommand {
    static let command = Command(
        CommandDefinition(
            "shuffle", group: "Playing", summary: "Set or show whether the queue is shuffled.",
            discussion: "JSON: shuffle (off, on or albums).",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("MODE", kind: "an order", allowed: ["on", "off", "tracks", "albums"]), .optional,
                    description:
                        "on or tracks shuffles all tracks; albums keeps each album together. Without MODE, "
                        + "the mode is shown."
                )
            ],
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue shuffle on", "Play the queue in random order."),
                DocumentedTerm("oncue shuffle albums", "Play albums in random order, the tracks of each in order."),
            ])
    ) { parsed, context in
        guard let word = parsed.argument("MODE") else {
            let mode = text(try await context.service.nowPlaying().shuffleMode)
            if parsed.has("json") { return context.console.write(["shuffle": .string(mode)]) }
            return context.console.write(lines: [mode])
        }
        let mode = ShuffleMode(rawValue: word) ?? .tracks
        try await context.service.perform(.setShuffleMode(mode))
        if parsed.has("json") { context.console.write(["shuffle": .string(text(mode))]) }
        context.console.tell("Shuffle \(text(mode))")
    }

    private static func text(_ mode: ShuffleMode) -> String { mode == .tracks ? "on" : mode.rawValue }
}
