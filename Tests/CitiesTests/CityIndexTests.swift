// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Cities
import Testing

@Suite("Cities, without a network")
struct CityIndexTests {
    @Test("A city is found by its name, by the beginning of it, and in its country")
    func finding() throws {
        let halver = try #require(CityIndex.cities("Halver", limit: 5)?.first)
        #expect(halver.name == "Halver")
        #expect(halver.countryCode == "DE")
        #expect((51.0...51.3).contains(halver.latitude))
        #expect((7.3...7.7).contains(halver.longitude))
        let berlin = try #require(CityIndex.cities("Berl", limit: 5)?.first)
        #expect(berlin.name == "Berlin")
        #expect(berlin.population > 3_000_000)
    }

    @Test("What is no city finds nothing", arguments: ["Xyzzyplugh", "", " ", "%", "\u{1b}"])
    func nothing(text: String) {
        #expect(CityIndex.cities(text, limit: 5)?.first?.name.lowercased().hasPrefix(text) != true || text.isEmpty)
    }

    @Test("No more are returned than are wanted")
    func limit() {
        #expect(CityIndex.cities("San", limit: 3)?.count == 3)
    }
}
