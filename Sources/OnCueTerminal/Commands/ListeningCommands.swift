// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases

/// `oncue favourite`
enum FavouriteCommand {
    static let command = Command(
        CommandDefinition(
            "favourite", group: "Looking",
            summary: "Add something to your favourites; without PLACE, the current track.",
            discussion: """
                Tracks, albums, artists, genres, composers, folders, playlists, podcasts, episodes and stations can be \
                favourites. --list lists them; oncue search 'favourite kind:album' finds some of them.

                JSON: total, offset, items [identifier, title, favourite]; with --list as oncue search.
                """,
            arguments: [ArgumentDefinition(Values.place, .any, description: Values.placeDescription)],
            options: [
                OptionDefinition("list", short: "l", description: "List your favourites."),
                Values.all, OptionDefinition("remove", description: "Remove it from your favourites."), Values.json,
            ],
            examples: [
                DocumentedTerm("oncue favourite", "Add the current track."),
                DocumentedTerm("oncue favourite --list", "List your favourites."),
                DocumentedTerm("oncue favourite Albums/Kind of Blue", "Add an album."),
                DocumentedTerm("oncue favourite --remove /1/2/5", "Remove a track from your favourites."),
            ])
    ) { parsed, context in
        if parsed.has("list") { return try await list(parsed, context) }
        let words = try parsed.places()
        let named = try await PlaceResolver(context).each(words.isEmpty ? [playing(context)] : words) {
            place async throws(ClientError) in
            try await context.service.setFavourite(place, !parsed.has("remove"))
        }
        let isOn = !parsed.has("remove")
        if parsed.has("json") { return context.console.write(answer(named, "favourite", isOn)) }
        let items = ContentPhrase.subject(named)
        context.console.tell(
            isOn ? "Added \(items) to your favourites" : "Removed \(items) from your favourites")
    }

    private static func list(_ parsed: ParsedCommand, _ context: CommandContext) async throws {
        try checkList(parsed)
        let listing = try await ListPages.found("favourite sort:title", context)
        if parsed.has("json") { return context.console.write(listing.searchJSON) }
        context.console.write(lines: ContentTable.lines(listing.items, screen: context.console.dataScreen))
        if listing.total == 0 { context.console.tell("No favourites; add the current track with: oncue favourite") }
    }

    /// Refuses options and arguments for changing items together with `--list`.
    static func checkList(_ parsed: ParsedCommand) throws(UsageError) {
        for option in ["all", "remove"] { try parsed.refuse(option, with: "list") }
        guard parsed.arguments("PLACE").isEmpty else {
            throw UsageError(.unexpectedArgument, call: parsed.call, "--list takes no PLACE")
        }
    }

    /// Returns the changed items as JSON, with the new value.
    static func answer(_ named: NamedItems, _ key: String, _ isOn: Bool) -> JSONValue {
        .listing(
            named.items.map { item in
                ["identifier": .string(item.identifier), "title": .string(item.title), key: .bool(isOn)]
            })
    }

    /// Returns the identifier of the playing item.
    static func playing(_ context: CommandContext) async throws -> String {
        guard let entry = try await context.service.nowPlaying().entry, !entry.identifier.isEmpty else {
            throw CommandFailure(.nothingFound, "nothing is playing; name a PLACE")
        }
        return entry.identifier
    }
}

/// `oncue dislike`
enum DislikeCommand {
    static let command = Command(
        CommandDefinition(
            "dislike", group: "Looking",
            summary: "Mark something as disliked; without PLACE, the current track.",
            discussion: """
                A disliked item is no longer a favourite, and a new favourite is no longer disliked. --list lists what is \
                disliked.

                JSON: total, offset, items [identifier, title, disliked]; with --list as oncue search.
                """,
            arguments: [ArgumentDefinition(Values.place, .any, description: Values.placeDescription)],
            options: [
                OptionDefinition("list", short: "l", description: "List what is disliked."), Values.all,
                OptionDefinition("remove", description: "Remove the dislike."), Values.json,
            ],
            examples: [
                DocumentedTerm("oncue dislike", "Dislike the current track."),
                DocumentedTerm("oncue dislike --list", "List what is disliked."),
                DocumentedTerm("oncue dislike --remove /1/2/5", "Remove a dislike."),
            ])
    ) { parsed, context in
        if parsed.has("list") { return try await list(parsed, context) }
        let words = try parsed.places()
        let named = try await PlaceResolver(context).each(
            words.isEmpty ? [FavouriteCommand.playing(context)] : words
        ) { place async throws(ClientError) in
            try await context.service.setDisliked(place, !parsed.has("remove"))
        }
        let isOn = !parsed.has("remove")
        if parsed.has("json") {
            return context.console.write(FavouriteCommand.answer(named, "disliked", isOn))
        }
        let items = ContentPhrase.subject(named)
        context.console.tell(isOn ? "Marked \(items) as disliked" : "Removed the dislike of \(items)")
    }

    private static func list(_ parsed: ParsedCommand, _ context: CommandContext) async throws {
        try FavouriteCommand.checkList(parsed)
        let place = ContentIdentifier(kind: .list, key: "disliked").description
        let listing = try await ListPages.all(place, offset: 0, limit: Values.most, context)
        if parsed.has("json") { return context.console.write(listing.searchJSON) }
        context.console.write(lines: ContentTable.lines(listing.items, screen: context.console.dataScreen))
        if listing.total == 0 { context.console.tell("Nothing is disliked") }
    }
}

/// `oncue played`
enum PlayedCommand {
    static let command = Command(
        CommandDefinition(
            "played", group: "Looking", summary: "Mark something as played or not played.",
            discussion: """
                A container, such as a podcast, marks everything playable in it.

                JSON: total, offset, items [identifier, title, played].
                """,
            arguments: [ArgumentDefinition(Values.place, .oneOrMore, description: Values.placeDescription)],
            options: [
                Values.all, OptionDefinition("not", description: "Mark it as not played and erase its play count."),
            ]
                + Removal.options + [Values.json],
            examples: [
                DocumentedTerm("oncue played episode:7q2mbk4d9x1c", "Mark an episode as played."),
                DocumentedTerm("oncue played --not Albums/Kind of Blue", "Mark an album as not played."),
            ])
    ) { parsed, context in
        let words = try parsed.places()
        if parsed.has("dry-run") { _ = try await PlaceResolver(context).named(words) }
        if parsed.has("not") {
            let deed = "forget the plays of \"\(words.joined(separator: " "))\""
            guard try Removal.isConfirmed(deed, refused: "Nothing was forgotten", parsed, context) else { return }
        } else if Removal.isDry("mark \"\(words.joined(separator: " "))\" as played", parsed, context) {
            return
        }
        let named = try await PlaceResolver(context).each(words) { place async throws(ClientError) in
            try await context.service.setPlayed(place, !parsed.has("not"))
        }
        if parsed.has("json") {
            return context.console.write(FavouriteCommand.answer(named, "played", !parsed.has("not")))
        }
        let items = ContentPhrase.subject(named)
        context.console.tell("Marked \(items) as \(parsed.has("not") ? "not played" : "played")")
    }
}
