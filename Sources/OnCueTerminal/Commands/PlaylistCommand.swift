// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import OnCueQuery
internal import TextOutput

/// `oncue playlist`
enum PlaylistCommand {
    static let command = Command(
        CommandDefinition(
            "playlist", group: "Library", summary: "List, create and edit playlists.",
            discussion: """
                NAME is a playlist's title, identifier or index path. Entries are numbered from 1, as in oncue \
                playlist show. Playlist files in the library (M3U, PLS, XSPF, ASX) are listed as well, but only \
                your own playlists can be changed; these are kept in ~/.local/share/oncue/playlists.

                Saved queries are listed and shown as well, with their rules; their tracks follow these, so nothing is \
                added to them (oncue query save changes the rule).

                Folder/Name is a playlist in a folder, which is made when it is first used. A name without its folder is \
                enough if no other playlist has it.

                JSON: as for oncue browse; create, save and import print playlist, count; export with a FILE prints file; delete prints the playlists that are left; all other changes print the playlist \
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
            "rename": rename, "delete": delete, "save": save, "crop": crop, "sort": sort, "shuffle": shuffle,
            "unique": unique, "import": PlaylistExchangeCommands.importFile,
            "export": PlaylistExchangeCommands.export,
        ], list)

    private static let name = ArgumentDefinition(
        ValueDefinition("NAME", kind: "a playlist", completion: NameTopic.playlists.completion),
        description: "The playlist's title, identifier or index path.")
    private static let created = ArgumentDefinition(
        ValueDefinition("NAME", kind: "a name"), description: "The name of the playlist, or Folder/Name.")
    private static let newName = ArgumentDefinition(
        ValueDefinition("NEW", kind: "a name"),
        description: "The new name. Without a folder, the playlist stays in its own.")
    private static let format = OptionDefinition(
        "format", value: ValueDefinition("FORMAT", kind: "a format", expected: "m3u8 or xspf"),
        description: "The file format, m3u8 or xspf. Default: m3u8.")
    private static let position = OptionDefinition(
        "at", value: ValueDefinition("N", kind: "an entry number", expected: "a number from 1"),
        description: "Insert before this entry instead of adding at the end.")

    private static let subcommands =
        [
            CommandDefinition(
                "list", summary: "List the playlists.", options: Values.listing,
                examples: [DocumentedTerm("oncue playlist list --json", "List the playlists as JSON.")]),
            CommandDefinition(
                "show", summary: "List the entries of a playlist.", arguments: [name],
                options: Values.listing + [ListColumns.option],
                examples: [DocumentedTerm("oncue playlist show Evening", "List the entries with their numbers.")]),
            CommandDefinition(
                "create", summary: "Create an empty playlist.", arguments: [created], options: [Values.json, format],
                examples: [
                    DocumentedTerm(
                        "oncue playlist create Evening --format xspf",
                        "Create a playlist in XSPF format.")
                ]),
            CommandDefinition(
                "add", summary: "Add items to a playlist, which is created if there is none with this name.",
                arguments: [
                    name, ArgumentDefinition(Values.place, .oneOrMore, description: Values.placeDescription),
                ],
                options: [Values.all, Values.json, position],
                examples: [
                    DocumentedTerm("oncue playlist add Evening ~/Music/song.flac", "Add a file."),
                    DocumentedTerm(
                        "oncue playlist add Evening 'genre:jazz year:1960'", "Add everything that a query finds."),
                ]),
            CommandDefinition(
                "remove", aliases: ["rm"], summary: "Remove entries from a playlist.",
                arguments: [name, EntryNumbers.argument("oncue playlist show")],
                options: [Removal.dryRun, Values.json],
                examples: [
                    DocumentedTerm("oncue playlist remove Evening 3", "Remove the third entry."),
                    DocumentedTerm("oncue playlist remove Evening 3-7 12", "Remove six entries."),
                ]),
            CommandDefinition(
                "move", summary: "Move entries to another position.",
                arguments: [
                    name, EntryNumbers.movedArgument("oncue playlist show"),
                    Values.entryArgument(
                        "M", "The new number of the first; a number beyond the last entry means the end."),
                ],
                options: [Values.json],
                examples: [
                    DocumentedTerm("oncue playlist move Evening 7 1", "Make the seventh entry the first."),
                    DocumentedTerm("oncue playlist move Evening 3-7,12 1", "Move six entries to the beginning."),
                ]),
            CommandDefinition(
                "crop", summary: "Remove all entries but some from a playlist.",
                arguments: [name, EntryNumbers.argument("oncue playlist show")],
                options: [Removal.dryRun, Values.json],
                examples: [DocumentedTerm("oncue playlist crop Evening 3-7", "Keep five entries.")]),
            CommandDefinition(
                "sort", summary: "Put the entries of a playlist into another order.",
                arguments: [
                    name,
                    ArgumentDefinition(
                        ValueDefinition("ORDER", kind: "an order", allowed: TrackSorting.words),
                        description: "title, artist, album, duration or reverse."),
                ],
                options: [Values.json],
                examples: [
                    DocumentedTerm("oncue playlist sort Evening artist", "Sort by artist, album and track number.")
                ]),
            CommandDefinition(
                "shuffle", summary: "Put the entries of a playlist into a random order.", arguments: [name],
                options: [Values.json], examples: [DocumentedTerm("oncue playlist shuffle Evening", "Mix a playlist.")]),
            CommandDefinition(
                "unique", aliases: ["dedupe"], summary: "Remove entries that are in a playlist twice.",
                arguments: [name],
                options: [Values.json],
                examples: [DocumentedTerm("oncue playlist unique Evening", "Keep each track once.")]),
            CommandDefinition(
                "rename", summary: "Rename a playlist and its file, or move it to another folder.",
                arguments: [name, newName], options: [Values.json],
                examples: [
                    DocumentedTerm("oncue playlist rename Evening Night", "Rename Evening to Night."),
                    DocumentedTerm("oncue playlist rename Night Calm/", "Move Night into the folder Calm."),
                    DocumentedTerm("oncue playlist rename Calm/Night /Night", "Move it back to the top."),
                ]),
            CommandDefinition(
                "delete", summary: "Move a playlist to the trash; the tracks in it stay.", arguments: [name],
                options: [Removal.dryRun, Values.json],
                examples: [DocumentedTerm("oncue playlist delete Evening", "Delete the playlist Evening.")]),
            CommandDefinition(
                "save", summary: "Save the queue as a new playlist.", arguments: [created], options: [Values.json],
                examples: [DocumentedTerm("oncue playlist save Tonight", "Save the current queue as Tonight.")]),
        ] + PlaylistExchangeCommands.definitions

    // MARK: Looking

    private static let list: Command.Handler = { parsed, context in
        let (offset, limit) = try parsed.range(context.console.dataScreen)
        var listing = try await ListPages.all(RootBranch.playlists.title, offset: offset, limit: limit, context)
        try await SavedLists(service: context.service).add(to: &listing, limit: limit)
        context.memory.write(listing.items)
        if parsed.has("json") { return context.console.write(listing.json) }
        context.console.write(lines: ContentTable.lines(listing.items, screen: context.console.dataScreen))
        if listing.total == 0 { context.console.tell("No playlists; create one with: oncue playlist create NAME") }
    }

    private static let show: Command.Handler = { parsed, context in
        let (name, columns) = (try parsed.required("NAME"), try ListColumns(parsed))
        let listing = try await ListPages.asking(name, in: .playlists, isExact: false, context) { name in
            try await ListPages.all(try await shown(name, context), parsed, context)
        }
        if let columns {
            return try await columns.write(
                listing, as: listing.json, isJSON: parsed.has("json"), context, isNumbered: true)
        }
        if parsed.has("json") { return context.console.write(listing.json) }
        context.console.write(lines: ListPages.numbered(listing, context.console.dataScreen))
        if listing.total == 0 { context.console.tell("\"\(TextLayout.printable(name))\" is empty") }
    }

    /// Returns the place of a playlist, or of the list of a saved query.
    private static func shown(_ name: String, _ context: CommandContext) async throws -> String {
        do {
            return try await ListPages.place(name, in: .playlists, context)
        } catch {
            guard (error as? ClientError)?.isAbsence == true,
                let list = try await SavedLists(service: context.service).record(named: name)
            else { throw error }
            return list.identifier
        }
    }

    /// Writes the whole playlist if JSON is requested for a change.
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
        let words = try parsed.places()
        let index = try parsed.integer("at", in: 1...Values.most).map { $0 - 1 }
        try await add(words, to: name, at: index, parsed, context)
    }

    /// Adds everything that words name to a playlist, which is created if none has this name, and answers.
    static func add(
        _ words: [String], to name: String, at index: Int?, _ parsed: ParsedCommand, _ context: CommandContext
    ) async throws {
        let places = try await places(words, context)
        let resolver = PlaceResolver(context)
        let added = try await resolver.asking(words) { () async throws(ClientError) in
            do throws(ClientError) {
                return try await context.service.add(places, toPlaylist: name, at: index)
            } catch {
                guard error.isAbsence, let name = await nameOfMissing(name, context) else { throw error }
                return try await create(name, with: places, at: index, context)
            }
        }
        let what = ContentPhrase.added(added, placeCount: places.count)
        context.console.tell("Added \(what) to \(await quoted(name, context))")
        resolver.tellRunnerUp(added.runnerUp, added.naming)
        try await answer(name, parsed, context)
    }

    /// Returns the name for a new playlist, or `nil` if there already is one, or the text is not a name.
    private static func nameOfMissing(_ name: String, _ context: CommandContext) async -> String? {
        guard let titles = try? ContentPlace(name).titles else { return nil }
        do {
            _ = try await ListPages.place(name, in: .playlists, context)
            return nil
        } catch {
            guard (error as? ClientError)?.isAbsence == true else { return nil }
            let isFromTop = titles.count > 1 && titles[0].lowercased() == RootBranch.playlists.title.lowercased()
            return isFromTop ? titles.dropFirst().joined(separator: "/") : name
        }
    }

    /// Creates a playlist with the contents of some places, or none if one of them names nothing.
    private static func create(
        _ name: String, with places: [String], at index: Int?, _ context: CommandContext
    ) async throws(ClientError) -> PlayedContent {
        // Files and addresses may be outside the library.
        for place in places where MediaLocation(uri: place) == nil {
            _ = try await context.service.resolve(place, opens: false)
        }
        let playlist = try await context.service.createPlaylist(name, format: "m3u8")
        do throws(ClientError) {
            let added = try await context.service.add(places, toPlaylist: playlist, at: index)
            context.console.tell("Created playlist \"\(TextLayout.printable(name))\"")
            return added
        } catch {
            try? await context.service.deletePlaylist(playlist)
            throw error
        }
    }

    /// Returns all places that the words name; a missing one stops everything, so that nothing is added partially.
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
        let (name, numbers) = (try parsed.required("NAME"), try EntryNumbers(parsed))
        let found = try await titles(numbers, of: name, context)
        let phrase = EntryNumbers.phrase(found.named)
        if Removal.isDry("remove \(phrase) from \(found.playlist)", parsed, context) { return }
        _ = try await context.service.arrange(name, .remove(numbers.indexes))
        context.console.tell("Removed \(phrase) from \(found.playlist)")
        try await answer(name, parsed, context)
    }

    private static let crop: Command.Handler = { parsed, context in
        let (name, numbers) = (try parsed.required("NAME"), try EntryNumbers(parsed))
        let found = try await titles(numbers, of: name, context)
        let phrase = EntryNumbers.phrase(found.named)
        if Removal.isDry("remove all entries but \(phrase) from \(found.playlist)", parsed, context) { return }
        _ = try await context.service.arrange(name, .keep(numbers.indexes))
        context.console.tell("\(found.playlist) has only \(phrase) now")
        try await answer(name, parsed, context)
    }

    private static let move: Command.Handler = { parsed, context in
        let (name, numbers) = (try parsed.required("NAME"), try EntryNumbers(parsed))
        let target = try parsed.required("M", Values.positive)
        let (named, total, _) = try await titles(numbers, of: name, context)
        _ = try await context.service.arrange(name, .move(numbers.indexes, to: target - 1))
        let first = min(target, max(1, total - named.count + 1))
        context.console.tell("Moved \(EntryNumbers.phrase(named)) to number \(first)")
        try await answer(name, parsed, context)
    }

    private static let sort: Command.Handler = { parsed, context in
        let name = try parsed.required("NAME")
        let sorting = try parsed.required("ORDER") { TrackSorting(rawValue: $0) }
        _ = try await ListPages.asking(name, in: .playlists, context) { name in
            try await context.service.arrange(name, .sort(sorting))
        }
        context.console.tell("Sorted \(await quoted(name, context)) \(sorting.phrase)")
        try await answer(name, parsed, context)
    }

    private static let shuffle: Command.Handler = { parsed, context in
        let name = try parsed.required("NAME")
        _ = try await ListPages.asking(name, in: .playlists, context) { name in
            try await context.service.arrange(name, .sort(.random))
        }
        context.console.tell("Shuffled \(await quoted(name, context))")
        try await answer(name, parsed, context)
    }

    private static let unique: Command.Handler = { parsed, context in
        let name = try parsed.required("NAME")
        let (_, before, playlist) = try await titles(nil, of: name, context)
        let count = before - (try await context.service.arrange(name, .removeDuplicates))
        context.console.tell(
            count == 0
                ? "No track is in \(playlist) twice"
                : "Removed \(ContentPhrase.count(count, "entry", plural: "entries")) from \(playlist)")
        try await answer(name, parsed, context)
    }

    /// Returns the title of a playlist in quotes, regardless of how it was typed.
    private static func quoted(_ name: String, _ context: CommandContext) async -> String {
        "\"" + TextLayout.printable(await ListPages.title(name, in: .playlists, context)) + "\""
    }

    /// Returns the titles of some entries, the total number, and the name of the playlist in quotes.
    ///
    /// - Throws: ``CommandFailure`` if there are fewer.
    private static func titles(
        _ numbers: EntryNumbers?, of name: String, _ context: CommandContext
    ) async throws -> (named: [String], total: Int, playlist: String) {
        let place = try await ListPages.asking(name, in: .playlists, context) { name in
            try await ListPages.place(name, in: .playlists, context)
        }
        let playlist = await quoted(name, context)
        guard let numbers else {
            return ([], try await ListPages.all(place, offset: 0, limit: 1, context).total, playlist)
        }
        var (titles, total): ([String], Int) = ([], 0)
        for range in numbers.ranges {
            let listing = try await ListPages.all(place, offset: range.lowerBound, limit: range.count, context)
            try numbers.check(total: listing.total, of: playlist)
            titles += listing.items.map(\.title)
            total = listing.total
        }
        return (titles, total, playlist)
    }

    private static let rename: Command.Handler = { parsed, context in
        let (name, new) = (try parsed.required("NAME"), try parsed.required("NEW"))
        let place = try await ListPages.asking(name, in: .playlists, context) { name in
            let place = parsed.has("json") ? try await ListPages.place(name, in: .playlists, context) : name
            try await context.service.renamePlaylist(name, to: new)
            return place
        }
        let verb = new.hasSuffix("/") ? "Moved" : "Renamed"
        context.console.tell("\(verb) \"\(TextLayout.printable(name))\" to \"\(TextLayout.printable(new))\"")
        try await answer(place, parsed, context)
    }

    private static let delete: Command.Handler = { parsed, context in
        let name = try parsed.required("NAME")
        let title = await ListPages.title(name, in: .playlists, context)
        if parsed.has("dry-run") { try await ListPages.check(name, in: .playlists, context) }
        if Removal.isDry("move the playlist \"\(title)\" to the trash", parsed, context) { return }
        try await ListPages.asking(name, in: .playlists, context) { name in
            try await context.service.deletePlaylist(name)
        }
        if parsed.has("json") {
            return context.console.write(try await ListPages.all(RootBranch.playlists.title, context).json)
        }
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
