// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases

/// `oncue stars`
enum StarsCommand {
    static let command = Command(
        CommandDefinition(
            "stars", group: "Looking",
            summary: "Rate something with 0 to 5 stars; without PLACE, the current track.",
            discussion: """
                Without STARS, the rating of the current track is shown. A rating in the tags of a file counts as long \
                as you give none; none removes yours. --list lists everything with at least STARS, also albums, artists \
                and playlists, the best first; oncue search 'stars:>=4 kind:album' finds some of it.

                --export writes all ratings, one JSON object a line: identifier, kind, title, artist (or null), stars, \
                own (whether you gave it; otherwise it is in the tags of the file).

                JSON: total, offset, items [identifier, title, stars (or null)]; with --list as oncue search.
                """,
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("STARS", kind: "a rating", expected: expected), .optional,
                    description: "0 to 5 in halves, such as 4.5, or none."),
                ArgumentDefinition(Values.place, .any, description: Values.placeDescription),
            ],
            options: [
                OptionDefinition("list", short: "l", description: "List everything that has at least STARS, or any."),
                OptionDefinition("export", description: "Write every rating as a line of JSON."),
                Values.all, Values.json,
            ],
            examples: [
                DocumentedTerm("oncue stars --export > ratings.jsonl", "Export all ratings."),
                DocumentedTerm("oncue stars 4.5", "Rate the current track."),
                DocumentedTerm("oncue stars 5 Albums/Kind of Blue", "Rate an album."),
                DocumentedTerm("oncue stars none", "Remove your rating of the current track."),
                DocumentedTerm("oncue stars --list 4", "List everything with four stars or more."),
            ])
    ) { parsed, context in
        if parsed.has("export") { return try await export(parsed, context) }
        if parsed.has("list") { return try await list(parsed, context) }
        guard let word = parsed.argument("STARS") else { return try await show(parsed, context) }
        guard let stars = stars(word) else { throw parsed.invalid("STARS", word) }
        let words = try parsed.places()
        var wereRated = stars != nil
        let named = try await PlaceResolver(context).each(
            words.isEmpty ? [FavouriteCommand.playing(context)] : words
        ) { place async throws(ClientError) in
            if !wereRated {
                wereRated = try await context.service.listeningRecords(of: [place]).contains { $0.record.stars != nil }
            }
            try await context.service.setStars(place, stars)
        }
        if parsed.has("json") {
            return context.console.write(.listing(named.items.map { json($0.identifier, $0.title, stars) }))
        }
        let items = ContentPhrase.subject(named)
        let verb = named.items.count == 1 ? "has" : "have"
        let removal = wereRated ? "Removed the rating of \(items)" : "\(items) \(verb) no rating of yours"
        context.console.tell(stars.map { "Rated \(items): \(sentence($0))" } ?? removal)
    }

    private static func list(_ parsed: ParsedCommand, _ context: CommandContext) async throws {
        try parsed.refuse("all", with: "list")
        let least = try parsed.argument("STARS").map { (word) throws(UsageError) in
            guard let stars = Double(word).flatMap(Stars.init), stars.halves > 0 else {
                throw parsed.invalid("STARS", word, expected: "0.5 to 5 in halves")
            }
            return stars
        }
        guard parsed.arguments("PLACE").isEmpty else {
            throw UsageError(.unexpectedArgument, call: parsed.call, "--list takes no PLACE")
        }
        let query = rated(least ?? Stars(halves: 1))
        let listing = try await ListPages.found(query, context)
        if parsed.has("json") { return context.console.write(listing.searchJSON) }
        context.console.write(lines: ContentTable.lines(listing.items, screen: context.console.dataScreen))
        if listing.total == 0 { context.console.tell("Nothing is rated; rate the current track with: oncue stars 4") }
    }

    /// Returns the query for everything with at least this many stars.
    private static func rated(_ least: Stars) -> String { "stars:>=\(least) \(kinds) sort:-stars,title" }

    private static var kinds: String {
        "kind:" + ContentKind.allCases.filter(\.canBeFavourite).map(\.rawValue).joined(separator: "|")
    }

    private static func export(_ parsed: ParsedCommand, _ context: CommandContext) async throws {
        for option in ["list", "all", "json"] { try parsed.refuse(option, with: "export") }
        guard parsed.argument("STARS") == nil else {
            throw UsageError(.unexpectedArgument, call: parsed.call, "--export takes no STARS")
        }
        let rated = try await ListPages.found(rated(Stars(halves: 1)), context).items
        let items = rated + (try await ListPages.found("stars:0 \(kinds) sort:title", context).items)
        let facts = try await ListColumns.facts(items.map(\.identifier), context)
        var count = 0
        for item in items {
            let own = facts[item.identifier]?.record.stars
            guard let stars = own ?? item.stars else { continue }
            count += 1
            context.console.write([
                "identifier": .string(item.identifier), "kind": .string(item.kind), "title": .string(item.title),
                "artist": .string(orNull: item.subtitle.isEmpty ? nil : item.subtitle),
                "stars": .rounded(stars.number, places: 1), "own": .bool(own != nil),
            ])
        }
        context.console.tell("Exported \(ContentPhrase.count(count, "rating"))")
    }

    /// Returns the rating in a word, or `nil` if it is not a rating; an inner `nil` removes the rating.
    static func stars(_ word: String) -> Stars?? {
        if word == "none" { return .some(nil) }
        return Double(word).flatMap(Stars.init).map { .some($0) }
    }

    static let expected = "0 to 5 in halves, such as 4.5, or none"

    private static func show(_ parsed: ParsedCommand, _ context: CommandContext) async throws {
        let item = try await context.service.item(at: FavouriteCommand.playing(context)).item
        if parsed.has("json") {
            return context.console.write(.listing([json(item.identifier, item.title, item.stars)]))
        }
        context.console.write(lines: [item.stars.map(sentence) ?? "not rated"])
    }

    private static func json(_ identifier: String, _ title: String, _ stars: Stars?) -> JSONValue {
        [
            "identifier": .string(identifier), "title": .string(title),
            "stars": stars.map { .rounded($0.number, places: 1) } ?? .null,
        ]
    }

    /// `4.5 stars`
    static func sentence(_ stars: Stars) -> String { stars.halves == 2 ? "1 star" : "\(stars) stars" }
}
