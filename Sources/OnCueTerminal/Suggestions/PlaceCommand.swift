// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import OnCueSuggestions
internal import TextOutput

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
                (degrees), radius (metres, or null), policy (null for the usual one), volumeLimit (percent, or null)]; seen \
                prints items [location (as in oncue page), origin, source].
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue place", "List the places."),
                DocumentedTerm("oncue place add home --here", "Call the current place home."),
                DocumentedTerm("oncue place add work --at 52.52,13.405 --radius 200", "Define work by its position."),
                DocumentedTerm("oncue place add lake geo:47.93,12.73", "Define a place as maps hand it on."),
                DocumentedTerm(
                    "oncue place set home --policy play --volume-limit 40%", "Play something on coming home."),
            ],
            subcommands: subcommands, runsAlone: true),
        subcommands: ["list": list, "seen": seen, "add": add, "set": set, "remove": remove], list)

    private static let name = ArgumentDefinition(RaisingWords.place, description: "The name of the place.")

    private static let subcommands = [
        CommandDefinition(
            "list", aliases: ["ls"], summary: "List the places.", options: [Values.json],
            examples: [DocumentedTerm("oncue place list --json", "List the places as JSON.")]),
        CommandDefinition(
            "seen",
            summary: "List the locations of web pages, content and activities, from which place add can choose.",
            options: [Values.json],
            examples: [DocumentedTerm("oncue place seen", "List what place add can complete.")]),
        CommandDefinition(
            "add", summary: "Define a place, or add a network or a position to it.",
            discussion: """
                WHERE is a position, a geo: URI, the address of a map, a location seen lately (oncue place seen), or a \
                city in any language, which is looked up without a network (with the package libgeonames0); a state or \
                a country behind it means the city there. Of an address, only the city is known. The beginning of a \
                name is not enough. A geo: URI with ;u= has at least that radius.
                """,
            arguments: [
                name,
                ArgumentDefinition(
                    ValueDefinition(
                        "WHERE", kind: "a location", expected: "48.2,16.4, a city or an address",
                        completion: NameTopic.locations.completion),
                    .any, description: "A position, a map's address, a location seen lately, a city or an address."),
            ],
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
                DocumentedTerm("oncue place add parents Halver", "Define a place by its city."),
                DocumentedTerm("oncue place add college Cambridge, MA", "Say in which state it is."),
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
        let matches = try await matches(parsed, context)
        let found = matches.first
        let uncertainty = found == nil ? nil : try uncertainty(parsed)
        let place = try await context.service.addPlace(
            name, try found?.place(parsed, offBy: uncertainty) ?? location(parsed))
        if parsed.has("json") { return try await list(parsed, context) }
        context.console.tell("\(place.name) is recognised by " + PlaceView.marks(place) + (found.map(origin) ?? ""))
        if matches.count > 1 {
            let others = LocationAdvice.list(matches.dropFirst())
            let more =
                found?.origin == .city ? "add the state or the country to mean one" : "say more of it to mean one"
            context.console.tell("Also of that name: \(others); \(more)")
        }
    }

    private static let seen: Command.Handler = { parsed, context in
        let matches = try await context.service.locations(for: "", limit: 20)
        if parsed.has("json") { return context.console.write(.listing(matches.map(\.json))) }
        context.console.write(lines: PlaceView.lines(matches, screen: context.console.dataScreen))
        if matches.isEmpty { context.console.tell("No locations were seen yet; oncue page URL finds some") }
    }

    /// Returns the locations that WHERE names, the most likely first; none if it is not given.
    private static func matches(_ parsed: ParsedCommand, _ context: CommandContext) async throws -> [LocationMatch] {
        let text = RawWords.printable(parsed.arguments("WHERE").joined(separator: " "))
        guard !text.allSatisfy(\.isWhitespace) else {
            guard parsed.arguments("WHERE").isEmpty else {
                throw UsageError(.invalidValue, call: parsed.call, "WHERE cannot be empty")
            }
            return []
        }
        for option in ["here", "at"] where parsed.has(option) {
            throw UsageError(.missingArgument, call: parsed.call, "say where it is once: \(text), or --\(option)")
        }
        let matches = try await context.service.locations(for: text, limit: 5)
        let named = matches.filter { $0.isNamed && $0.location.coordinates != nil }
        guard let first = named.first else {
            throw CommandFailure(
                .nothingFound, LocationAdvice.text(text, matches, remedy: "give its position with --at LAT,LON"))
        }
        // A venue may have several events.
        var lines: Set<String> = []
        return named.filter { $0.origin == first.origin && lines.insert($0.location.line).inserted }
    }

    /// Returns the uncertainty of the position of a `geo:` URI, in metres; `nil` if it has none, or a radius is given.
    private static func uncertainty(_ parsed: ParsedCommand) throws(UsageError) -> Double? {
        let text = RawWords.printable(parsed.arguments("WHERE").joined(separator: " "))
        guard !parsed.has("radius"), let metres = (try? GeoURI(parsing: text))?.uncertainty else { return nil }
        guard metres <= Geofence.radii.upperBound else {
            throw UsageError(
                .invalidValue, call: parsed.call,
                "\"\(text)\" may be off by more than \(Int(Geofence.radii.upperBound / 1000)) km; give a radius "
                    + "with --radius if that is meant all the same")
        }
        return metres
    }

    /// Returns the origin of a match, to follow the place that was created from it.
    private static func origin(_ match: LocationMatch) -> String {
        let line = TextLayout.printable(match.location.line)
        return switch match.origin {
        case .uri: ""
        case .seen: ": \(line)" + (match.source.isEmpty ? "" : ", seen on \"\(TextLayout.printable(match.source))\"")
        case .event: ": \(line)" + (match.source.isEmpty ? "" : ", of \(TextLayout.printable(match.source))")
        case .city:
            ": the middle of \(line)"
                + (match.source.isEmpty ? "" : ", the city of \"\(TextLayout.printable(match.source))\"")
        }
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

    static func metres(_ word: String) -> Double? {
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
        // Removing a missing place needs no confirmation.
        let places = try await context.service.places()
        let rest = places.filter { $0.name.lowercased() != name.lowercased() }
        let waiting = await WaitingNotifications(for: .place, [name], places: rest, devices: [], context)
        guard
            try rest.count == places.count
                || Removal.isConfirmed("remove the place \"\(name)\"" + waiting.condition, parsed, context)
        else { return }
        try await context.service.removePlace(name)
        if parsed.has("json") { return try await list(parsed, context) }
        context.console.tell("Removed place \"\(name)\"; what was learnt there stays")
        waiting.tell("add the place again with: oncue place add \(ShellWord.quoted(name)) --here", context)
    }
}

extension LocationMatch {
    /// The radius around the centre of a city, in metres.
    private static let cityRadius = 5000.0

    /// Returns the place to add.
    ///
    /// - Parameter metres: The uncertainty of the position; the radius is at least as large.
    fileprivate func place(_ parsed: ParsedCommand, offBy metres: Double?) throws(UsageError) -> PlaceLocation? {
        guard let point = location.coordinates else { return nil }
        let radius =
            try parsed.option("radius", PlaceCommand.metres) ?? metres.map { max($0, Geofence.usualRadius) }
            ?? (origin == .city ? Self.cityRadius : nil)
        return .area(PlaceRecord.Area(latitude: point.latitude, longitude: point.longitude, radius: radius))
    }
}
