// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
import OnCueTestSupport
import Testing

@testable import OnCueTerminal

@Suite("oncue place")
struct PlaceCommandTests {
    private func session() -> Session {
        Session {
            var home = PlaceRecord(name: "home")
            (home.networks, home.isHere, home.policy, home.volumeLimit) = (2, true, "play", 0.4)
            var work = PlaceRecord(name: "work")
            work.area = .init(latitude: 52.52, longitude: 13.405, radius: 150)
            $0.places = [home, work]
        }
    }

    @Test("shows the places with what tells them, and where the machine is")
    func list() async {
        let session = session()
        #expect(await session.run("place") == .done)
        #expect(
            session.data.lines == [
                "▶  home  2 networks                  play, at most 40%", "   work  52.52, 13.405 within 150 m",
            ])
    }

    @Test("says how to name one where there is none")
    func none() async {
        let session = Session()
        #expect(await session.run("place", "list") == .done)
        #expect(session.talk.text == "No places; define this one with: oncue place add home --here\n")
    }

    @Test(
        "add names where the machine is, or a position",
        arguments: [
            (["--here"], "here -", "1 network"), (["--here", "--radius", "80m"], "here 80.0", "1 network"),
            (["--at", "-33.86,151.2"], "-33.86 151.2 -", "-33.86, 151.2"),
            (["--at", "52.52,13.405", "--radius", "200"], "52.52 13.405 200.0", "52.52, 13.405 within 200 m"),
        ])
    func add(words: [String], call: String, marks: String) async {
        let session = Session()
        #expect(await session.run(["place", "add", "gym"] + words) == .done)
        #expect(session.service.calls == ["add place gym \(call)"])
        #expect(session.talk.text == "gym is recognised by \(marks)\n")
    }

    @Test("A position that may be off has that radius at least, unless another one is given; too much is refused")
    func uncertain() async throws {
        let point = try #require(Location(name: "", coordinates: Coordinates(latitude: 60, longitude: 5)))
        func added(_ words: String...) async -> String? {
            let session = Session { $0.locations = [LocationMatch(point, origin: .uri)] }
            guard await session.run(["place", "add", "hut"] + words) == .done else { return nil }
            return session.service.calls.last
        }
        #expect(await added("geo:60,5") == "add place hut 60.0 5.0 -")
        #expect(await added("geo:60,5;u=10") == "add place hut 60.0 5.0 150.0")
        #expect(await added("geo:60,5;u=900") == "add place hut 60.0 5.0 900.0")
        #expect(await added("geo:60,5;u=1000000") == nil)
        #expect(await added("geo:60,5;u=1000000", "--radius", "80") == "add place hut 60.0 5.0 80.0")
    }

    @Test("A city is the middle of it, and a location that was seen says where")
    func whereabouts() async throws {
        let session = Session()
        #expect(await session.run("place", "add", "parents", "Hal", "ver") == .done)
        #expect(session.service.calls == ["locations Hal ver", "add place parents 51.19 7.5 5000.0"])
        #expect(session.talk.text.contains("within 5000 m: the middle of Halver, Germany"))
        let hall = try #require(
            Location(name: "Blue Hall", coordinates: Coordinates(latitude: 60, longitude: 5)))
        let seen = Session { $0.locations = [LocationMatch(hall, origin: .seen, source: "Nine Herons")] }
        #expect(await seen.run("place", "add", "hall", "blue", "--radius", "100") == .done)
        #expect(seen.service.calls.last == "add place hall 60.0 5.0 100.0")
        #expect(seen.talk.text.contains("Blue Hall, seen on \"Nine Herons\""))
        #expect(await seen.run("place", "seen") == .done)
        #expect(seen.data.text.contains("Nine Herons"))
    }

    @Test("A name that means nothing says what else there is, and asks for nothing more")
    func nowhere() async {
        let session = Session { $0.locations = [] }
        #expect(await session.run("place", "add", "x", "Xyzzy") == .nothingFound)
        #expect(session.service.calls == ["locations Xyzzy"])
    }

    @Test("The beginning of a name adds nothing, and says what may be meant")
    func beginnings() async {
        let session = Session { $0.locations = [LocationMatch(FakeCities.halver, origin: .city, isNamed: false)] }

        #expect(await session.run("place", "add", "parents", "Hal") == .nothingFound)

        #expect(session.service.calls == ["locations Hal"])
        #expect(session.talk.text.contains("did you mean Halver, Germany?"))
    }

    @Test("A location that was seen without a position says so")
    func unlocated() async throws {
        let hall = try #require(Location(name: "Blue Hall", address: PostalAddress(city: "Bergen")))
        let session = Session { $0.locations = [LocationMatch(hall, origin: .seen, source: "Nine Herons")] }

        #expect(await session.run("place", "add", "hall", "blue", "hall") == .nothingFound)

        #expect(
            session.talk.text.contains(
                "the position of Blue Hall, Bergen (from \"Nine Herons\") is not known; give its position with --at LAT,LON"
            ))
    }

    @Test("Several of a name are told, the first is taken")
    func several() async throws {
        let other = try #require(
            Location(
                name: "Halver", address: PostalAddress(city: "Halver", country: "Norway"),
                coordinates: Coordinates(latitude: 1, longitude: 2)))
        let session = Session {
            $0.locations = [LocationMatch(FakeCities.halver, origin: .city), LocationMatch(other, origin: .city)]
        }

        #expect(await session.run("place", "add", "parents", "Halver") == .done)

        #expect(session.service.calls.last == "add place parents 51.19 7.5 5000.0")
        #expect(session.talk.text.contains("Also of that name: Halver, Norway;"))
    }

    @Test(
        "Wrong words ask nothing of the service",
        arguments: [
            ["add", "gym"], ["add", "gym", ""], ["add", "gym", " "], ["add", "gym", "--here", "--at", "1,1"],
            ["add", "gym", "--at", "91,0"],
            ["add", "gym", "Halver", "--here"],
            ["add", "gym", "--at", "1"], ["add", "gym", "--at", "nan,1"], ["add", "gym", "--here", "--radius", "0"],
            ["set", "home"], ["set", "home", "--policy", "dance"], ["add"], ["remove"],
        ])
    func wrong(words: [String]) async {
        let session = Session()
        #expect(await session.run(["place"] + words) == .wrongWords)
        #expect(session.service.calls.isEmpty)
    }

    @Test("set says what is to happen on arrival, and remove ends a place")
    func set() async {
        let session = session()
        #expect(await session.run("place", "set", "Home", "--policy", "usual", "--volume-limit", "none") == .done)
        #expect(session.service.calls.first == "set place Home -  2.0")
        #expect(session.data.lines.count == 1)
        #expect(await session.run("place", "rm", "work", "--yes") == .done)
        #expect(session.service.calls.last == "remove place work")
        #expect(session.talk.text == "Removed place \"work\"; what was learnt there stays\n")
    }

    @Test("--json has every field")
    func json() async {
        let session = session()
        await session.run("place", "--json")
        #expect(
            session.data.text == """
                {"total":2,"offset":0,"items":[{"name":"home","here":true,"networks":2,"latitude":null,\
                "longitude":null,"radius":null,"policy":"play","volumeLimit":40},{"name":"work","here":false,\
                "networks":0,"latitude":52.52,"longitude":13.405,"radius":150,"policy":null,"volumeLimit":null}]}

                """)
    }
}
