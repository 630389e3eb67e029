// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueInterface
import OnCueRuntime
import OnCueSession
import OnCueSuggestions
import OnCueTestSupport
import Testing

@Suite("Locations by their names")
@MediaActor
struct LocationFinderTests {
    private let memory = SuggestionMemory(store: MemorySuggestionStore(), state: SuggestionState())

    private var finder: LocationFinder { LocationFinder(memory: memory, cities: FakeCities(), now: { 1000 }) }

    @Test("The venues of a page are kept, offered with the page that they come from, and found by words of their names")
    func seen() async throws {
        finder.note(FakePages.tour)

        let all = try await finder.locations(for: "", limit: 9)
        #expect(all.map(\.location.name) == ["Waldbühne", "Box office", "Keswick"])
        #expect(all.allSatisfy { $0.origin == .seen && $0.source == "Valve & Feather on tour" })
        let found = try await finder.locations(for: "waldbuhne berlin", limit: 9)
        #expect(found.first?.location.geoURI == "geo:52.5159,13.2292")
        #expect(found.first?.location.telephoneURI == "tel:+49301234567")
        #expect(found.first?.page == FakePages.tour.address)
    }

    @Test("Words are the beginnings of words, and a city of that very name comes before what is only like it")
    func wholeWords() async throws {
        var page = FakePages.tour
        page.locations += [Location(name: "Halver Promenade")].compactMap(\.self)
        finder.note(page)

        #expect(try await finder.locations(for: "Halver", limit: 9).map(\.origin) == [.city, .seen])
        #expect(try await finder.locations(for: "prom", limit: 9).map(\.location.name) == ["Halver Promenade"])
        #expect(try await finder.locations(for: "rom", limit: 9).isEmpty, "in the middle of a word")
        #expect(try await finder.locations(for: "?!", limit: 9).isEmpty, "no word at all")
    }

    @Test("What is seen again moves to the front, and there is an end to it")
    func bounds() async throws {
        for number in 0..<150 {
            var page = WebPage(address: "https://host/\(number)")
            page.locations = [Location(name: "Hall \(number)")].compactMap(\.self)
            finder.note(page)
        }
        finder.note(FakePages.tour)
        finder.note(FakePages.tour)

        #expect(memory.state.locations.all.count == SeenLocations.limit)
        #expect(memory.state.locations.all.filter { $0.name == "Waldbühne" }.count == 1)
        #expect(try await finder.locations(for: "", limit: 500).count == LocationFinder.limit)
    }

    @Test("Without a list of cities, what was seen is still found, and the rest says what is missing")
    func noCities() async throws {
        let finder = LocationFinder(memory: memory, cities: NoCities(), now: { 1000 })
        finder.note(FakePages.tour)

        #expect(try await finder.locations(for: "Keswick", limit: 5).count == 1)
        await #expect(throws: ContentError.self) { try await finder.locations(for: "Halver", limit: 5) }
    }

    @Test("What content and activities have is offered behind what pages have, each once, and found by its title")
    func content() async throws {
        func thing(_ title: String, _ name: String) -> LocatedThing {
            LocatedThing(
                ContentIdentifier("episode:1") ?? RootBranch.library.identifier, title: title, owner: "Walks",
                location: Location(name: name) ?? .blank, page: "https://example.org/\(title)")
        }
        let things = [thing("Harbour walk", "Old quay"), thing("Tour", "Box office")]
        let finder = LocationFinder(
            memory: memory, cities: FakeCities(), located: { things }, now: { 1000 })
        finder.note(FakePages.tour)

        let all = try await finder.locations(for: "", limit: 9)
        #expect(all.map(\.location.name) == ["Waldbühne", "Box office", "Keswick", "Old quay"])
        #expect(all.last?.source == "Harbour walk, Walks" && all.last?.origin == .seen)
        #expect(try await finder.known().map(\.location.name).contains("Old quay"))
        let found = try await finder.locations(for: "harbour walk", limit: 9)
        #expect(found.map(\.location.name) == ["Old quay"])
        #expect(found.first?.page == "https://example.org/Harbour walk" && found.first?.isNamed == true)
    }

    @Test("The beginning of a name finds it, and is not its name")
    func beginnings() async throws {
        finder.note(FakePages.tour)

        let named = { (text: String) async throws in
            try await finder.locations(for: text, limit: 9).map { [$0.location.name, $0.isNamed ? "named" : "near"] }
        }
        #expect(try await named("Hal") == [["Halver", "near"]])
        #expect(try await named("halver") == [["Halver", "named"]])
        #expect(try await named("Waldb") == [["Waldbühne", "near"]])
        #expect(try await named("waldbühne berlin") == [["Waldbühne", "named"]])
    }

    @Test(
        "A position is one as it is, and so is that of a map",
        arguments: [
            "48.2,16.37", "48.2, 16.37", "geo:48.2,16.37", "https://www.openstreetmap.org/?mlat=48.2&mlon=16.37",
            "https://www.google.com/maps/place/x/data=!3d48.2!4d16.37",
        ])
    func positions(text: String) async throws {
        let found = try await finder.locations(for: text, limit: 9)
        #expect(found.map(\.location.geoURI) == ["geo:48.2,16.37"])
        #expect(found.first?.origin == .uri)
    }

    @Test(
        "A location with an address and no position is in the city of its address",
        arguments: [PostalAddress(street: "Am Kai 3", city: "Halver"), PostalAddress(city: "Halver", country: "DE")])
    func addressed(address: PostalAddress) async throws {
        var page = WebPage(address: "https://host/menu")
        page.locations = [Location(name: "Trattoria Uno", address: address)].compactMap(\.self)
        finder.note(page)

        let found = try await finder.locations(for: "Trattoria Uno", limit: 9)
        #expect(found.map(\.origin) == [.seen, .city] && found.allSatisfy { $0.isNamed })
        #expect(found.last?.location == FakeCities.halver && found.last?.source == "Trattoria Uno")
        #expect(try await finder.locations(for: "Trat", limit: 9).map(\.origin) == [.seen], "only its beginning")
    }

    @Test("A location that a page has as one text is in the city that the text names")
    func textual() async throws {
        var page = WebPage(address: "https://host/tour")
        page.locations = ["Waldbühne, Halver", "Halver Bar"].compactMap { Location(name: $0) }
        finder.note(page)

        let found = try await finder.locations(for: "Waldbühne", limit: 9)
        #expect(found.map(\.origin) == [.seen, .city])
        #expect(found.last?.location == FakeCities.halver && found.last?.source == "Waldbühne, Halver")
        #expect(try await finder.locations(for: "Bar", limit: 9).map(\.origin) == [.seen], "a name is no address")
    }

    @Test("The address of a location that was seen keeps its parts")
    func parts() async throws {
        let address = PostalAddress(
            street: "Am Kai 3", postalCode: "24103", city: "Kiel", region: "SH", country: "DE")
        var page = WebPage(address: "https://host/tour")
        page.locations = [Location(name: "Hall", address: address)].compactMap(\.self)
        finder.note(page)

        #expect(try await finder.known().map(\.location.address) == [address])
    }

    @Test("What a map searches for is looked up")
    func searches() async throws {
        let found = try await finder.locations(for: "https://www.openstreetmap.org/search?query=Halver", limit: 9)
        #expect(found.map(\.location.name) == ["Halver"])
    }

    private struct NoCities: CityFinding {
        func cities(named text: String, limit: Int) async throws(ContentError) -> [Location] {
            throw ContentError(.unavailable, "install libgeonames0")
        }

        func cities(beginningWith text: String, limit: Int) async throws(ContentError) -> [Location] {
            throw ContentError(.unavailable, "install libgeonames0")
        }

        func cities(near text: String, limit: Int) async throws(ContentError) -> [Location] {
            throw ContentError(.unavailable, "install libgeonames0")
        }
    }
}
