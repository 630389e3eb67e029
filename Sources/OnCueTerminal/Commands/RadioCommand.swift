// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// `oncue radio`
enum RadioCommand {
    static let command = Command(
        CommandDefinition(
            "radio", group: "Library", summary: "List, add, rename and remove radio stations.",
            discussion: """
                Stations are stored in ~/.config/oncue/radio.m3u8, which you can edit while the daemon runs. URL is \
                the address of a stream, or of a playlist (PLS, M3U, ASX, XSPF) that points to one. STATION is a \
                station's name, identifier or index path.

                JSON: as for oncue browse; add prints station.
                """,
            options: Values.listing,
            examples: [
                DocumentedTerm("oncue radio", "List the stations."),
                DocumentedTerm("oncue radio add Jazz https://example.org/jazz.pls", "Add a station."),
                DocumentedTerm("oncue play Radio/Jazz", "Play a station."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: ["list": list, "add": add, "remove": remove, "rename": rename], list)

    private static let station = ArgumentDefinition(
        ValueDefinition("STATION", kind: "a station", completion: NameTopic.stations.completion),
        description: "The station's name, identifier or index path.")
    private static let name = ArgumentDefinition(
        ValueDefinition("NAME", kind: "a name"), description: "The name of the station.")
    private static let address = ArgumentDefinition(
        ValueDefinition("URL", kind: "an address", expected: "http://... or https://..."),
        description: "The address of the stream or playlist. \(AddressWord.note)")

    private static let subcommands = [
        CommandDefinition(
            "list", summary: "List the stations.", options: Values.listing,
            examples: [DocumentedTerm("oncue radio list --json", "List the stations as JSON.")]),
        CommandDefinition(
            "add", summary: "Add a station.", arguments: [name, address], options: [Values.json],
            examples: [DocumentedTerm("oncue radio add Jazz https://example.org/jazz.pls", "Add a station.")]),
        CommandDefinition(
            "remove", aliases: ["rm", "delete"], summary: "Move a station to the trash.", arguments: [station],
            options: [Removal.dryRun],
            examples: [DocumentedTerm("oncue radio remove Jazz", "Remove the station Jazz.")]),
        CommandDefinition(
            "rename", summary: "Rename a station.", arguments: [station, name],
            examples: [DocumentedTerm("oncue radio rename Jazz \"Jazz at night\"", "Rename Jazz.")]),
    ]

    private static let list: Command.Handler = { parsed, context in
        let listing = try await ListPages.all(RootBranch.radio.title, parsed, context)
        if parsed.has("json") { return context.console.write(listing.json) }
        context.console.write(lines: ContentTable.lines(listing.items, screen: context.console.dataScreen))
        if listing.total == 0 { context.console.tell("No stations; add one with: oncue radio add NAME URL") }
    }

    private static let add: Command.Handler = { parsed, context in
        let name = try parsed.required("NAME")
        let address = try AddressWord.text(try parsed.required("URL"), context)
        let identifier = try await context.service.addStation(name, at: address)
        context.console.tell("Added station \"\(TextLayout.printable(name))\"")
        if parsed.has("json") { context.console.write(["station": .string(identifier)]) }
    }

    private static let remove: Command.Handler = { parsed, context in
        let station = try parsed.required("STATION")
        let title = await ListPages.title(station, in: .radio, context)
        if Removal.isDry("move the station \"\(title)\" to the trash", parsed, context) { return }
        try await context.service.removeStation(station)
        context.console.tell("Removed station \"\(TextLayout.printable(title))\"" + Removal.restoring(title))
    }

    private static let rename: Command.Handler = { parsed, context in
        let (station, name) = (try parsed.required("STATION"), try parsed.required("NAME"))
        try await context.service.renameStation(station, to: name)
        context.console.tell("Renamed \"\(TextLayout.printable(station))\" to \"\(TextLayout.printable(name))\"")
    }
}
