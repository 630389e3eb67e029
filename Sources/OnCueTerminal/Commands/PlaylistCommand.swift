// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// `oncue playlist`
enum PlaylistCommand {
    static let command = Command(
        CommandDefinition(
            "playlist", group: "Library", summary: "List, create and edit playlists.",
            discussion: """
                NAME is a playlist's title, identifier or index path. Entries are numbered from 1, as in oncue \
                playlist show. Playlist files in the library (M3U, PLS, XSPF, ASX, CUE) are listed as well, but only \
                your own playlists can be changed; these are kept in ~/.local/share/oncue/playlists.

                JSON: as for oncue browse; create and save print playlist, count; all other changes print the playlist \
                as it is afterwards.
                """,
            options: Values.listing,
            examples: [
                DocumentedTerm("oncue playlist", "List the playlists."),
                DocumentedTerm("oncue playlist create Evening", "Create an empty playlist."),
                DocumentedTerm("oncue playlist add Evening Albums/Kind of Blue", "Add an album to a playlist."),
                DocumentedTerm("oncue play Playlists/Evening", "Play a playlist."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: [
            "list": list, "show": show, "create": create, "add": add, "remove": remove, "move": move,
            "rename": rename, "delete": delete, "save": save,
        ], list)

    private static let name = ArgumentDefinition(
        ValueDefinition("NAME", kind: "a playlist", completion: NameTopic.playlists.completion),
        description: "The playlist's title, identifier or index path.")
    private static let created = ArgumentDefinition(
        ValueDefinition("NAME", kind: "a name"), description: "The name of the playlist.")
    private static let newName = ArgumentDefinition(
        ValueDefinition("NEW", kind: "a name"), description: "The new name.")
    private static let format = OptionDefinition(
        "format", value: ValueDefinition("FORMAT", kind: "a format", expected: "m3u8 or xspf"),
        description: "The file format, m3u8 or xspf. Default: m3u8.")
    private static let position = OptionDefinition(
        "at", value: ValueDefinition("N", kind: "an entry number", expected: "a number from 1"),
        description: "Insert before this entry instead of adding at the end.")

    private static let subcommands = [
        CommandDefinition(
            "list", summary: "List the playlists.", options: Values.listing,
            examples: [DocumentedTerm("oncue playlist list --json", "List the playlists as JSON.")]),
        CommandDefinition(
            "show", summary: "List the entries of a playlist.", arguments: [name], options: Values.listing,
            examples: [DocumentedTerm("oncue playlist show Evening", "List the entries with their numbers.")]),
        CommandDefinition(
            "create", summary: "Create an empty playlist.", arguments: [created], options: [Values.json, format],
            examples: [
                DocumentedTerm(
                    "oncue playlist create Evening --format xspf",
                    "Create a playlist in XSPF format.")
            ]),
        CommandDefinition(
            "add", summary: "Add items to a playlist.",
            arguments: [
                name, ArgumentDefinition(Values.place, .oneOrMore, description: Values.placeDescription),
            ],
            options: [Values.json, position],
            examples: [DocumentedTerm("oncue playlist add Evening ~/Music/song.flac", "Add a file.")]),
        CommandDefinition(
            "remove", aliases: ["rm"], summary: "Remove entries from a playlist.",
            arguments: [name, EntryNumbers.argument("oncue playlist show")], options: [Removal.dryRun, Values.json],
            examples: [
                DocumentedTerm("oncue playlist remove Evening 3", "Remove the third entry."),
                DocumentedTerm("oncue playlist remove Evening 3-7 12", "Remove six entries."),
            ]),
        CommandDefinition(
            "move", summary: "Move an entry to another position.",
            arguments: [
                name, Values.entryArgument("N", "The entry's number."),
                Values.entryArgument("M", "Its new number."),
            ],
            options: [Values.json],
            examples: [DocumentedTerm("oncue playlist move Evening 7 1", "Make the seventh entry the first.")]),
        CommandDefinition(
            "rename", summary: "Rename a playlist.", arguments: [name, newName], options: [Values.json],
            examples: [DocumentedTerm("oncue playlist rename Evening Night", "Rename Evening to Night.")]),
        CommandDefinition(
            "delete", summary: "Move a playlist to the trash; the tracks in it stay.", arguments: [name],
            options: [Removal.dryRun],
            examples: [DocumentedTerm("oncue playlist delete Evening", "Delete the playlist Evening.")]),
        CommandDefinition(
            "save", summary: "Save the queue as a new playlist.", arguments: [created], options: [Values.json],
            examples: [DocumentedTerm("oncue playlist save Tonight", "Save the current queue as Tonight.")]),
    ]

    // MARK: Looking

    private static let list: Command.Handler = { parsed, context in
        let listing = try await ListPages.all(RootBranch.playlists.title, parsed, context)
        if parsed.has("json") { return context.console.write(listing.json) }
        context.console.write(lines: ContentTable.lines(listing.items, screen: context.console.dataScreen))
        if listing.total == 0 { context.console.tell("No playlists; create one with: oncue playlist create NAME") }
    }

    private static let show: Command.Handler = { parsed, context in
        let name = try parsed.required("NAME")
        let place = try await ListPages.place(name, in: .playlists, context)
        let listing = try await ListPages.all(place, parsed, context)
        if parsed.has("json") { return context.console.write(listing.json) }
        context.console.write(lines: ListPages.numbered(listing, context.console.dataScreen))
        if listing.total == 0 { context.console.tell("\"\(TextLayout.printable(name))\" is empty") }
    }

    /// Writes all of a playlist, where JSON is wanted of a change.
    private static func answer(_ name: String, _ parsed: ParsedCommand, _ context: CommandContext) async throws {
        guard parsed.has("json") else { return }
        let place = try await ListPages.place(name, in: .playlists, context)
        context.console.write(try await ListPages.all(place, context).json)
    }

    // MARK: Changing

    private static let create: Command.Handler = { parsed, context in
        let name = try parsed.required("NAME")
        let format = try parsed.option("format") { ["m3u8", "xspf"].contains($0) ? $0 : nil } ?? "m3u8"
        let identifier = try await context.service.createPlaylist(name, format: format)
        context.console.tell("Created playlist \"\(TextLayout.printable(name))\"")
        if parsed.has("json") { context.console.write(["playlist": .string(identifier), "count": .int(0)]) }
    }

    private static let add: Command.Handler = { parsed, context in
        let name = try parsed.required("NAME")
        let words = parsed.arguments("PLACE")
        let index = try parsed.integer("at", in: 1...Values.most).map { $0 - 1 }
        let places = try await places(words, context)
        let resolver = PlaceResolver(context)
        let added = try await resolver.asking(words) { () async throws(ClientError) in
            try await context.service.add(places, toPlaylist: name, at: index)
        }
        let what = ContentPhrase.added(added, placeCount: places.count)
        context.console.tell("Added \(what) to \"\(TextLayout.printable(name))\"")
        resolver.tellRunnerUp(added.runnerUp, added.naming)
        try await answer(name, parsed, context)
    }

    /// Returns all places that the words name; a missing one stops everything, so that nothing is added by halves.
    private static func places(_ words: [String], _ context: CommandContext) async throws -> [String] {
        let resolver = PlaceResolver(context)
        guard let named = try await resolver.places(words) else { return [try await resolver.place(words)] }
        return try named.map { named throws(CommandFailure) in
            guard let place = named.place else {
                throw CommandFailure(.nothingFound, "no such file: \(named.word)")
            }
            return place
        }
    }

    private static let remove: Command.Handler = { parsed, context in
        let name = try parsed.required("NAME")
        let numbers = try EntryNumbers(parsed)
        let place = try await ListPages.place(name, in: .playlists, context)
        var titles: [String] = []
        for range in numbers.ranges {
            let listing = try await ListPages.all(place, offset: range.lowerBound, limit: range.count, context)
            try numbers.check(total: listing.total, of: "\"\(name)\"")
            titles += listing.items.map(\.title)
        }
        let phrase = EntryNumbers.phrase(titles)
        if Removal.isDry("remove \(phrase) from \"\(name)\"", parsed, context) { return }
        // From the end, so that the numbers of the others stay.
        for range in numbers.ranges.reversed() {
            try await context.service.remove(fromPlaylist: name, at: range.lowerBound, count: range.count)
        }
        context.console.tell("Removed \(phrase) from \"\(TextLayout.printable(name))\"")
        try await answer(name, parsed, context)
    }

    private static let move: Command.Handler = { parsed, context in
        let name = try parsed.required("NAME")
        let (number, target) = (try parsed.required("N", Values.positive), try parsed.required("M", Values.positive))
        try await context.service.move(inPlaylist: name, from: number - 1, to: target - 1)
        context.console.tell("Moved entry \(number) to number \(target)")
        try await answer(name, parsed, context)
    }

    private static let rename: Command.Handler = { parsed, context in
        let (name, new) = (try parsed.required("NAME"), try parsed.required("NEW"))
        try await context.service.renamePlaylist(name, to: new)
        context.console.tell("Renamed \"\(TextLayout.printable(name))\" to \"\(TextLayout.printable(new))\"")
        try await answer(new, parsed, context)
    }

    private static let delete: Command.Handler = { parsed, context in
        let name = try parsed.required("NAME")
        let title = await ListPages.title(name, in: .playlists, context)
        if Removal.isDry("move the playlist \"\(title)\" to the trash", parsed, context) { return }
        try await context.service.deletePlaylist(name)
        context.console.tell("Deleted playlist \"\(TextLayout.printable(title))\"" + Removal.restoring(title))
    }

    private static let save: Command.Handler = { parsed, context in
        let name = try parsed.required("NAME")
        let saved = try await context.service.saveQueue(as: name)
        context.console.tell("Saved \(ContentPhrase.count(saved.count, "track")) as \"\(TextLayout.printable(name))\"")
        if parsed.has("json") {
            context.console.write(["playlist": .string(saved.identifier), "count": .int(saved.count)])
        }
    }
}
