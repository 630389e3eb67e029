// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueInterface
import OnCueTestSupport
import Testing

@testable import OnCueTerminal

@Suite("oncue open")
struct OpenCommandTests {
    @Test(
        "A page opens its venue on the map, calls it, or opens by itself",
        arguments: [
            ([], "open geo:52.5159,13.2292"), (["--map"], "open geo:52.5159,13.2292"),
            (["--call"], "open tel:+49301234567"), (["--page"], "open https://example.org/tour"),
        ] as [([String], String)])
    func page(words: [String], call: String) async {
        let session = Session { $0.page = FakePages.tour }

        #expect(await Program.run(["open", "https://example.org/tour"] + words, session.context) == .done)

        #expect(session.service.calls.last == call)
    }

    @Test("Places of one's own come before cities and what was seen")
    func places() async {
        var home = PlaceRecord(name: "Home")
        home.area = .init(latitude: 1, longitude: 2)
        let session = Session { $0.places = [home] }

        await session.run("open", "home")

        #expect(session.service.calls.last == "open geo:1,2")
        await session.run("open", "Halver")
        #expect(session.service.calls.last == "open geo:51.19,7.5")
        await session.run("open", "tel:+49 2353 1")
        #expect(session.service.calls.last == "open tel:+4923531")
    }

    @Test("What would end the words for a map is written in their way, and nothing is no place")
    func signs() async throws {
        let hall = try #require(Location(name: "Valve & Feather", address: PostalAddress(city: "Ås")))
        let session = Session { $0.locations = [LocationMatch(hall, origin: .seen)] }

        await session.run("open", "valve")

        #expect(session.service.calls.last == "open geo:0,0?q=Valve%20%26%20Feather%2C%20%C3%85s")
        #expect(await session.run("open", " ") == .wrongWords)
    }

    @Test("An address without a position is searched for by the map, and one without a number is not called")
    func addresses() async throws {
        let hall = try #require(Location(name: "Blue Hall", address: PostalAddress(street: "Quay 3", city: "Bergen")))
        let session = Session { $0.locations = [LocationMatch(hall, origin: .seen)] }

        await session.run("open", "blue", "hall")

        #expect(session.service.calls.last == "open geo:0,0?q=Blue%20Hall%2C%20Quay%203%2C%20Bergen")
        #expect(await Program.run(["open", "--call", "blue", "hall"], session.context) == .nothingFound)
        #expect(await Program.run(["open", "--page", "blue", "hall"], session.context) == .nothingFound)
    }

    @Test("A city that only begins with the words is not opened, and the address of a map is no page")
    func cities() async throws {
        let session = Session { $0.locations = [LocationMatch(FakeCities.halver, origin: .city, isNamed: false)] }

        #expect(await session.run("open", "Hal") == .nothingFound)
        #expect(session.talk.text.contains("did you mean Halver, Germany?"))
        let address = "https://www.openstreetmap.org/?mlat=51.19&mlon=7.5"
        let map = Session { $0.locations = [LocationMatch(FakeCities.halver, origin: .uri)] }
        #expect(await map.run("open", address) == .done)
        #expect(map.service.calls.contains("locations \(address)"))
        #expect(map.service.calls.last == "open geo:51.19,7.5")
    }
}
