// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import TextOutput

/// `oncue podcast search` and `oncue radio search`
enum DirectorySearch {
    /// The default number of results.
    private static let usualLimit = 20
    private static let mostResults = 100

    static let podcastDefinition = definition(
        "podcasts",
        examples: [
            DocumentedTerm("oncue podcast search philosophy", "List podcasts with their numbers."),
            DocumentedTerm("oncue podcast add 2", "Subscribe to the second of them."),
        ])
    static let stationDefinition = definition(
        "radio stations",
        examples: [
            DocumentedTerm("oncue radio search jazz", "List stations with their numbers."),
            DocumentedTerm("oncue radio add 2", "Add the second of them."),
        ])

    private static func definition(_ kind: String, examples: [DocumentedTerm]) -> CommandDefinition {
        CommandDefinition(
            "search", aliases: ["find"], summary: "Search an open directory for \(kind); your words are sent to it.",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("WORDS", kind: "words"), .oneOrMore,
                    description: "The words to search for. Several need no quotes.")
            ],
            options: [
                Values.json,
                OptionDefinition(
                    "limit", short: "n", value: ValueDefinition("COUNT", kind: "a count", expected: "1 to 100"),
                    description: "Show at most this many. Default: \(usualLimit)."),
            ], examples: examples)
    }

    static let podcasts: Command.Handler = { parsed, context in
        let (words, limit) = try request(parsed)
        let found = try await context.service.searchPodcasts(words, limit: limit)
        context.memory.podcasts.remember(
            found.map { FoundMemory.Result(address: $0.address, title: TextLayout.printable($0.title)) })
        if parsed.has("json") {
            context.console.write(.listing(found.enumerated().map { $1.json(number: $0 + 1, [:]) }))
        } else {
            context.console.write(lines: DirectoryView.lines(found, screen: context.console.dataScreen))
        }
        try tell(found.count, words, parsed, context, "Subscribe to one with: oncue podcast add NUMBER")
    }

    static let stations: Command.Handler = { parsed, context in
        let (words, limit) = try request(parsed)
        let found = try await context.service.searchStations(words, limit: limit)
        context.memory.stations.remember(
            found.map { FoundMemory.Result(address: $0.address, title: TextLayout.printable($0.title)) })
        if parsed.has("json") {
            context.console.write(.listing(found.enumerated().map { $1.json(number: $0 + 1, [:]) }))
        } else {
            context.console.write(lines: DirectoryView.lines(found, screen: context.console.dataScreen))
        }
        try tell(found.count, words, parsed, context, "Add one with: oncue radio add NUMBER")
    }

    /// Returns the result with the number in a word; `nil` for a word that is not a number.
    ///
    /// - Throws: ``CommandFailure`` if the last search had no such result.
    static func result(
        _ word: String, in memory: FoundMemory, search: String
    ) throws(CommandFailure) -> FoundMemory.Result? {
        guard let number = Values.positive(word) else { return nil }
        guard let result = memory[number] else {
            throw CommandFailure(
                .nothingFound, "the last search has no result \(number); search with: \(search) WORDS")
        }
        return result
    }

    private static func request(_ parsed: ParsedCommand) throws -> (words: String, limit: Int) {
        let words = RawWords.printable(parsed.arguments("WORDS").joined(separator: " "))
        return (words, try parsed.integer("limit", in: 1...mostResults) ?? usualLimit)
    }

    private static func tell(
        _ count: Int, _ words: String, _ parsed: ParsedCommand, _ context: CommandContext, _ hint: String
    ) throws(CommandFailure) {
        guard count > 0 else {
            throw CommandFailure(
                .nothingFound, "nothing found for \"\(TextLayout.truncate(words, to: 60))\"; try fewer words",
                mayBeUnread: true)
        }
        if !parsed.has("json"), context.console.dataScreen.isTerminal { context.console.tell(hint) }
    }
}
