// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueActivities
package import OnCueCore
package import OnCueInterface
package import OnCueRuntime
internal import OnCueSuggestions

/// Finds the location that a text means: a `geo:` URI, a kept event, one that was seen lately, or a city.
@MediaActor
package final class LocationFinder {
    package static let limit = 20

    private let memory: SuggestionMemory
    private let cities: any CityFinding
    private let events: EventKeeper?
    private let now: @MediaActor () -> Int64

    /// - Parameter now: The clock, in seconds since 1970.
    package init(
        memory: SuggestionMemory, cities: any CityFinding, events: EventKeeper? = nil,
        now: @escaping @MediaActor () -> Int64
    ) {
        (self.memory, self.events) = (memory, events)
        self.cities = cities
        self.now = now
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
                        name: location.name, address: location.address.line, position: position,
                        telephones: location.telephones, source: source, page: page.address, lastSeen: time))
            }
        }
    }

    /// Returns what a text may mean, the likeliest first; for an empty text, what was seen lately.
    ///
    /// - Throws: `invalidValue` for a `geo:` URI that is none; `unavailable` if there is no list of cities, and nothing
    ///   was seen that fits.
    package func locations(for text: String, limit: Int) async throws -> [LocationMatch] {
        let limit = min(max(1, limit), Self.limit)
        if text.prefix(4).lowercased() == "geo:" { return try await uri(text, limit) }
        var matches = try await kept(text)
        for match in seen(text) where !matches.contains(where: { $0.location.line == match.location.line }) {
            matches.append(match)
        }
        guard !text.isEmpty else { return Array(matches.prefix(limit)) }
        do throws(ContentError) {
            matches += try await cities(for: text, limit)
        } catch {
            if matches.isEmpty { throw error }
        }
        // What has that very name comes before what is only like it.
        let wanted = TextFolding.fold(text)
        let isNamed = matches.map { TextFolding.fold($0.location.name) == wanted }
        let order = matches.indices.filter { isNamed[$0] } + matches.indices.filter { !isNamed[$0] }
        return order.prefix(limit).map { matches[$0] }
    }

    /// The venues of kept events and the locations that were seen lately.
    package func known() async throws -> [LocationMatch] { try await kept("") + seen("") }

    /// The performers of kept events, in their order.
    package func performers() async throws -> [String] { try await events?.events().flatMap(\.performers) ?? [] }

    /// The cities whose names begin so; none without a list of cities.
    package func cities(_ text: String) async -> [LocationMatch] {
        guard !text.isEmpty else { return [] }
        return (try? await cities.cities(text, limit: Self.limit).map { LocationMatch($0, origin: .city) }) ?? []
    }

    private func uri(_ text: String, _ limit: Int) async throws -> [LocationMatch] {
        do throws(GeoURIError) {
            let uri = try GeoURI(parsing: text)
            let location = Location(name: uri.label ?? "", coordinates: uri.coordinates)
            return location.map { [LocationMatch($0, origin: .uri)] } ?? []
        } catch .search(let words) {
            return try await locations(for: words, limit: limit)
        } catch {
            throw ServiceError(.invalidValue, "\"\(text.prefix(100))\" is not a position: \(error)")
        }
    }

    /// The venues of kept events, which the title, a performer or the venue names; those that are not over first.
    private func kept(_ text: String) async throws -> [LocationMatch] {
        let today = now() / CivilDate.secondsOfDay * CivilDate.secondsOfDay
        let events = try await events?.events() ?? []
        let sorted = events.filter { ($0.ends ?? 0) >= today } + events.filter { ($0.ends ?? 0) < today }
        return sorted.compactMap { event in
            guard let location = event.location else { return nil }
            let texts = [event.identifier.description, event.title, location.line] + event.performers
            guard Self.isMeant(text, texts) else { return nil }
            let source = [event.title, event.startText].filter { !$0.isEmpty }.joined(separator: ", ")
            return LocationMatch(location, origin: .event, source: source, page: event.page)
        }
    }

    /// Whether each word of a text begins a word of the others; nothing at all is anything.
    private static func isMeant(_ text: String, _ texts: [String]) -> Bool {
        let words = SearchWords.of(text)
        return text.isEmpty || !words.isEmpty && SearchWords.matches(words, in: texts.joined(separator: " "))
    }

    private func seen(_ text: String) -> [LocationMatch] {
        memory.state.locations.all.compactMap { entry in
            guard Self.isMeant(text, [entry.name, entry.address]) else { return nil }
            let point = entry.position.flatMap { Coordinates(latitude: $0.latitude, longitude: $0.longitude) }
            let location = Location(
                name: entry.name, address: PostalAddress(street: entry.address), coordinates: point,
                telephones: entry.telephones)
            return location.map {
                LocationMatch(
                    $0, origin: .seen, source: entry.source, page: entry.page.isEmpty ? nil : entry.page)
            }
        }
    }

    /// The cities that a text names: the whole of it, or a part of an address, such as `14053 Berlin`.
    private func cities(for text: String, _ limit: Int) async throws(ContentError) -> [LocationMatch] {
        let parts = text.split(separator: ",").map { part in
            part.split(separator: " ").filter { !$0.contains(where: \.isNumber) }.joined(separator: " ")
        }.filter { !$0.isEmpty }
        var found = try await cities.cities(text, limit: limit)
        for part in parts.reversed() where found.isEmpty && part != text {
            found = try await cities.cities(part, limit: limit).filter { city in
                TextFolding.fold(city.name) == TextFolding.fold(part)
            }
        }
        return found.map { LocationMatch($0, origin: .city) }
    }
}
