// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient

/// `oncue browse`
enum BrowseCommand {
    static let command = Command(
        CommandDefinition(
            "browse", group: "Looking", summary: "Show what is in the library, place by place.",
            discussion: """
                Each line has the index path, the title, the artist, the number of things inside and the playing \
                time. An index path holds for the library as it was shown: when the library has changed since, it is \
                refused, and browse shows the new ones. Identifiers (--json) never change.

                JSON: revision, container, total, offset, items [path, identifier, kind, title, subtitle, container, \
                playable, childCount, duration (seconds), progress (0 to 1), artwork].
                """,
            arguments: [ArgumentDefinition(Values.place, .any, description: Values.placeDescription)],
            options: Values.listing,
            examples: [
                DocumentedTerm("oncue browse", "Show the top."),
                DocumentedTerm("oncue browse Albums", "Show the albums."),
                DocumentedTerm("oncue browse /1/0", "Show the first album's tracks."),
                DocumentedTerm("oncue browse Tracks | grep -i blue", "Search with other tools."),
            ])
    ) { parsed, context in
        let words = parsed.arguments("PLACE")
        let place = words.isEmpty ? "/" : try PlaceResolver(context).place(words, prefersTitles: true)
        let (offset, limit) = try parsed.range(context.console.dataScreen)
        let listing = try await PlaceResolver.asking(words) { () async throws(ClientError) in
            try await ContentPages.collect(offset: offset, limit: limit) { offset, limit async throws(ClientError) in
                try await context.service.children(of: place, offset: offset, limit: limit)
            }
        }
        context.memory.write(listing.revision, path: listing.items.first?.path)
        if parsed.has("json") { return context.console.write(listing.json) }
        context.console.write(lines: ContentTable.lines(listing.items, screen: context.console.dataScreen))
        ListingHint.tell(listing, place: place, context)
    }
}
