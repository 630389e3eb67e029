// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import TextOutput

/// `oncue radio`
enum RadioCommand {
    static let command = Command(
        CommandDefinition(
            "radio", group: "Library",
            summary: "List, add, rename and remove radio stations, and show the songs heard.",
            discussion: """
                Stations are stored in ~/.config/oncue/radio.m3u8, which you can edit while the daemon runs. URL is \
                the address of a stream, of a playlist (PLS, M3U, ASX, XSPF) that points to one, or of a web page that \
                names one; then NAME may be left out. STATION is a station's name, identifier or index path.

                JSON: as for oncue browse; search prints total, offset, items [number, title, url, country, language, tags, codec, \
                bitRate (bits per second, or null), votes (or null), picture and page (addresses, or null)], add and rename print station, remove the stations that are left, and history the same as oncue history, with song.
                """,
            options: Values.listing,
            examples: [
                DocumentedTerm("oncue radio", "List the stations."),
                DocumentedTerm("oncue radio search jazz", "Search a directory."),
                DocumentedTerm("oncue radio add Jazz https://example.org/jazz.pls", "Add a station."),
                DocumentedTerm("oncue play Radio/Jazz", "Play a station."),
                DocumentedTerm("oncue radio history", "List the songs heard on the radio."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: [
            "list": list, "add": add, "remove": remove, "rename": rename, "history": history,
            "search": DirectorySearch.stations,
        ], list)

    private static let station = ArgumentDefinition(
        ValueDefinition("STATION", kind: "a station", completion: NameTopic.stations.completion),
        description: "The station's name, identifier or index path.")
    private static let name = ArgumentDefinition(
        ValueDefinition("NAME", kind: "a name"), description: "The name of the station.")
    private static let address = ArgumentDefinition(
        ValueDefinition("URL", kind: "an address", expected: "http://... or https://..."),
        description: "The address of the stream or playlist, or a number from oncue radio search. \(AddressWord.note)")

    private static let subcommands = [
        CommandDefinition(
            "list", summary: "List the stations.", options: Values.listing,
            examples: [DocumentedTerm("oncue radio list --json", "List the stations as JSON.")]),
        DirectorySearch.stationDefinition,
        CommandDefinition(
            "add", summary: "Add a station.",
            arguments: [name, ArgumentDefinition(address.value, .optional, description: address.description)],
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue radio add Jazz https://example.org/jazz.pls", "Add a station."),
                DocumentedTerm("oncue radio add https://example.org/listen", "Add the station of a web page."),
            ]),
        CommandDefinition(
            "remove", aliases: ["rm", "delete"], summary: "Move a station to the trash.",
            arguments: [
                ArgumentDefinition(
                    station.value, .oneOrMore,
                    description: "The station's name, identifier or index path, several in quotes, or a query.")
            ],
            options: [Removal.dryRun, Values.json],
            examples: [
                DocumentedTerm("oncue radio remove Jazz", "Remove the station Jazz."),
                DocumentedTerm("oncue radio remove genre:talk", "Remove all stations of a genre."),
            ]),
        CommandDefinition(
            "rename", summary: "Rename a station.", arguments: [station, name], options: [Values.json],
            examples: [DocumentedTerm("oncue radio rename Jazz \"Jazz at night\"", "Rename Jazz.")]),
        CommandDefinition(
            "history", aliases: ["songs"], summary: "List the songs that stations announced while you listened.",
            arguments: [
                ArgumentDefinition(station.value, .optional, description: "The station. Default: all of them.")
            ], options: [HistoryCommand.since, HistoryCommand.until] + Values.listing,
            examples: [
                DocumentedTerm("oncue radio history Jazz --since today", "List what Jazz has played since midnight.")
            ]),
    ]

    private static let list: Command.Handler = { parsed, context in
        let listing = try await ListPages.all(RootBranch.radio.title, parsed, context)
        if parsed.has("json") { return context.console.write(listing.json) }
        context.console.write(lines: ContentTable.lines(listing.items, screen: context.console.dataScreen))
        if listing.total == 0 { context.console.tell("No stations; find some with: oncue radio search WORDS") }
    }

    private static let add: Command.Handler = { parsed, context in
        let (first, second) = (try parsed.required("NAME"), parsed.argument("URL"))
        // Both orders are accepted. A number refers to a search result only if nothing else can be the address: the
        // name of a station may be a number.
        let hasAddress = isAddress(first) || second.map(isAddress) == true
        func isPlace(_ word: String) -> Bool { hasAddress ? isAddress(word) : Values.positive(word) != nil }
        let isSwapped = isPlace(first) && second.map(isPlace) != true
        let name = isSwapped ? second : first
        guard let word = isSwapped ? first : second else {
            throw UsageError(.missingArgument, call: parsed.call, "missing argument URL")
        }
        let text = try AddressWord.text(word, context)
        let found =
            try hasAddress
            ? nil : DirectorySearch.result(text, in: context.memory.stations, search: "oncue radio search")
        let station =
            if let found {
                RadioAddress.Station(name: name ?? FoundStation.name(found.title), address: found.address)
            } else {
                try await RadioAddress(text, name: name).station(context)
            }
        let identifier = try await context.service.addStation(station.name, at: station.address)
        let origin = station.isFromPage ? ", at \(station.address)" : ""
        context.console.tell(TextLayout.printable("Added station \"\(station.name)\"" + origin))
        if parsed.has("json") { context.console.write(["station": .string(identifier)]) }
    }

    /// Returns whether a word is an address, or stands for one on standard input.
    private static func isAddress(_ word: String) -> Bool { word.contains("://") || word == AddressWord.input }

    private static let remove: Command.Handler = { parsed, context in
        let stations = try await ListPages.names(parsed.arguments("STATION"), in: .radio, context)
        for station in stations {
            let title = await ListPages.title(station, in: .radio, context)
            if parsed.has("dry-run") { try await ListPages.check(station, in: .radio, context) }
            if Removal.isDry("move the station \"\(title)\" to the trash", parsed, context) { continue }
            try await ListPages.asking(station, in: .radio, context) { station in
                try await context.service.removeStation(station)
            }
            if parsed.has("json") { continue }
            context.console.tell("Removed station \"\(TextLayout.printable(title))\"" + Removal.restoring(title))
        }
        if parsed.has("json"), !parsed.has("dry-run") {
            context.console.write(try await ListPages.all(RootBranch.radio.title, context).json)
        }
    }

    private static let rename: Command.Handler = { parsed, context in
        let (station, name) = (try parsed.required("STATION"), try parsed.required("NAME"))
        let title = await ListPages.title(station, in: .radio, context)
        let place = try await ListPages.asking(station, in: .radio, context) { station in
            let place = parsed.has("json") ? try await ListPages.place(station, in: .radio, context) : station
            try await context.service.renameStation(station, to: name)
            return place
        }
        if parsed.has("json") { return context.console.write(["station": .string(place)]) }
        context.console.tell("Renamed \"\(TextLayout.printable(title))\" to \"\(TextLayout.printable(name))\"")
    }

    private static let history: Command.Handler = { parsed, context in
        var request = try await HistoryCommand.request(
            parsed, item: try await place(parsed.argument("STATION"), context), context)
        request.kinds = [.song]
        let screen = context.console.dataScreen
        let (offset, limit) = try parsed.range(screen)
        let page = try await HistoryCommand.pages(request, offset, limit, context.service)
        if parsed.has("json") { return context.console.write(HistoryView.json(page, offset: offset)) }
        context.console.write(lines: HistoryView.songs(page.entries, screen: screen))
        let end = offset + page.entries.count
        if page.total == 0 {
            context.console.tell("No songs yet; a title counts once it was heard for 15 s")
        } else if end < page.total, screen.isTerminal {
            context.console.tell("\(end) of \(page.total); --offset \(end) shows more")
        }
    }

    /// Returns the identifier that a word names; the identifier of a removed station is used as it is.
    private static func place(_ word: String?, _ context: CommandContext) async throws -> String? {
        guard let word, ContentIdentifier(word) == nil else { return word }
        return try await ListPages.asking(word, in: .radio, isExact: false, context) { word in
            try await ListPages.place(word, in: .radio, context)
        }
    }
}
