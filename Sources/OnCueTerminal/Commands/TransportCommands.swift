// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient

/// The commands without arguments that steer playback.
enum TransportCommands {
    static let pause = make("pause", .pause, "Pause.")
    static let resume = make("resume", .resume, "Go on playing.")
    static let toggle = make("toggle", .toggle, "Pause, or go on playing.")
    static let stop = make("stop", .stop, "Stop playing; the queue stays.")
    static let next = make("next", .next, "Play the next entry of the queue.")
    static let previous = make(
        "previous", .previous, "Play the previous entry of the queue.", aliases: ["prev"])

    private static func make(
        _ name: String, _ command: TransportCommand, _ summary: String, aliases: [String] = []
    ) -> Command {
        Command(
            CommandDefinition(
                name, aliases: aliases, group: "Playing", summary: summary,
                examples: [DocumentedTerm("oncue \(name)", summary)])
        ) { _, context in
            try await context.service.perform(command)
            try await NowPlayingLine.tell(context)
        }
    }
}
