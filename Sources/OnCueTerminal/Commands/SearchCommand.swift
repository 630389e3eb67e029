// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient

/// `oncue search`
enum SearchCommand {
    static let command = Command(
        CommandDefinition(
            "search", group: "Looking", summary: "Find music by words.",
            discussion: """
                Ends with status 3 when nothing is found. JSON: the same as that of browse, with a container of null.
                """,
            arguments: [ArgumentDefinition("WORDS", .oneOrMore, description: "Words or their beginnings.")],
            options: Values.listing,
            examples: [
                DocumentedTerm("oncue search miles blue", "Find what has both words."),
                DocumentedTerm("oncue search --json blue | jq -r '.items[].identifier'", "Get identifiers."),
            ])
    ) { parsed, context in
        let words = RawWords.printable(parsed.arguments("WORDS").joined(separator: " "))
        let (offset, limit) = try parsed.range(context.console.dataScreen)
        let listing = try await ContentPages.collect(offset: offset, limit: limit) {
            offset, limit async throws(ClientError) in
            try await context.service.search(words, offset: offset, limit: limit)
        }
        if parsed.has("json") {
            context.console.write(listing.json)
        } else {
            context.console.write(lines: ContentTable.lines(listing.items, screen: context.console.dataScreen))
        }
        if listing.total == 0 {
            throw CommandFailure(.nothingFound, "nothing found for \"\(TextLayout.truncate(words, to: 60))\"")
        }
        if !parsed.has("json") { ListingHint.tell(listing, place: words, context) }
    }
}
