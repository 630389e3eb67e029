// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// `oncue trip`
enum TripCommand {
    static let command = Command(
        CommandDefinition(
            "trip", group: "Suggestions", summary: "Show how long a trip takes, and play what fits into it.",
            discussion: """
                WHERE is one of your places, a city, an address, a geo: URI, or the address of a map with directions, \
                as maps hand it on. Without it, the trip leads where trips from here usually lead at this time.

                How long it takes is learnt from your own trips in the car or with headphones between your places \
                (oncue place), once there are three of them; --minutes gives it instead. No network is asked. Nothing \
                plays without --play.

                JSON: minutes, basis (given or learnt), trips (their number), car, shortest, longest (minutes, the \
                quartiles; null if the time is given), suchTimes, from, to, location (as in oncue page, or null), speech \
                [title, minutes], music (tracks), fades, reason (why nothing fits, or null); with --list: total, \
                offset, items [from, to, car, trips, minutes, shortest, longest, last].
                """,
            arguments: [
                ArgumentDefinition(
                    ValueDefinition(
                        "WHERE", kind: "a destination", expected: "a place, geo:48.2,16.4, a city or an address",
                        completion: NameTopic.destinations.completion),
                    .any, description: "Where the trip leads. Several words need no quotes.")
            ],
            options: [
                OptionDefinition("from", value: RaisingWords.place, description: "The place where the trip begins."),
                OptionDefinition(
                    "minutes", short: "m",
                    value: ValueDefinition("N", kind: "a time", expected: "25, or 1h30m, at most 24h"),
                    description: "How long the trip takes."),
                OptionDefinition("play", short: "p", description: "Play what fits."),
                OptionDefinition("list", short: "l", description: "List the trips that were learnt."), Values.json,
            ],
            examples: [
                DocumentedTerm("oncue trip Work", "Show how long the trip to work takes, and what fits."),
                DocumentedTerm("oncue trip --play", "Play what fits into the usual trip at this time."),
                DocumentedTerm("oncue trip geo:48.2,16.37 --minutes 40 --play", "Fill 40 minutes on the way there."),
                DocumentedTerm("oncue trip --list", "List the trips that were learnt."),
            ])
    ) { parsed, context in
        for option in ["from", "minutes", "play"] { try parsed.refuse(option, with: "list") }
        if parsed.has("list") { return try await list(parsed, context) }
        let plan = try await context.service.planTrip(try request(parsed))
        let isPlayed = parsed.has("play") && plan.fitted != nil
        if !parsed.has("json") { TripView.lines(plan, isPlayed: isPlayed).forEach(context.console.tell) }
        if isPlayed {
            var options = PlayOptions(waits: true)
            options.time = plan.time
            try await PlayRequest(context: context, options: options).runUnnamed()
        }
        if parsed.has("json") { return context.console.write(TripView.json(plan)) }
        guard plan.fitted != nil else { throw CommandFailure(.nothingFound, plan.reason) }
        if !isPlayed { context.console.tell("Play it with: " + call(parsed)) }
    }

    private static func request(_ parsed: ParsedCommand) throws(UsageError) -> TripRequest {
        let words = parsed.arguments("WHERE")
        let destination = RawWords.printable(words.joined(separator: " "))
        guard words.isEmpty || !destination.allSatisfy(\.isWhitespace) else {
            throw UsageError(
                .invalidValue, call: parsed.call,
                "WHERE cannot be empty; leave it out for the trip that is usual now, or name a place, a city or an address"
            )
        }
        return TripRequest(
            to: destination,
            from: parsed.option("from").map(RawWords.printable), time: try parsed.option("minutes", time))
    }

    /// Parses whole minutes, or a time with units.
    private static func time(_ word: String) -> Duration? {
        SpanText.duration(word, unit: .seconds(60)).flatMap {
            $0 >= .seconds(1) && $0 <= SleepTimer.limit ? $0 : nil
        }
    }

    /// Returns the same command line with `--play`.
    private static func call(_ parsed: ParsedCommand) -> String {
        var words = ["oncue", "trip"] + parsed.arguments("WHERE").map(ShellWord.quoted)
        for option in ["from", "minutes"] {
            if let value = parsed.option(option) { words += ["--\(option)", ShellWord.quoted(value)] }
        }
        return TextLayout.printable((words + ["--play"]).joined(separator: " "))
    }

    private static func list(_ parsed: ParsedCommand, _ context: CommandContext) async throws {
        guard parsed.arguments("WHERE").isEmpty else {
            throw UsageError(.unexpectedArgument, call: parsed.call, "--list takes no WHERE")
        }
        let trips = try await context.service.trips()
        if parsed.has("json") { return context.console.write(.listing(trips.map(TripView.json))) }
        context.console.write(lines: TripView.lines(trips, screen: context.console.dataScreen))
        if trips.isEmpty {
            context.console.tell(
                "No trips yet; they are learnt between your places (oncue place), in the car or with headphones")
        }
    }
}
