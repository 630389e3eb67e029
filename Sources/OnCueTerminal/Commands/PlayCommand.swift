// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases

/// `oncue play`
enum PlayCommand {
    static let command = Command(
        CommandDefinition(
            "play", group: "Playing", summary: "Play an album, a track, a file, an address …, or resume playback.",
            discussion: """
                Without PLACE, playback resumes; if the queue is empty, it starts with what was played last, or else \
                with the first item of For You. The queue is replaced, unless --next or --append adds to it. With \
                --interrupt the queue is set aside and returns as it was once the new content has finished; oncue \
                queue back returns to it earlier. Several places, such as *.flac, titles in quotes, index \
                paths, identifiers and URLs, are all played, and those that cannot be are reported. The command ends when sound starts, or \
                with the reason why it does not.

                JSON: as oncue now, once it plays.
                """,
            arguments: [ArgumentDefinition(Values.place, .any, description: Values.placeDescription)],
            options: [
                Values.all, Values.next,
                OptionDefinition("append", short: "a", description: "Add it to the end of the queue."),
                OptionDefinition(
                    "interrupt", description: "Set the queue aside, and return to it afterwards."),
                OptionDefinition("shuffle", short: "s", description: "Shuffle what is played or added, this once."),
                OptionDefinition("shuffle-albums", description: "Play its albums in random order, this once."),
                OptionDefinition(
                    "from", value: ValueDefinition("N", kind: "a track number", expected: "a number from 1"),
                    description: "Start with the track of this number."),
                OptionDefinition(
                    "from-start", description: "Start from the beginning, even if it was left unfinished."),
                OptionDefinition(
                    "for", value: ValueDefinition("TIME", kind: "a time", expected: "30m, 1h30m, at most 24h"),
                    description: "Play what fills this time: whole episodes, then music, which fades out at the end."),
                OptionDefinition("no-wait", description: "Do not wait for sound to start."), Values.json,
            ],
            examples: [
                DocumentedTerm("oncue play ~/Music/Album", "Play a folder."),
                DocumentedTerm("oncue play", "Resume, or start with what was played last."),
                DocumentedTerm("oncue play kind of blue", "Play the best match of a search."),
                DocumentedTerm("oncue play 'genre:jazz year:1960'", "Play everything that a query finds."),
                DocumentedTerm("oncue play --all miles davis", "Play everything that matches the words."),
                DocumentedTerm("oncue play /1/1/0", "Play the item that browse showed as /1/1/0."),
                DocumentedTerm("oncue play /1/1/0 --from 3", "Start with the third track."),
                DocumentedTerm(
                    "oncue play --from-start episode:7q2mbk4d9x1c", "Play an episode from the beginning."),
                DocumentedTerm("oncue play --next /1/1/2", "Play it after the current track."),
                DocumentedTerm("oncue play --interrupt podcast:news", "Play the news, then return to the queue."),
                DocumentedTerm("oncue play --shuffle Genres/Jazz", "Play a genre in random order."),
                DocumentedTerm(
                    "oncue play --shuffle-albums Artists/Bach", "Play an artist's albums in random order."),
                DocumentedTerm("oncue play --for 35m", "Fill 35 minutes with what is unfinished, new and liked."),
                DocumentedTerm("oncue play --for 1h genre:jazz", "Fill an hour with jazz."),
                DocumentedTerm("oncue play https://example.org/radio.ogg", "Play a stream."),
            ])
    ) { parsed, context in
        let words = try parsed.places()
        let start = try checkedStart(parsed)
        if words.count == 1, ContentIdentifier(words[0])?.foreign != nil {
            return try await show(words[0], parsed, context)
        }
        if let time = try fittedTime(parsed) {
            var options = PlayOptions(waits: !parsed.has("no-wait"))
            options.time = time
            let request = PlayRequest(context: context, options: options)
            if words.isEmpty { try await request.runUnnamed() } else { try await request.run(words) }
            return try await answer(parsed, context)
        }
        guard !words.isEmpty else {
            return try await TransportCommands.run(.resume, parsed, context)
        }
        if parsed.has("next") || parsed.has("append") {
            try await enqueue(
                words, EnqueueOptions(isNext: parsed.has("next"), isShuffled: parsed.has("shuffle"), start: start ?? 0),
                context)
            return try await answer(parsed, context)
        }
        var options = PlayOptions(
            shuffleMode: shuffleMode(parsed), start: start, isFromBeginning: parsed.has("from-start"),
            waits: !parsed.has("no-wait"))
        options.isInterrupting = parsed.has("interrupt")
        try await PlayRequest(context: context, options: options).run(words)
        try await answer(parsed, context)
    }

    /// Shows an item of another program in that program, which is all that can be done with it.
    private static func show(_ word: String, _ parsed: ParsedCommand, _ context: CommandContext) async throws {
        for option in ["next", "append", "for"] where parsed.has(option) {
            throw UsageError(
                .unexpectedArgument, call: parsed.call,
                "--\(option) is for what plays; another program shows \(RawWords.printable(word))")
        }
        try await ActivitiesCommand.goOn(word, parsed, context)
    }

    /// Writes the playing track if JSON is requested.
    private static func answer(_ parsed: ParsedCommand, _ context: CommandContext) async throws {
        if parsed.has("json") { context.console.write(try await context.service.nowPlaying().json) }
    }

    /// Returns the index of the first track, from 0, after checking that the options can be combined.
    private static func checkedStart(_ parsed: ParsedCommand) throws(UsageError) -> Int? {
        try parsed.refuse("next", with: "append")
        try parsed.refuse("shuffle", with: "shuffle-albums")
        for option in ["next", "append"] {
            for other in ["from-start", "shuffle-albums", "interrupt"] { try parsed.refuse(other, with: option) }
        }
        if !parsed.has("next"), !parsed.has("append") {
            for option in ["shuffle", "shuffle-albums"] { try parsed.refuse("from", with: option) }
        }
        if parsed.arguments("PLACE").isEmpty {
            let options = ["next", "append", "interrupt", "shuffle", "shuffle-albums", "from", "from-start"]
            for option in options where parsed.has(option) {
                throw UsageError(.missingArgument, call: parsed.call, "--\(option) needs a PLACE")
            }
        }
        return try parsed.integer("from", in: 1...Values.most).map { $0 - 1 }
    }

    /// Returns the time to fill, after checking that the options can be combined.
    private static func fittedTime(_ parsed: ParsedCommand) throws(UsageError) -> Duration? {
        let others = ["next", "append", "interrupt", "shuffle", "shuffle-albums", "from", "from-start"]
        for option in others { try parsed.refuse(option, with: "for") }
        return try parsed.option("for") { text in
            SpanText.duration(text, unit: .seconds(60)).flatMap {
                $0 >= .seconds(1) && $0 <= SleepTimer.limit ? $0 : nil
            }
        }
    }

    private static func shuffleMode(_ parsed: ParsedCommand) -> ShuffleMode? {
        if parsed.has("shuffle-albums") { return .albums }
        return parsed.has("shuffle") ? .tracks : nil
    }

    private static func enqueue(_ words: [String], _ options: EnqueueOptions, _ context: CommandContext) async throws {
        let outcome = try await Enqueuing(context: context, options: options).run(words)
        if outcome.content != nil, context.console.isTalkative {
            let now = try await context.service.nowPlaying()
            if now.status == .stopped { context.console.tell("Nothing is playing; start with oncue play") }
        }
        try outcome.finish()
    }
}
