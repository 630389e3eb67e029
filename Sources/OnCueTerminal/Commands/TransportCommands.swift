// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import OnCueRuntime

/// The commands without arguments that control playback.
enum TransportCommands {
    static let pause = make("pause", .pause, "Pause.")
    static let resume = make("resume", .resume, "Resume playback.")
    static let toggle = make("toggle", .toggle, "Pause or resume.")
    static let next = make("next", .next, "Skip to the next entry in the queue.")
    static let previous = make(
        "previous", .previous, "Go back to the previous entry in the queue.", aliases: ["prev"])

    private static func make(
        _ name: String, _ command: PlaybackCommand, _ summary: String, aliases: [String] = []
    ) -> Command {
        Command(
            CommandDefinition(
                name, aliases: aliases, group: "Playing", summary: summary,
                discussion: "JSON: as oncue now, after the change.", options: [Values.json],
                examples: [DocumentedTerm("oncue \(name)", summary)])
        ) { parsed, context in
            try await run(command, parsed, context)
        }
    }

    /// The time limit for sound to begin, after which the command ends without a known result.
    private static let patience = Duration.seconds(5)

    /// Performs the command, and reports the playing track.
    ///
    /// - Throws: The reason for silence, if something should play.
    static func run(_ command: PlaybackCommand, _ parsed: ParsedCommand, _ context: CommandContext) async throws {
        try await context.service.perform(command)
        let shouldPlay = command != .pause && command != .stop
        let isJSON = parsed.has("json")
        guard shouldPlay || isJSON || context.console.isTalkative else { return }
        var now = try await context.service.nowPlaying()
        if shouldPlay, now.isLoading { now = await settled(context.service) ?? now }
        if shouldPlay, now.status != .playing, let failure = now.failure { throw failure }
        if isJSON { return context.console.write(now.json) }
        context.console.tell(NowPlayingLine.sentence(now))
    }

    /// Returns the report after loading, or `nil` if loading exceeds `patience`.
    private static func settled(_ service: any MediaServiceClient) async -> NowPlayingReport? {
        await withTaskGroup(of: NowPlayingReport?.self) { group in
            group.addTask {
                for await case .report(let report) in await service.nowPlayingUpdates() where !report.isLoading {
                    return report
                }
                return nil
            }
            group.addTask {
                try? await MediaActor.sleep(for: patience)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
