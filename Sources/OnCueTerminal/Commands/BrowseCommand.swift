// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueInterface
internal import OnCuePhrases

/// `oncue browse`
enum BrowseCommand {
    static let command = Command(
        CommandDefinition(
            "browse", group: "Looking", summary: "Show the library as a tree, one level at a time.",
            discussion: """
                Each line has the index path, the title, the artist, the number of items inside and the duration; [E] \
                marks explicit content, "live" a stream without an end, and dim lines are unavailable at the moment. \
                An index path means the item that was shown there: once another item is there, the old path is \
                refused, and browse shows the new ones. Identifiers (--json) never change.

                With --watch, changes are shown until Ctrl-C, one per line: + for added items, - for removed ones, ~ \
                for changed ones.

                JSON: revision, container, total, offset, items [path, identifier, kind, title, subtitle, container, \
                playable, childCount, duration (seconds), progress (0 to 1), artwork, icon, explicit, streaming, \
                unavailable, chapters, location (as in oncue page, or null), stars]. With --depth, containers also have \
                children [items], as far as they are shown. With --watch, each further line is an object: event \
                (added, removed, changed or reloaded), index, identifier, item.

                With -i, the full-screen program opens at the place; see oncue(1), or press ? in it for the keys.
                """,
            arguments: [ArgumentDefinition(Values.place, .any, description: Values.placeDescription)],
            options: Values.listing + [
                ListColumns.option,
                OptionDefinition(
                    "page", short: "p", value: ValueDefinition("N", kind: "a page", expected: "a number from 1"),
                    description: "Show this page. A page fills the screen, or has --limit items."),
                OptionDefinition(
                    "depth", short: "d",
                    value: ValueDefinition("LEVELS", kind: "a depth", expected: "a number from 1 to 8"),
                    description: "Show this many levels as a tree; --limit then applies to each container."),
                OptionDefinition("watch", short: "w", description: "Keep showing changes until Ctrl-C."),
                OptionDefinition("interactive", short: "i", description: "Open the full-screen program at the place."),
            ],
            examples: [
                DocumentedTerm("oncue browse", "Show the top level."),
                DocumentedTerm("oncue browse Albums", "List the albums."),
                DocumentedTerm("oncue browse /1/1/0", "List the first album's tracks."),
                DocumentedTerm("oncue browse Tracks --page 2", "Show the second page."),
                DocumentedTerm("oncue browse --depth 2", "Show the top two levels."),
                DocumentedTerm("oncue browse --watch Playlists", "Watch for changes to the playlists."),
                DocumentedTerm(
                    "oncue browse Tracks --columns title,artist,plays,last-played,stars", "Show plays and ratings."),
                DocumentedTerm("oncue browse -i", "Browse the library in the full-screen program."),
                DocumentedTerm("oncue browse Tracks | grep -i blue", "Filter the list with another tool."),
            ])
    ) { parsed, context in
        try check(parsed)
        _ = try ListColumns(parsed)
        let words = parsed.arguments("PLACE")
        let resolver = PlaceResolver(context)
        let place = words.isEmpty ? "/" : try await resolver.place(words, prefersTitles: true)
        do {
            try await browse(place, parsed, context)
            // The titles of sections are unique.
            let isPath = words.joined(separator: " ").contains("/")
            if isPath, !parsed.has("interactive") { await resolver.tellTwin(words, prefersTitles: true) }
        } catch {
            guard (error as? ClientError)?.isAbsence == true,
                case .names(let text) = try PlaceWords(words, files: context.files, prefersTitles: true)
            else { throw error }
            let named = try await resolver.named(words, prefersTitles: true, opens: true)
            guard named.naming != .query else { return try await SearchCommand.show(text, parsed, context) }
            context.console.tell("Showing " + ContentPhrase.named(named.items[0]))
            try await browse(named.items[0].identifier, parsed, context)
        }
    }

    private static func browse(_ place: String, _ parsed: ParsedCommand, _ context: CommandContext) async throws {
        let words = parsed.arguments("PLACE")
        if parsed.has("interactive") { return try await AppOpening.browse(place, context) }
        let listing = BrowseListing(
            context: context, place: place, words: words, isJSON: parsed.has("json"),
            columns: try ListColumns(parsed))
        if let depth = try parsed.integer("depth", in: 1...TreeWalk.deepest), depth > 1 {
            let limit = try parsed.integer("limit", in: 1...Values.most)
            let offset = try parsed.integer("offset", in: 0...Values.most) ?? 0
            return try await listing.showTree(depth: depth, limit: limit, offset: offset)
        }
        if parsed.has("watch") { return try await WatchLoop(listing: listing).run() }
        let (offset, limit) = try range(parsed, context.console.dataScreen)
        try await listing.show(offset: offset, limit: limit, isPage: parsed.has("page"))
    }

    /// - Throws: `UsageError` for options that cannot be combined.
    private static func check(_ parsed: ParsedCommand) throws(UsageError) {
        try parsed.refuse("page", with: "offset")
        try parsed.refuse("page", with: "depth")
        for option in ["page", "offset", "limit", "depth", "columns"] { try parsed.refuse("watch", with: option) }
        try parsed.refuse("columns", with: "depth")
        for option in ["page", "offset", "limit", "depth", "watch", "json", "columns"] {
            try parsed.refuse("interactive", with: option)
        }
    }

    /// Returns the range from `--page`, `--offset` and `--limit`.
    private static func range(_ parsed: ParsedCommand, _ screen: Screen) throws(UsageError) -> (Int, Int) {
        guard let page = try parsed.integer("page", in: 1...Values.most) else { return try parsed.range(screen) }
        // The last lines are reserved for the hint and the prompt.
        let size = try parsed.integer("limit", in: 1...Values.most) ?? (screen.isTerminal ? screen.height - 2 : 50)
        return (min((page - 1).multipliedReportingOverflow(by: size).partialValue, Values.most), size)
    }
}
