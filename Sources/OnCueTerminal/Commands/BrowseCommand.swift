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
                time; [E] marks explicit content, "live" a stream without an end, and what is dim is not available just \
                now. An index path holds for the library as it was shown: when the library has changed since, it is \
                refused, and browse shows the new ones. Identifiers (--json) never change.

                With --watch it goes on until Ctrl-C and writes a line for each change: + for what is new, - for what \
                has gone, ~ for what has changed.

                JSON: revision, container, total, offset, items [path, identifier, kind, title, subtitle, container, \
                playable, childCount, duration (seconds), progress (0 to 1), artwork, icon, explicit, streaming, unavailable]. \
                With --depth, containers have children [items] as well, as far as they are shown. With --watch, further \
                lines are objects of their own: event (added, removed, changed or reloaded), index, identifier, item.

                \(BrowserKeys.help)
                """,
            arguments: [ArgumentDefinition(Values.place, .any, description: Values.placeDescription)],
            options: Values.listing + [
                OptionDefinition(
                    "page", short: "p", value: ValueDefinition("N", kind: "a page", expected: "a number from 1"),
                    description: "Show this page; as long as the screen is high, or as --limit says."),
                OptionDefinition(
                    "depth", short: "d",
                    value: ValueDefinition("LEVELS", kind: "a depth", expected: "a number from 1 to 8"),
                    description: "Show so many levels as a tree; --limit then counts for each container."),
                OptionDefinition("watch", short: "w", description: "Go on and show what changes, until Ctrl-C."),
                OptionDefinition("interactive", short: "i", description: "Browse with the keyboard and play."),
            ],
            examples: [
                DocumentedTerm("oncue browse", "Show the top."),
                DocumentedTerm("oncue browse Albums", "Show the albums."),
                DocumentedTerm("oncue browse /1/1/0", "Show the first album's tracks."),
                DocumentedTerm("oncue browse Tracks --page 2", "Show what comes after the first screen."),
                DocumentedTerm("oncue browse --depth 2", "Show the top and one level more."),
                DocumentedTerm("oncue browse --watch Playlists", "Show what changes there."),
                DocumentedTerm("oncue browse -i", "Browse with the keyboard."),
                DocumentedTerm("oncue browse Tracks | grep -i blue", "Search with other tools."),
            ])
    ) { parsed, context in
        try check(parsed)
        let words = parsed.arguments("PLACE")
        let place = words.isEmpty ? "/" : try PlaceResolver(context).place(words, prefersTitles: true)
        if parsed.has("interactive") { return try await BrowserSession(context: context).run(place: place) }
        let listing = BrowseListing(context: context, place: place, words: words, isJSON: parsed.has("json"))
        if let depth = try parsed.integer("depth", in: 1...TreeWalk.deepest), depth > 1 {
            let limit = try parsed.integer("limit", in: 1...Values.most)
            let offset = try parsed.integer("offset", in: 0...Values.most) ?? 0
            return try await listing.showTree(depth: depth, limit: limit, offset: offset)
        }
        if parsed.has("watch") { return try await WatchLoop(listing: listing).run() }
        let (offset, limit) = try range(parsed, context.console.dataScreen)
        try await listing.show(offset: offset, limit: limit, isPage: parsed.has("page"))
    }

    /// - Throws: When options were given that do not go together.
    private static func check(_ parsed: ParsedCommand) throws(UsageError) {
        try parsed.refuse("page", with: "offset")
        try parsed.refuse("page", with: "depth")
        for option in ["page", "offset", "limit", "depth"] { try parsed.refuse("watch", with: option) }
        for option in ["page", "offset", "limit", "depth", "watch", "json"] {
            try parsed.refuse("interactive", with: option)
        }
    }

    /// What `--page`, `--offset` and `--limit` ask for.
    private static func range(_ parsed: ParsedCommand, _ screen: Screen) throws(UsageError) -> (Int, Int) {
        guard let page = try parsed.integer("page", in: 1...Values.most) else { return try parsed.range(screen) }
        // The last lines are for the hint and the prompt.
        let size = try parsed.integer("limit", in: 1...Values.most) ?? (screen.isTerminal ? screen.height - 2 : 50)
        return (min((page - 1).multipliedReportingOverflow(by: size).partialValue, Values.most), size)
    }
}
