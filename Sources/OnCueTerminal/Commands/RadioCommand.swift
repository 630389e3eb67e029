// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore

/// `oncue radio`
enum RadioCommand {
    static let command = Command(
        CommandDefinition(
            "radio", group: "Library", summary: "Show or change the radio stations.",
            discussion: """
                The stations are kept in ~/.config/oncue/radio.m3u8, which can be edited while the daemon runs. URL is \
                the address of a stream, or of a list (PLS, M3U, ASX, XSPF) that names one. STATION is the name of a \
                station, its identifier or its index path.

                JSON: as oncue browse; add answers with station.
                """,
            options: Values.listing,
            examples: [
                DocumentedTerm("oncue radio", "Show the stations."),
                DocumentedTerm("oncue radio add Jazz https://example.org/jazz.pls", "Add one."),
                DocumentedTerm("oncue play Radio/Jazz", "Play it."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: ["list": list, "add": add, "remove": remove, "rename": rename], list)

    private static let station = ArgumentDefinition(
        ValueDefinition("STATION", kind: "a station"), description: "The station.")
    private static let name = ArgumentDefinition(
        ValueDefinition("NAME", kind: "a name"), description: "What it is called.")
    private static let address = ArgumentDefinition(
        ValueDefinition("URL", kind: "an address", expected: "http://... or https://..."),
        description: "Where it sends. \(AddressWord.note)")

    private static let subcommands = [
        CommandDefinition(
            "list", summary: "Show the stations.", options: Values.listing,
            examples: [DocumentedTerm("oncue radio list --json", "Get the stations for a program.")]),
        CommandDefinition(
            "add", summary: "Add a station.", arguments: [name, address], options: [Values.json],
            examples: [DocumentedTerm("oncue radio add Jazz https://example.org/jazz.pls", "Add one.")]),
        CommandDefinition(
            "remove", aliases: ["rm"], summary: "Take a station out.", arguments: [station],
            examples: [DocumentedTerm("oncue radio remove Jazz", "Take one out.")]),
        CommandDefinition(
            "rename", summary: "Give a station another name.", arguments: [station, name],
            examples: [DocumentedTerm("oncue radio rename Jazz \"Jazz at night\"", "Call it otherwise.")]),
    ]

    private static let list: Command.Handler = { parsed, context in
        let listing = try await ListPages.all("Radio", parsed, context)
        if parsed.has("json") { return context.console.write(listing.json) }
        context.console.write(lines: ContentTable.lines(listing.items, screen: context.console.dataScreen))
        if listing.total == 0 { context.console.tell("There are no stations; oncue radio add NAME URL adds one") }
    }

    private static let add: Command.Handler = { parsed, context in
        let name = try parsed.required("NAME")
        let address = try AddressWord.text(try parsed.required("URL"), context)
        let identifier = try await context.service.addStation(name, at: address)
        context.console.tell("Added the station \(TextLayout.printable(name))")
        if parsed.has("json") { context.console.write(["station": .string(identifier)]) }
    }

    private static let remove: Command.Handler = { parsed, context in
        let station = try parsed.required("STATION")
        try await context.service.removeStation(station)
        context.console.tell("Removed the station \(TextLayout.printable(station))")
    }

    private static let rename: Command.Handler = { parsed, context in
        let (station, name) = (try parsed.required("STATION"), try parsed.required("NAME"))
        try await context.service.renameStation(station, to: name)
        context.console.tell("\(TextLayout.printable(station)) is called \(TextLayout.printable(name)) now")
    }
}
