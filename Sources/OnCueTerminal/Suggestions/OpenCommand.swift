// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// `oncue open`
enum OpenCommand {
    static let command = Command(
        CommandDefinition(
            "open", group: "Suggestions", summary: "Open a location on the map, call it, or open its page.",
            discussion: """
                WHERE is the address of a web page (its first concert or place counts) or of a map, a position, a geo: \
                or tel: URI, one of your places, a kept event (oncue events), a location seen lately (oncue place seen) \
                or a city. The desktop's programs for geo:, tel: and https: addresses are used, through its portal if \
                there is one. Without an option, the map opens, or else the telephone.

                JSON: opened (the address that was handed on), location (as in oncue page, or null).
                """,
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("WHERE", kind: "a location", completion: NameTopic.openable.completion),
                    .oneOrMore,
                    description:
                        "A page, a position, a geo: or tel: URI, a place, an event, a location seen lately or a city.")
            ],
            options: [
                OptionDefinition("map", description: "Open the map."),
                OptionDefinition("call", description: "Call the telephone number."),
                OptionDefinition("page", description: "Open the web page."), Values.json,
            ],
            examples: [
                DocumentedTerm("oncue open https://example.org/tour", "Show the venue on the map."),
                DocumentedTerm("oncue open --call Waldbühne", "Call a venue that was seen lately."),
            ])
    ) { parsed, context in
        try parsed.refuse("map", with: "call")
        try parsed.refuse("map", with: "page")
        try parsed.refuse("call", with: "page")
        let text = RawWords.printable(parsed.arguments("WHERE").joined(separator: " "))
        guard !text.allSatisfy(\.isWhitespace) else {
            throw UsageError(.invalidValue, call: parsed.call, "WHERE cannot be empty")
        }
        let targets = try await targets(text, parsed, context)
        guard let target = targets.first(where: { address(of: $0, parsed) != nil }),
            let address = address(of: target, parsed)
        else {
            let what = parsed.has("call") ? "a telephone number" : parsed.has("page") ? "a page" : "a position"
            throw CommandFailure(.nothingFound, "no location with \(what) is known for \(TextLayout.printable(text))")
        }
        try await context.service.open(address)
        if parsed.has("json") {
            context.console.write(["opened": .string(address), "location": target.location?.json ?? .null])
        }
        context.console.tell(TextLayout.printable("Opened \(address)" + (target.location.map { ": \($0.line)" } ?? "")))
    }

    private struct Target {
        var location: Location?
        var page: String?
    }

    /// Returns the possible meanings of the words, the most likely first.
    private static func targets(
        _ text: String, _ parsed: ParsedCommand, _ context: CommandContext
    ) async throws -> [Target] {
        if text.contains("://"), DirectionsRequest(map: text) == nil {
            if parsed.has("page") { return [Target(page: text)] }
            let page = try await context.service.page(at: text)
            let locations = page.events.compactMap(\.location) + page.locations + page.stations.compactMap(\.location)
            return locations.map { Target(location: $0, page: page.address) }
        }
        if text.prefix(4).lowercased() == "tel:" {
            return [Target(location: Location(name: "", telephones: [String(text.dropFirst(4))]))]
        }
        let places = try await context.service.places().filter { $0.name.lowercased() == text.lowercased() }
        let own = places.compactMap { place -> Target? in
            guard let area = place.area, let point = Coordinates(latitude: area.latitude, longitude: area.longitude)
            else { return nil }
            return Target(location: Location(name: place.name, coordinates: point))
        }
        guard own.isEmpty else { return own }
        // A recently seen location may be abbreviated, but a city must be named completely.
        let matches = try await context.service.locations(for: text, limit: 5)
        let meant = matches.filter { $0.isNamed || $0.origin != .city }
        guard !meant.isEmpty else { throw CommandFailure(.nothingFound, LocationAdvice.text(text, matches)) }
        return meant.map { Target(location: $0.location, page: $0.page) }
    }

    /// Returns the address to open; `nil` if the target has none of the wanted kind.
    private static func address(of target: Target, _ parsed: ParsedCommand) -> String? {
        if parsed.has("page") { return target.page }
        guard let location = target.location else { return nil }
        let map = location.supportsNavigation ? location.geoURI ?? search(location) : nil
        let call = location.supportsCalls ? location.telephoneURI : nil
        if parsed.has("map") { return map }
        return parsed.has("call") ? call : map ?? call
    }

    /// Returns the address with which a map looks up a location without coordinates.
    private static func search(_ location: Location) -> String {
        "geo:0,0?q=" + PercentEncoding.encodeValue(location.line)
    }
}
