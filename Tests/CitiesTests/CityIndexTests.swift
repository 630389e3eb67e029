// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Cities
import Testing

@Suite("Cities, without a network")
struct CityIndexTests {
    private func named(_ text: String) throws -> [String] {
        let index = try #require(CityIndex.installed)
        return index.named(text, limit: 5).map { "\($0.name), \($0.region), \($0.countryCode)" }
    }

    @Test("A city is found by its name, and by the beginning of it")
    func finding() throws {
        let index = try #require(CityIndex.installed)
        let halver = try #require(index.named("Halver", limit: 5).first)
        #expect(halver.name == "Halver")
        #expect(halver.countryCode == "DE")
        #expect((51.0...51.3).contains(halver.latitude))
        #expect((7.3...7.7).contains(halver.longitude))
        let berlin = try #require(index.beginning("Berl", limit: 5).first)
        #expect(berlin.name == "Berlin")
        #expect(berlin.population > 3_000_000)
    }

    @Test(
        "A name that is followed by a state or a country is that of a city there",
        arguments: [
            ("Paris", "Paris, Île-de-France Region, FR"), ("Paris, Texas", "Paris, Texas, US"),
            ("paris texas", "Paris, Texas, US"), ("Paris, TX 75460, USA", "Paris, Texas, US"),
            ("Cambridge, MA", "Cambridge, Massachusetts, US"), ("Cambridge MA USA", "Cambridge, Massachusetts, US"),
            ("London, Ontario", "London, Ontario, CA"), ("London, ON", "London, Ontario, CA"),
            ("London, UK", "London, England, GB"), ("Paris, Île-de-France", "Paris, Île-de-France Region, FR"),
            ("Halver, North Rhine-Westphalia, Germany", "Halver, North Rhine-Westphalia, DE"),
            ("New York", "New York, New York, US"),
        ])
    func areas(text: String, city: String) throws {
        #expect(try named(text).first == city)
    }

    @Test(
        "Names are found in other languages, with the countries and states there",
        arguments: [
            ("Wien", "Wien, Vienna, AT"), ("wien, österreich", "Wien, Vienna, AT"),
            ("Wien, Vienna, Austria", "Wien, Vienna, AT"), ("München", "München, Bavaria, DE"),
            ("munchen bayern", "München, Bavaria, DE"), ("Muenchen", "München, Bavaria, DE"),
            ("Mailand", "Mailand, Lombardy, IT"), ("Mailand, Milan, Lombardy, Italy", "Mailand, Lombardy, IT"),
            ("Roma", "Roma, Lazio, IT"), ("Москва", "Москва, Moscow, RU"), ("東京都", "東京都, Tokyo, JP"),
        ])
    func languages(text: String, city: String) throws {
        #expect(try named(text).first == city)
    }

    @Test("Copenhagen is found as Danes and Germans call it")
    func copenhagen() throws {
        #expect(try named("Kopenhagen").first?.hasSuffix("DK") == true)
        #expect(try named("København").first?.hasSuffix("DK") == true)
    }

    @Test(
        "Of an address, the city is found", arguments: ["Glockenturmstraße 1, 14053 Berlin", "Waldbühne, Berlin, DE"])
    func addresses(text: String) throws {
        #expect(try named(text).first == "Berlin, Berlin, DE")
    }

    @Test(
        "A name that is followed by a larger city is that of a city there, or else a part of it",
        arguments: [
            ("Victoria, London", "London, England, GB"), ("Victoria, London, UK", "London, England, GB"),
            ("Paris Street, Victoria, London", "London, England, GB"), ("Croydon, London", "Croydon, England, GB"),
            ("Victoria, Hamburg", "Hamburg, Free and Hanseatic City of Hamburg, DE"),
            ("Victoria, Canada", "Victoria, British Columbia, CA"),
        ])
    func parts(text: String, city: String) throws {
        #expect(try named(text).first == city)
    }

    @Test(
        "Signs at the beginning of a name need not be typed, nor be the right ones",
        arguments: [
            ("'s-Hertogenbosch", "NL"), ("s-Hertogenbosch", "NL"), ("’s-Hertogenbosch", "NL"),
            ("‘Abasān al Kabīrah", "PS"), ("'Abasan al Kabirah", "PS"), ("Abasan al Kabirah", "PS"),
            ("’Aïn el Melh", "DZ"), ("Aïn el Melh", "DZ"), ("‘Ewa Gentry", "US"), ("ʻEwa Gentry", "US"),
            ("Ewa Gentry", "US"),
        ])
    func signs(text: String, country: String) throws {
        #expect(try named(text).first?.hasSuffix(country) == true)
        let index = try #require(CityIndex.installed)
        #expect(index.beginning(String(text.dropLast(2)), limit: 50).contains { $0.countryCode == country })
    }

    @Test(
        "What is no city, only begins one, or is one elsewhere is not named",
        arguments: [
            "Xyzzyplugh", "", " ", "%", "\u{1b}", ",", "Berl", "Wie", "Paris, Mars", "Paris, Ontario", "London, Texas",
            "Jacksonville, North", "Halver, Ontario", "Springfield, New York", "Berlin, Halver", "'",
            "Paris, London, Ontario, Texas",
        ])
    func nothing(text: String) throws {
        #expect(try named(text) == [])
    }

    @Test("What names none has neighbours: of that name elsewhere, with that beginning, or spelled much like it")
    func near() throws {
        let index = try #require(CityIndex.installed)
        #expect(index.near("Paris, Mars", limit: 5).first?.country == "France")
        #expect(index.near("Berl", limit: 5).first?.name == "Berlin")
        #expect(index.near("Halvr", limit: 5).first?.name == "Halver")
        #expect(index.near("Xyzzyplugh", limit: 5).isEmpty)
        #expect(index.near("", limit: 5).isEmpty)
    }

    @Test("A text of any length is answered", .timeLimit(.minutes(5)))
    func hostile() throws {
        #expect(try named(String(repeating: "a b c d e f g,", count: 2_000)) == [])
        #expect(try named(String(repeating: "San José,", count: 2_000)) == [])
    }

    @Test("No more are returned than are wanted, the largest first")
    func limit() throws {
        let index = try #require(CityIndex.installed)
        let found = index.beginning("San", limit: 3)
        #expect(found.count == 3)
        #expect(found.map(\.population) == found.map(\.population).sorted(by: >))
        #expect(index.named("Springfield", limit: 2).count == 2)
    }
}
