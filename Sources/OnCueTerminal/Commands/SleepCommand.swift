// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases

/// `oncue sleep`
enum SleepCommand {
    /// Returns the timer that a word requests; an inner `nil` ends the timer.
    static func wish(_ word: String) -> SleepWish?? {
        switch SleepMode(rawValue: word) {
        case .off: .some(nil)
        case .track: .track
        case .queue: .queue
        case .time, nil:
            SpanText.duration(word, unit: .seconds(60)).flatMap { time in
                time >= .seconds(1) && time <= SleepTimer.limit ? .some(.time(time)) : nil
            }
        }
    }

    static let expected = "30m, 1h30m, at most 24h, track, queue or off"

    static let command = Command(
        CommandDefinition(
            "sleep", group: "Playing", summary: "Set, show or cancel the sleep timer.",
            discussion: """
                The timer runs whether or not something is playing. The sound fades out over the last 20 seconds, then \
                playback pauses and the volume is restored. The timer survives a restart of the daemon.

                JSON: mode (time, track, queue, or null), remaining (seconds, or null).
                """,
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("WHEN", kind: "a time", expected: expected),
                    .optional,
                    description:
                        "A time up to 24h (a plain number means minutes), the end of the track or of the "
                        + "queue, or off. "
                        + "Without WHEN, the remaining time is shown.")
            ],
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue sleep 30m", "Pause in half an hour."),
                DocumentedTerm("oncue sleep track", "Pause at the end of the track."),
                DocumentedTerm("oncue sleep off", "Cancel the sleep timer."),
            ])
    ) { parsed, context in
        guard let wish = try parsed.argument("WHEN", wish) else {
            return show(try await context.service.nowPlaying().sleep, parsed, context)
        }
        try await context.service.perform(.setSleep(wish))
        if parsed.has("json") { return show(try await context.service.nowPlaying().sleep, parsed, context) }
        context.console.tell(wish.map { "Playback will pause " + SleepText.long($0) } ?? "Sleep timer off")
    }

    private static func show(_ sleep: SleepWish?, _ parsed: ParsedCommand, _ context: CommandContext) {
        if parsed.has("json") { return context.console.write(sleep.map(SleepText.json) ?? SleepText.none) }
        context.console.write(lines: [sleep.map(SleepText.long) ?? SleepMode.off.rawValue])
    }
}
