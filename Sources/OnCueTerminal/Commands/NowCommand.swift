// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases

/// `oncue now`
enum NowCommand {
    static let command = Command(
        CommandDefinition(
            "now", group: "Looking", summary: "Show what is playing.",
            discussion: """
                A terminal with enough room and colours also shows the cover, in the best way it supports (sixels, the \
                kitty or iTerm protocol, or characters), and what plays next.

                With --follow, every change is shown until Ctrl-C: in one live line on a terminal, otherwise one line \
                per change, or with --json one object per line. When the daemon quits, that is a line as well \
                (unavailable), and the next daemon is followed.

                With --lyrics, a terminal shows the lyrics in time with the music until Ctrl-C; anything else gets all \
                lines, with times in brackets where they are known, or with --json total, offset, items [start, text], \
                source (file, tags or web), timed. Lyrics come from a file beside the track (song.lrc), from its tags, \
                or if lyrics.web is set in oncue.conf(5) from LRCLIB.

                --format prints a line of your own, and with --follow a new one whenever it would be different. \
                TEMPLATE is text with fields in braces: {title}; {streamTitle|title|"nothing"} for the first one that \
                is known; {title:30} cut to 30 cells, {elapsed:>8} padded to 8; {artist?{artist} - } for a part that \
                appears only with the field, {muted?off|{volume}%} with an alternative; {status=paused?...} to \
                compare; {title:json} and {title:markup} to escape for JSON and Pango markup; \\n, \\t, \\{, \\} and \
                \\| for special characters. Times look like 1:23. The passing of time alone does not print a line; \
                --every prints one at that interval while something plays.

                Fields: the JSON keys, with a dot between nested names (chapter.title, output.name), and artist, \
                elapsed, remaining, percent, number, symbol, position.seconds, duration.seconds.

                JSON: \(NowField.help). Unknown values are null.
                """,
            options: [
                Values.json, OptionDefinition("follow", short: "f", description: "Keep showing changes until Ctrl-C."),
                OptionDefinition(
                    "lyrics", short: "l", description: "Show the lyrics; on a terminal, in time with the music."),
                OptionDefinition("plain", description: "Do not show the cover."),
                OptionDefinition(
                    "format",
                    value: ValueDefinition("TEMPLATE", kind: "a template", expected: "text with fields, as '{title}'"),
                    description: "Print a line formatted by a template."),
                OptionDefinition(
                    "every",
                    value: ValueDefinition("TIME", kind: "a time", expected: "1s, or up to 1h"),
                    description: "With --follow, also print a line at this interval while something plays."),
            ],
            examples: [
                DocumentedTerm("oncue now", "Show what is playing."),
                DocumentedTerm("oncue now --follow", "Watch what is playing."),
                DocumentedTerm("oncue now --lyrics", "Follow the lyrics."),
                DocumentedTerm(
                    "oncue now --follow --format '{artist?{artist} - }{title:40}'", "Print lines for a status bar."),
                DocumentedTerm("oncue now --json | jq -r .title", "Print only the title."),
            ])
    ) { parsed, context in
        if parsed.has("lyrics") { return try await LyricsErrand(parsed, context).run() }
        let form = try NowForm(parsed, context.console)
        let interval = try interval(parsed)
        let now = try await context.service.nowPlaying()
        if parsed.has("follow") || interval != nil {
            let updates = await context.service.nowPlayingUpdates()
            return await FollowLoop(console: context.console, form: form, interval: interval, updates: updates)
                .run(from: now)
        }
        switch form {
        case .json: context.console.write(now.json)
        case .template: context.console.write(lines: [form.line(now)])
        case .text: await show(now, isPlain: parsed.has("plain"), context)
        }
    }

    /// Shows the report; on a terminal, with the cover beside the lines and the next track below them.
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

    /// Returns the interval between lines.
    static func interval(_ parsed: ParsedCommand) throws(UsageError) -> Duration? {
        try parsed.option("every", span)
    }

    private static func span(_ word: String) -> Duration? {
        SpanText.duration(word, unit: .seconds(1)).flatMap {
            (.milliseconds(100) ... .seconds(3600)).contains($0) ? $0 : nil
        }
    }
}
