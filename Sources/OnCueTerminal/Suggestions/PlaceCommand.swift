// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueInterface

/// `oncue place`
enum PlaceCommand {
    static let command = Command(
        CommandDefinition(
            "place", aliases: ["places"], group: "Suggestions",
            summary: "Name the places where you listen, such as home and work.",
            discussion: """
                A place is recognised by the network that the machine is connected to, and by its position where the \
                system provides one. Networks are stored as hashes that do not reveal which networks they are.

                JSON: total, offset, items [name, here, networks (how many identify it), latitude, longitude \
                (degrees), radius (metres, or null), policy (null for the usual one), volumeLimit (percent, or null)].
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue place", "List the places."),
                DocumentedTerm("oncue place add home --here", "Call the current place home."),
                DocumentedTerm("oncue place add work --at 52.52,13.405 --radius 200", "Define work by its position."),
                DocumentedTerm(
                    "oncue place set home --policy play --volume-limit 40%", "Play something on coming home."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: ["list": list, "add": add, "set": set, "remove": remove], list)

    private static let name = ArgumentDefinition(RaisingWords.place, description: "The name of the place.")

    private static let subcommands = [
        CommandDefinition(
            "list", aliases: ["ls"], summary: "List the places.", options: [Values.json],
            examples: [DocumentedTerm("oncue place list --json", "List the places as JSON.")]),
        CommandDefinition(
            "add", summary: "Define a place, or add a network or a position to it.", arguments: [name],
            options: [
                OptionDefinition("here", description: "Use the current network and position."),
                OptionDefinition(
                    "at",
                    value: ValueDefinition("LAT,LON", kind: "a position", expected: "degrees such as 52.52,13.405"),
                    description: "Use this position."),
                OptionDefinition(
                    "radius", value: ValueDefinition("METRES", kind: "a radius", expected: "a number of metres"),
                    description: "The radius around the position."),
                Values.json,
            ],
            examples: [
                DocumentedTerm("oncue place add home --here", "Call the current place home."),
                DocumentedTerm("oncue place add work --at 52.52,13.405", "Define work by its position."),
            ]),
        CommandDefinition(
            "set", summary: "Set what happens on arrival.", arguments: [name],
            options: [RaisingWords.policy, RaisingWords.volumeLimit, Values.json],
            examples: [
                DocumentedTerm("oncue place set work --policy ignore", "Suggest nothing there."),
                DocumentedTerm("oncue place set home --policy usual", "Return to the usual policy."),
            ]),
        CommandDefinition(
            "remove", aliases: ["rm", "delete"], summary: "Remove a place, with what it is recognised by.",
            arguments: [name], options: Removal.options + [Values.json],
            examples: [DocumentedTerm("oncue place remove work", "Remove the place work.")]),
    ]

    // MARK: Actions

    private static let list: Command.Handler = { parsed, context in
        let places = try await context.service.places()
        if parsed.has("json") { return context.console.write(.listing(places.map(PlaceView.json))) }
        context.console.write(lines: PlaceView.lines(places, screen: context.console.dataScreen))
        if places.isEmpty { context.console.tell("No places; define this one with: oncue place add home --here") }
    }

    private static let add: Command.Handler = { parsed, context in
        let name = RawWords.printable(try parsed.required("NAME"))
        let place = try await context.service.addPlace(name, try location(parsed))
        if parsed.has("json") { return try await list(parsed, context) }
        context.console.tell("\(place.name) is recognised by " + PlaceView.marks(place))
    }

    private static func location(_ parsed: ParsedCommand) throws(UsageError) -> PlaceLocation {
        try parsed.refuse("here", with: "at")
        let radius = try parsed.option("radius", metres)
        if let position = try parsed.option("at", position) {
            return .area(PlaceRecord.Area(latitude: position[0], longitude: position[1], radius: radius))
        }
        guard parsed.has("here") else {
            throw UsageError(.missingArgument, call: parsed.call, "say where it is with --here or --at LAT,LON")
        }
        return .here(radius: radius)
    }

    private static func position(_ word: String) -> [Double]? {
        let parts = word.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1], abs(latitude) <= 90,
            abs(longitude) <= 180
        else { return nil }
        return [latitude, longitude]
    }

    private static func metres(_ word: String) -> Double? {
        let number = word.hasSuffix("m") ? word.dropLast() : word[...]
        return Double(number).flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    }

    private static let set: Command.Handler = { parsed, context in
        let name = RawWords.printable(try parsed.required("NAME"))
        let wish = try RaisingWords.wish(parsed)
        guard wish != TriggerWish() else {
            throw UsageError(
                .missingArgument, call: parsed.call, "set what happens with --policy or --volume-limit")
        }
        try await context.service.setPlace(name, wish)
        if parsed.has("json") { return try await list(parsed, context) }
        let places = try await context.service.places().filter { $0.name.lowercased() == name.lowercased() }
        context.console.write(lines: PlaceView.lines(places, screen: context.console.dataScreen))
    }

    private static let remove: Command.Handler = { parsed, context in
        let name = RawWords.printable(try parsed.required("NAME"))
        // One that is not there needs no question.
        let isKnown = try await context.service.places().contains { $0.name.lowercased() == name.lowercased() }
        guard try !isKnown || Removal.isConfirmed("remove the place \"\(name)\"", parsed, context) else { return }
        try await context.service.removePlace(name)
        if parsed.has("json") { return try await list(parsed, context) }
        context.console.tell("Removed place \"\(name)\"; what was learnt there stays")
    }
}
