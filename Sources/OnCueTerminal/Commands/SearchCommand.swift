// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore

/// `oncue search`
enum SearchCommand {
    static let command = Command(
        CommandDefinition(
            "search", group: "Looking", summary: "Find what there is by words and by what it is like.",
            discussion: """
                Each word is the beginning of a word in a title, a name, a genre; mistakes of typing in longer words are \
                forgiven. Fields narrow it down: artist:, album:, title:, genre:, composer:, folder:, \
                year:1960..1969, plays:>5, added:<30d, played:2024, length:>20m, kind:album, kind:podcast, unplayed, \
                favourite, compilation; "quoted words" stand together, -word excludes, OR and parentheses combine, sort:-plays \
                and limit:50 put in order. Put the whole in single quotes, so that the shell leaves it alone.

                A terminal gets the matches by kind, a pipe one list, best first. Ends with status 3 when nothing is \
                found. JSON: the same as that of browse, with a container of null, and groups [kind, count].
                """,
            arguments: [ArgumentDefinition("WORDS", .oneOrMore, description: "Words or their beginnings, or a query.")],
            options: Values.listing,
            examples: [
                DocumentedTerm("oncue search miles blue", "Find what has both words."),
                DocumentedTerm("oncue search 'genre:jazz year:1955..1965 -live sort:year'", "Find by what it is like."),
                DocumentedTerm("oncue search --json blue | jq -r '.items[].identifier'", "Get identifiers."),
            ])
    ) { parsed, context in
        let words = RawWords.printable(parsed.arguments("WORDS").joined(separator: " "))
        try await show(words, parsed, context)
    }

    /// The most matches of one program that provides content.
    private static let mostProvided = 50

    /// Shows what a query finds; what other programs find stands behind the rest.
    ///
    /// - Throws: ``CommandFailure`` for a mistake in the query and when nothing is found.
    static func show(_ words: String, _ parsed: ParsedCommand, _ context: CommandContext) async throws {
        try QueryCaret.check(words, context)
        let (offset, limit) = try parsed.range(context.console.dataScreen)
        var listing = try await ContentPages.collect(offset: offset, limit: limit) {
            offset, limit async throws(ClientError) in
            try await context.service.search(words, offset: offset, limit: limit)
        }
        let most = (try? ContentQuery(words))?.limit ?? .max
        let provided = await context.service.searchProviders(words, limit: mostProvided).prefix(
            max(0, most - listing.total))
        listing.items += provided.dropFirst(max(0, offset - listing.total)).prefix(max(0, limit - listing.items.count))
        listing.total += provided.count
        if parsed.has("json") {
            context.console.write(listing.searchJSON)
        } else {
            context.console.write(lines: lines(listing, context.console.dataScreen))
        }
        if listing.total == 0 {
            throw CommandFailure(.nothingFound, "nothing found for \"\(TextLayout.truncate(words, to: 60))\"")
        }
        if !parsed.has("json") { ListingHint.tell(listing, place: words, context) }
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
