// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient

/// `oncue now`
enum NowCommand {
    static let command = Command(
        CommandDefinition(
            "now", group: "Looking", summary: "Show what plays.",
            discussion: """
                With --follow it shows every change until Ctrl-C: in one live line on a terminal, otherwise one line \
                per change, or with --json one object per line.

                JSON: status, loading, title, artists, albumArtists, album, composers, genres, trackNumber, \
                trackTotal, discNumber, discTotal, date, streamTitle, chapter {number, count, title}, position, \
                duration (seconds), seekable, identifier, url, artUrl, entry, queueIndex, queueLength, \
                context {identifier, title, kind, number, count} (what the queue was filled from), \
                interrupted {title, count, depth} (the queue that comes back after this one), \
                volume (percent), muted, repeat, shuffle, similar, rate, sleep {mode, remaining}, stopAfter, \
                output {name, silent}, error {code, message}. What is unknown is null.
                """,
            options: [
                Values.json, OptionDefinition("follow", short: "f", description: "Go on showing until Ctrl-C."),
            ],
            examples: [
                DocumentedTerm("oncue now", "Show what plays."),
                DocumentedTerm("oncue now --follow", "Watch what plays."),
                DocumentedTerm("oncue now --json | jq -r .title", "Get the title alone."),
            ])
    ) { parsed, context in
        let now = try await context.service.nowPlaying()
        if parsed.has("follow") {
            return await FollowLoop(context: context, isJSON: parsed.has("json")).run(from: now)
        }
        if parsed.has("json") {
            context.console.write(now.json)
        } else {
            context.console.write(lines: NowView.lines(now, screen: context.console.dataScreen))
        }
    }
}
