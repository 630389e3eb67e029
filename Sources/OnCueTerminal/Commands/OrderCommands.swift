// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore

/// `oncue repeat`
enum RepeatCommand {
    static let command = Command(
        CommandDefinition(
            "repeat", group: "Playing", summary: "Set or show what is played again.",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("MODE", kind: "a mode", allowed: RepeatMode.allCases.map(\.rawValue)), .optional,
                    description: "Nothing, the current entry, or the whole queue. Without it the mode is shown.")
            ],
            examples: [DocumentedTerm("oncue repeat all", "Begin again after the last entry.")])
    ) { parsed, context in
        guard let mode = try parsed.argument("MODE", RepeatMode.init(rawValue:)) else {
            return context.console.write(lines: [try await context.service.nowPlaying().repeatMode.rawValue])
        }
        try await context.service.setRepeatMode(mode)
        context.console.tell("Repeat \(mode.rawValue)")
    }
}

/// `oncue shuffle`
enum ShuffleCommand {
    static let command = Command(
        CommandDefinition(
            "shuffle", group: "Playing", summary: "Set or show whether the queue plays in random order.",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("SWITCH", kind: "a switch", allowed: ["on", "off"]), .optional,
                    description: "Without it the state is shown.")
            ],
            examples: [DocumentedTerm("oncue shuffle on", "Play the queue in random order.")])
    ) { parsed, context in
        guard let word = parsed.argument("SWITCH") else {
            let isShuffled = try await context.service.nowPlaying().isShuffled
            return context.console.write(lines: [isShuffled ? "on" : "off"])
        }
        try await context.service.setShuffled(word == "on")
        context.console.tell("Shuffle \(word)")
    }
}
