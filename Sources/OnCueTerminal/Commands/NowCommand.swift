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
                A terminal with room and colours shows the cover as well, as well as it can (sixels, the protocols of \
                kitty and iTerm, or letters), and what comes next.

                With --follow it shows every change until Ctrl-C: in one live line on a terminal, otherwise one line \
                per change, or with --json one object per line. A daemon that ends is a line as well (unavailable), \
                and the next one is followed again.

                With --lyrics a terminal shows the lyrics and follows them until Ctrl-C; anything else gets all lines, with \
                times in brackets where they are known, or with --json total, offset, items [start, text], source \
                (file or tags), timed. They come from a file beside the medium (song.lrc) or from its tags.

                --format writes a line of your own, with --follow one per change that makes it another. TEMPLATE is \
                text with fields in braces: {title}; {streamTitle|title|"nothing"} for the first that is known; \
                {title:30} cut to 30 cells, {elapsed:>8} filled to 8; {artist?{artist} - } for a part that is there \
                only with the field, {muted?off|{volume}%} with what is there otherwise; {status=paused?...} to \
                compare; {title:json} and {title:markup} for what reads it; \\n, \\t, \\{, \\} and \\| for signs. Times \
                are written as 1:23. While it plays, nothing is written because time passes, unless --every says how \
                often.

                Fields: what JSON tells, with a dot between two names (chapter.title, output.name), and artist, \
                elapsed, remaining, percent, number, symbol, position.seconds, duration.seconds.

                JSON: status, state (with buffering, interrupted, failed), stateReason, interruption, loading, \
                buffering (percent), title, artists, albumArtists, album, composers, genres, trackNumber, trackTotal, \
                discNumber, discTotal, date, streamTitle, chapter {number, count, title}, position, duration \
                (seconds), seekable, identifier, collection (the album or podcast), provider (a bus name), mediaType, \
                live, explicit, url, artUrl, artwork {small, medium, large}, entry, queueIndex, queueLength, \
                context {identifier, title, kind, number, count} (what the queue was filled from), \
                next {entry, identifier, title, artists} (what plays after it), \
                interrupted {title, count, depth} (the queue that comes back after this one), \
                volume (percent), muted, repeat, shuffle, shuffleMode, similar, rate, playbackRate (0 while the \
                position stands), sleep {mode, remaining}, stopAfter, output {name, silent}, error {code, message}, \
                player (oncue, or what --player has chosen). What is unknown is null.
                """,
            options: [
                Values.json, OptionDefinition("follow", short: "f", description: "Go on showing until Ctrl-C."),
                OptionDefinition(
                    "lyrics", short: "l", description: "Show the lyrics, on a terminal as they are heard."),
                OptionDefinition("plain", description: "Show no picture."),
                OptionDefinition(
                    "format",
                    value: ValueDefinition("TEMPLATE", kind: "a template", expected: "text with fields, as '{title}'"),
                    description: "Write a line as the template says."),
                OptionDefinition(
                    "every",
                    value: ValueDefinition("TIME", kind: "a time", expected: "1s, or up to 1h"),
                    description: "With --follow, write lines as often as this while it plays, too."),
            ],
            examples: [
                DocumentedTerm("oncue now", "Show what plays."),
                DocumentedTerm("oncue now --follow", "Watch what plays."),
                DocumentedTerm("oncue now --lyrics", "Read along."),
                DocumentedTerm(
                    "oncue now --follow --format '{artist?{artist} - }{title:40}'", "Write lines for a status bar."),
                DocumentedTerm("oncue now --json | jq -r .title", "Get the title alone."),
            ])
    ) { parsed, context in
        if parsed.has("lyrics") { return try await LyricsErrand(parsed, context).run() }
        let form = try NowForm(parsed, context.console)
        let interval = try interval(parsed)
        let now = try await context.service.nowPlaying()
        if parsed.has("follow") || interval != nil {
            let updates = context.service.nowPlayingUpdates()
            return await FollowLoop(console: context.console, form: form, interval: interval, updates: updates)
                .run(from: now)
        }
        switch form {
        case .json: context.console.write(now.json)
        case .template: context.console.write(lines: [form.line(now)])
        case .text: await show(now, isPlain: parsed.has("plain"), context)
        }
    }

    /// On a terminal the cover stands beside the lines, and what comes next below them.
    private static func show(_ now: NowPlayingReport, isPlain: Bool, _ context: CommandContext) async {
        let card = NowCard(screen: context.console.dataScreen)
        let showsNext = card.screen.isTerminal
        let file = card.hasRoom && !isPlain ? NowCard.file(now) : nil
        if let picture = file.flatMap({ context.pictures.draw($0, columns: NowCard.columns, rows: NowCard.rows) }) {
            let lines = NowView.lines(now, showsNext: showsNext, screen: card.besidePicture)
            return context.console.write(NowCard.text(picture: picture, lines: lines))
        }
        context.console.write(lines: NowView.lines(now, showsNext: showsNext, screen: card.screen))
    }

    /// How often lines are written.
    static func interval(_ parsed: ParsedCommand) throws(UsageError) -> Duration? {
        try parsed.option("every", span)
    }

    private static func span(_ word: String) -> Duration? {
        SpanText.duration(word, unit: .seconds(1)).flatMap {
            (.milliseconds(100) ... .seconds(3600)).contains($0) ? $0 : nil
        }
    }
}
