// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueActivities
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueQuery
internal import TextOutput

/// `oncue search`
enum SearchCommand {
    static let command = Command(
        CommandDefinition(
            "search", group: "Looking", summary: "Search the library by words, genre, year, rating …",
            discussion: """
                Each word matches the beginning of a word in a title, a name or a genre; typing mistakes in longer \
                words are forgiven. Fields narrow the search: artist:, album:, title:, genre:, composer:, folder:, \
                year:1960..1969, plays:>5, added:<30d, played:2024, length:>20m, kind:album, kind:podcast, unplayed, \
                favourite, compilation; "quoted words" match as a phrase, -word excludes, OR and parentheses combine, \
                sort:-plays sorts and limit:50 limits the results. Put the query in single quotes so that the shell \
                leaves it alone.

                A terminal gets the matches grouped by kind, a pipe gets one list, best first. Results from other \
                programs follow as each answers. A branch or program that could not be searched is reported on \
                standard error. The exit status is 3 if nothing is found.

                With --machines only what programs at paired machines let others find is searched; oncue handoff from \
                MACHINE --activity shows it here.

                With --play, --next, --append or --to, everything that is found is played, queued or added to a \
                playlist: as sort: says, or else by artist, album and track number.

                JSON: as for browse, with container null, groups [kind, count], and unanswered [title, message] for \
                branches that could not be searched; with --play as oncue now, with --next and --append as oncue \
                queue add, with --to as oncue playlist add; with \
                --machines total and items [machine, title, program, type].
                """,
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("WORDS", completion: NameTopic.fields.completion), .oneOrMore,
                    description: "Words, beginnings of words, or a query.")
            ],
            options: Values.listing + [
                ListColumns.option,
                OptionDefinition("machines", description: "Search what paired machines let be found."),
            ] + SearchDeed.options,
            examples: [
                DocumentedTerm("oncue search miles blue", "Find items that match both words."),
                DocumentedTerm("oncue search miles blue --play", "Play everything that is found."),
                DocumentedTerm("oncue search 'added:<30d' --to New", "Add what is new to a playlist."),
                DocumentedTerm(
                    "oncue search 'genre:jazz year:1955..1965 -live sort:year'", "Search by genre and year."),
                DocumentedTerm("oncue search --json blue | jq -r '.items[].identifier'", "Print identifiers."),
            ])
    ) { parsed, context in
        let words = RawWords.printable(ContentQuery.joined(parsed.arguments("WORDS")))
        if parsed.has("machines") { return try await showMachines(words, parsed, context) }
        let columns = try ListColumns(parsed)
        if let deed = try SearchDeed(parsed) { return try await deed.run(words, parsed, context) }
        try await show(words, parsed, context, columns: columns)
    }

    /// The most matches of one content provider.
    private static let mostProvided = 50

    /// Shows the results of a query; those of other programs follow the rest, each as it answers. Only JSON, which is
    /// one document, and later pages, which need a fixed order, wait for all of them.
    ///
    /// - Throws: ``CommandFailure`` for a mistake in the query, and if nothing is found.
    static func show(
        _ words: String, _ parsed: ParsedCommand, _ context: CommandContext, columns: ListColumns? = nil
    ) async throws {
        try QueryCaret.check(words, context)
        let (offset, limit) = try parsed.range(context.console.dataScreen)
        // Requested while the library is searched.
        let provided = context.service.searchProviders(words, limit: mostProvided)
        var listing = try await ContentPages.collect(offset: offset, limit: limit) {
            offset, limit async throws(ClientError) in
            try await context.service.search(words, offset: offset, limit: limit)
        }
        // A limit in the query applies to all results.
        let query = try? ContentQuery(words)
        let most = query?.playingTime == nil ? max(0, (query?.limit ?? .max) - listing.total) : 0
        if let columns {
            await add(provided, most, to: &listing, offset, limit)
            try await columns.write(listing, as: listing.searchJSON, isJSON: parsed.has("json"), context)
        } else if parsed.has("json") || offset > 0 {
            await add(provided, most, to: &listing, offset, limit)
            write(listing, parsed, context)
        } else {
            write(listing, parsed, context)
            await stream(provided, most, behind: &listing, limit, context)
        }
        for branch in listing.unanswered {
            context.console.tell(TextLayout.printable("\(branch.title) could not be searched: \(branch.message)"))
        }
        if listing.total == 0 {
            throw CommandFailure(
                .nothingFound, "nothing found for \"\(TextLayout.truncate(words, to: 60))\"", mayBeUnread: true)
        }
        if !parsed.has("json") { await ListingHint.tell(listing, place: words, context) }
    }

    /// Shows the searchable items of programs on paired machines.
    private static func showMachines(
        _ words: String, _ parsed: ParsedCommand, _ context: CommandContext
    ) async throws {
        let finds = try await PairingCommands.found(words, context)
        let found = finds.found
        if parsed.has("json") {
            context.console.write(
                .listing(
                    found.map { machine, record in
                        [
                            "machine": .string(machine), "title": .string(record.activity.title),
                            "program": .string(record.programName), "type": .string(record.activity.type),
                        ]
                    }))
        } else {
            let rows = found.map { machine, record in
                [machine, TextLayout.printable(record.activity.title), TextLayout.printable(record.programName)]
            }
            let table = TextTable(
                columns: [.fixed(), .flexible(minimumWidth: 20), .flexible(minimumWidth: 10)], keptColumns: 2,
                rows: rows)
            context.console.write(lines: table.lines(width: context.console.dataScreen.tableWidth))
        }
        guard finds.count > 0 else {
            throw CommandFailure(
                .nothingFound, "no machine is paired, so that nothing was searched; to pair one: oncue handoff pair")
        }
        for (machine, reason) in finds.silent {
            context.console.tell("\(machine) was not reached, and not searched: \(reason)")
        }
        guard found.isEmpty else { return }
        guard finds.silent.count < finds.count else {
            throw CommandFailure(
                .noService, "no paired machine was reached; to let them be reached, there: oncue handoff listen on")
        }
        throw CommandFailure(
            .nothingFound, "nothing found for \"\(TextLayout.truncate(words, to: 60))\" at paired machines")
    }

    private static func write(_ listing: ContentListing, _ parsed: ParsedCommand, _ context: CommandContext) {
        if parsed.has("json") {
            context.console.write(listing.searchJSON)
        } else {
            context.console.write(lines: lines(listing, context.console.dataScreen))
        }
    }

    /// Appends the results of all programs, in the order of their names.
    private static func add(
        _ provided: AsyncStream<ProvidedMatches>, _ most: Int, to listing: inout ContentListing, _ offset: Int,
        _ limit: Int
    ) async {
        var matches: [ProvidedMatches] = []
        for await match in provided { matches.append(match) }
        let items = matches.sorted { $0.source < $1.source }.flatMap(\.items).prefix(most)
        listing.items += items.dropFirst(max(0, offset - listing.total)).prefix(max(0, limit - listing.items.count))
        listing.total += items.count
        listing.unanswered += matches.compactMap(\.unanswered)
    }

    /// Writes the results of each program as soon as it has answered, while there is room.
    private static func stream(
        _ provided: AsyncStream<ProvidedMatches>, _ most: Int, behind listing: inout ContentListing, _ limit: Int,
        _ context: CommandContext
    ) async {
        var left = most
        let screen = context.console.dataScreen
        let style = Style(isOn: screen.usesColor)
        for await match in provided {
            let found = match.items.prefix(left)
            left -= found.count
            let items = Array(found.prefix(max(0, limit - listing.items.count)))
            if !items.isEmpty {
                var lines = ContentTable.lines(items, screen: screen)
                if screen.isTerminal {
                    lines.insert(style.bold(TextLayout.printable(match.source)), at: 0)
                    if !listing.items.isEmpty { lines.insert("", at: 0) }
                }
                context.console.write(lines: lines)
            }
            listing.items += items
            listing.total += found.count
            listing.unanswered += [match.unanswered].compactMap(\.self)
        }
    }

    private static func lines(_ listing: ContentListing, _ screen: Screen) -> [String] {
        guard screen.isTerminal else { return ContentTable.lines(listing.items, screen: screen) }
        let style = Style(isOn: screen.usesColor)
        var lines: [String] = []
        for group in listing.groups {
            if !lines.isEmpty { lines.append("") }
            lines += [style.bold(group.heading)] + ContentTable.lines(group.items, screen: screen)
        }
        return lines
    }
}

extension ProvidedMatches {
    /// The program, if it could not be asked.
    fileprivate var unanswered: UnansweredBranch? { error.map { UnansweredBranch(title: source, message: $0) } }
}
