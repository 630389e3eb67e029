// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueActivities
package import OnCueCore
package import OnCueInterface
package import OnCueRuntime
internal import OnCueSuggestions

/// Finds the location that a text means: a position, a `geo:` URI, the address of a map, a kept event, a recently seen
/// location, or a city.
@MediaActor
package final class LocationFinder {
    package static let limit = 20

    private let memory: SuggestionMemory
    private let cities: any CityFinding
    private let events: EventKeeper?
    private let located: @MediaActor () -> [LocatedThing]
    private let now: @MediaActor () -> Int64

    /// - Parameters:
    ///   - located: Returns the items with a location in the content tree and of other programs.
    ///   - now: The clock, in seconds since 1970.
    package init(
        memory: SuggestionMemory, cities: any CityFinding, events: EventKeeper? = nil,
        located: @escaping @MediaActor () -> [LocatedThing] = { [] }, now: @escaping @MediaActor () -> Int64
    ) {
        (self.memory, self.events) = (memory, events)
        self.cities = cities
        (self.located, self.now) = (located, now)
    }

    /// Keeps the locations of a page.
    package func note(_ page: WebPage) {
        let venues = page.events.compactMap(\.location) + page.locations + page.stations.compactMap(\.location)
        let source = page.title.isEmpty ? page.address : page.title
        let time = now()
        guard !venues.isEmpty else { return }
        memory.note { state in
            for location in venues.prefix(SeenLocations.limit).reversed() {
                let position = location.coordinates.flatMap {
                    GeographicPosition(latitude: $0.latitude, longitude: $0.longitude)
                }
                state.locations.add(
                    .init(
                        name: location.name, address: location.address.line, parts: location.address.parts,
                        position: position, telephones: location.telephones, source: source, page: page.address,
                        lastSeen: time))
            }
        }
    }

    /// Returns the locations that a text may mean, the likeliest first: those that it names, and then those whose names
    /// it begins or resembles. For an empty text, the recently seen locations.
    ///
    /// - Throws: `invalidValue` for an invalid `geo:` URI; `unavailable` if there is no list of cities, and no recently
    ///   seen location fits.
    package func locations(for text: String, limit: Int) async throws -> [LocationMatch] {
        let limit = min(max(1, limit), Self.limit)
        if text.prefix(4).lowercased() == "geo:" { return try await uri(text, limit) }
        if let point = Coordinates(parsing: text) { return Self.position(point, name: nil) }
        if let request = DirectionsRequest(map: text) {
            switch request.destination {
            case .point(let point, let name): return Self.position(point, name: name)
            case .text(let words): return try await locations(for: words, limit: limit)
            }
        }
        var matches = try await kept(text)
        for match in seen(text) where !matches.contains(where: { $0.location.line == match.location.line }) {
            matches.append(match)
        }
        guard !text.isEmpty else { return Array(matches.prefix(limit)) }
        do throws(ContentError) {
            let isKnown = matches.contains { $0.isNamed }
            matches += try await addressed(matches)
            matches += try await cities(for: text, limit, isAdvised: !isKnown)
        } catch {
            if matches.isEmpty { throw error }
        }
        // Locations with exactly that name come before those with the name among other words, and similar names come
        // last.
        let wanted = TextFolding.fold(text)
        let ranks = matches.map { match in
            TextFolding.fold(match.location.name) == wanted ? 0 : match.isNamed ? 1 : 2
        }
        let order = (0...2).flatMap { rank in matches.indices.filter { ranks[$0] == rank } }
        return order.prefix(limit).map { matches[$0] }
    }

    /// Returns the venues of kept events, the recently seen locations, and those of content and activities.
    package func known() async throws -> [LocationMatch] { try await kept("") + seen("") }

    /// Returns the performers of kept events, in their order.
    package func performers() async throws -> [String] { try await events?.events().flatMap(\.performers) ?? [] }

    /// Returns the cities whose names begin with a text; none without a list of cities.
    package func cities(beginningWith text: String) async -> [LocationMatch] {
        guard !text.isEmpty, let found = try? await cities.cities(beginningWith: text, limit: Self.limit) else {
            return []
        }
        return found.map { LocationMatch($0, origin: .city, isNamed: false) }
    }

    private func uri(_ text: String, _ limit: Int) async throws -> [LocationMatch] {
        do throws(GeoURIError) {
            let uri = try GeoURI(parsing: text)
            return Self.position(uri.coordinates, name: uri.label)
        } catch .search(let words) {
            return try await locations(for: words, limit: limit)
        } catch {
            throw ServiceError(.invalidValue, "\"\(text.prefix(100))\" is not a position: \(error)")
        }
    }

    private static func position(_ point: Coordinates, name: String?) -> [LocationMatch] {
        Location(name: name ?? "", coordinates: point).map { [LocationMatch($0, origin: .uri)] } ?? []
    }

    /// Returns the venues of kept events whose title, performer or venue a text names; those that are not over first.
    private func kept(_ text: String) async throws -> [LocationMatch] {
        let today = now() / CivilDate.secondsOfDay * CivilDate.secondsOfDay
        let events = try await events?.events() ?? []
        let sorted = events.filter { ($0.ends ?? 0) >= today } + events.filter { ($0.ends ?? 0) < today }
        return sorted.compactMap { event in
            guard let location = event.location else { return nil }
            let texts = [event.identifier.description, event.title, location.line] + event.performers
            guard let isNamed = Self.isNamed(text, texts) else { return nil }
            let source = [event.title, event.startText].filter { !$0.isEmpty }.joined(separator: ", ")
            return LocationMatch(location, origin: .event, source: source, page: event.page, isNamed: isNamed)
        }
    }

    /// Returns whether each word of a text is also a word of the others, or only the beginning of one; `nil` if
    /// neither. An empty text matches anything.
    private static func isNamed(_ text: String, _ texts: [String]) -> Bool? {
        guard !text.isEmpty else { return true }
        let words = SearchWords.of(text)
        let own = Set(SearchWords.of(texts.joined(separator: " ")))
        guard !words.isEmpty, words.allSatisfy({ word in own.contains { $0.hasPrefix(word) } }) else { return nil }
        return words.allSatisfy(own.contains)
    }

    /// Returns the locations of pages, and then those of content and activities; each once.
    private func seen(_ text: String) -> [LocationMatch] {
        let pages = memory.state.locations.all.compactMap { entry -> LocationMatch? in
            guard let isNamed = Self.isNamed(text, [entry.name, entry.address]) else { return nil }
            let point = entry.position.flatMap { Coordinates(latitude: $0.latitude, longitude: $0.longitude) }
            let location = Location(
                name: entry.name, address: entry.parts.map(PostalAddress.init) ?? PostalAddress(street: entry.address),
                coordinates: point,
                telephones: entry.telephones)
            return location.map {
                LocationMatch(
                    $0, origin: .seen, source: entry.source, page: entry.page.isEmpty ? nil : entry.page,
                    isNamed: isNamed)
            }
        }
        let things = located().compactMap { thing -> LocationMatch? in
            guard let isNamed = Self.isNamed(text, [thing.location.line, thing.title]) else { return nil }
            return LocationMatch(
                thing.location, origin: .seen, source: thing.source, page: thing.page, isNamed: isNamed)
        }
        var lines: Set<String> = []
        return (pages + things).filter { lines.insert($0.location.line).inserted }
    }

    /// Returns the cities of those locations that have an address but no position, each once.
    private func addressed(_ matches: [LocationMatch]) async throws(ContentError) -> [LocationMatch] {
        var found: [LocationMatch] = []
        for match in matches where match.isNamed && match.location.coordinates == nil {
            // A page may give name and address as one text: Waldbühne, Berlin.
            let line = match.location.address.line
            let address = line.isEmpty && match.location.name.contains(",") ? match.location.name : line
            guard !address.isEmpty, let city = try await cities.cities(named: address, limit: 1).first,
                !found.contains(where: { $0.location == city })
            else { continue }
            found.append(LocationMatch(city, origin: .city, source: match.location.name))
        }
        return found
    }

    /// Returns the cities that a text names.
    ///
    /// - Parameter isAdvised: If it names none, those that it may mean.
    private func cities(
        for text: String, _ limit: Int, isAdvised: Bool
    ) async throws(ContentError) -> [LocationMatch] {
        let named = try await cities.cities(named: text, limit: limit)
        guard named.isEmpty, isAdvised else { return named.map { LocationMatch($0, origin: .city) } }
        return try await cities.cities(near: text, limit: limit).map {
            LocationMatch($0, origin: .city, isNamed: false)
        }
    }
}

extension PostalAddress {
    fileprivate init(_ parts: SeenLocations.Parts) {
        self.init(
            street: parts.street, postalCode: parts.postalCode, city: parts.city, region: parts.region,
            country: parts.country)
    }

    fileprivate var parts: SeenLocations.Parts? {
        isEmpty
            ? nil
            : SeenLocations.Parts(
                street: street, postalCode: postalCode, city: city, region: region, country: country)
    }
}
