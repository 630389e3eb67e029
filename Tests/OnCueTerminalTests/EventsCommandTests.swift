// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueActivities
import OnCueCore
import OnCueTestSupport
import Testing

@testable import OnCueTerminal

@Suite("oncue events")
struct EventsCommandTests {
    private static func event(_ title: String, _ start: String) -> KeptEvent {
        var event = KeptEvent()
        (event.title, event.start) = (title, start)
        event.location = Location(name: "Blue Hall", address: PostalAddress(city: "Bergen"))
        return event
    }

    private static let old = event("Reeds live", "2020-01-02T20:00")
    private static let coming = event("Nine Herons", "2099-03-04")

    @Test("Events of a page are kept, and listed with their dates and venues")
    func keeping() async {
        let session = Session { $0.page = FakePages.tour }

        #expect(await session.run("events", "keep", "https://example.org/tour") == .done)
        #expect(session.service.calls.last == "keep events https://example.org/tour")
        #expect(
            session.data.lines == [
                "2026-12-11 20:00  Little Gears live  Waldbühne, Glockenturmstraße 1, 14053 Berlin, rescheduled"
            ])
        #expect(await session.run("events", "keep", "--all", "https://example.org/tour") == .done)
        #expect(session.service.calls.last == "keep events https://example.org/tour all")
    }

    @Test("A page without events of one's artists says what to do")
    func none() async {
        let session = Session()

        #expect(await session.run("events", "keep", "https://example.org/x") == .nothingFound)
        #expect(session.talk.text.contains("--all"), "\(session.talk.text)")
        #expect(await session.run("events") == .done)
        #expect(session.talk.text.contains("oncue events keep URL"))
    }

    @Test("An event is removed by its title or a part of it, and those that are over at once")
    func removal() async {
        let session = Session { $0.events = [Self.old, Self.coming] }

        #expect(await session.run("events", "remove", "herons", "--yes") == .done)
        #expect(session.service.calls.last == "remove events \(Self.coming.identifier)")
        #expect(await session.run("events", "remove", "--past", "--yes") == .done)
        #expect(session.service.calls.last == "remove events \(Self.old.identifier)")
        #expect(await session.run("events", "remove", "xyzzy", "--yes") == .nothingFound)
        #expect(await session.run("events", "remove", "--yes") == .wrongWords)
    }

    @Test("A part that fits several removes none, and says which there are")
    func several() async {
        let other = Self.event("More Herons", "2099-05-06")
        let session = Session { $0.events = [Self.old, Self.coming, other] }

        #expect(await session.run("events", "remove", "herons", "--yes") == .failed)
        #expect(session.talk.text.contains("2  2099-03-04  Nine Herons"))
        #expect(session.talk.text.contains("3  2099-05-06  More Herons"))
        #expect(session.talk.text.contains("fits 2 events; give the number of one, or remove all with --all"))
        #expect(!session.service.calls.contains { $0.hasPrefix("remove") })
        #expect(await session.run("events", "remove", "3", "--yes") == .done)
        #expect(session.service.calls.last == "remove events \(other.identifier)")
        #expect(await session.run("events", "remove", "4", "--yes") == .nothingFound)
        #expect(await session.run("events", "remove", "herons", "--all", "--yes") == .done)
        #expect(session.service.calls.last == "remove events \(Self.coming.identifier) \(other.identifier)")
        #expect(await session.run("events", "remove", "--past", "--all", "--yes") == .wrongWords)
    }

    @Test("The list has numbers")
    func numbers() async {
        let session = Session { $0.events = [Self.old, Self.coming] }

        #expect(await session.run("events") == .done)
        #expect(
            session.data.lines == [
                "1  2020-01-02 20:00  Reeds live   Blue Hall, Bergen",
                "2  2099-03-04        Nine Herons  Blue Hall, Bergen",
            ])
    }

    @Test("JSON has everything")
    func json() async {
        let session = Session { $0.events = [Self.coming] }

        #expect(await session.run("events", "--json") == .done)
        #expect(session.data.text.contains(#""title":"Nine Herons","performers":[],"artists":[],"start":"2099-03-04""#))
        #expect(session.data.text.contains(#""location":{"name":"Blue Hall""#))
    }
}
