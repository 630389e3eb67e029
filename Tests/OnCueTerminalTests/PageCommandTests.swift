// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueCore
import OnCueInterface
import OnCueTestSupport
import Testing

@testable import OnCueTerminal

@Suite("oncue page, and the commands that take a page")
struct PageCommandTests {
    @Test("It shows a row for each thing, and the next step")
    func lines() async {
        let session = Session { $0.page = FakePages.tour }

        await session.run("page", "https://example.org/tour")

        let text = session.data.text
        for words in [
            "Valve & Feather on tour", "podcast", "Backstage", "https://example.org/feed.xml", "episode", "The van",
            "30:00", "album", "Little Gears", "track", "Street Talk", "station", "98.2 FM", "audio", "Jingle", "event",
            "2026-12-11 20:00", "rescheduled", "place", "Box office",
        ] {
            #expect(text.contains(words), "\(words)")
        }
        #expect(session.talk.text.contains("oncue radio add URL"))
    }

    @Test("The JSON has every key, and null for what is unknown")
    func json() async throws {
        let session = Session { $0.page = FakePages.tour }

        await session.run("page", "https://example.org/tour", "--json")

        let value = try JSONValue(parsing: session.data.text)
        let event = try #require(value["events"]?[0])
        #expect(event["performers"]?[0]?["name"] == "Valve & Feather")
        #expect(event["location"]?["latitude"] == 52.5159)
        #expect(event["location"]?["country"] == .null)
        #expect(event["status"] == "rescheduled")
        #expect(value["episodes"]?[0]?["duration"] == 1800.0)
        #expect(value["podcasts"]?[0]?["feed"] == "https://example.org/feed.xml")
        #expect(value["stations"]?[0]?["location"]?["name"] == "Keswick")
    }

    @Test("A page without anything says so")
    func empty() async {
        let session = Session { $0.page = WebPage(address: "https://host/") }

        await session.run("page", "https://host/")

        #expect(session.talk.text.contains("nothing to listen to"))
    }

    @Test("A station is added from a page under its own name, or another one")
    func radio() async {
        for (words, call) in [
            (["radio", "add", "https://example.org/"], "station Kestrel https://example.org/live"),
            (["radio", "add", "Mine", "https://example.org/"], "station Mine https://example.org/live"),
        ] {
            let session = Session { $0.page = FakePages.tour }

            await session.run(words)

            #expect(session.service.calls.contains(call), "\(words)")
            #expect(session.talk.text.contains("at https://example.org/live"))
        }
    }

    @Test("A page without a station is not added, and an address without a page needs a name")
    func noStation() async {
        let session = Session { $0.page = WebPage(address: "https://host/") }
        #expect(await Program.run(["radio", "add", "https://host/"], session.context) == .nothingFound)
        let bare = Session()
        #expect(await Program.run(["radio", "add", "https://host/live"], bare.context) != .done)
    }

    @Test("Playing a page says what was taken from it")
    func play() async {
        let session = Session {
            $0.played.taken = WebPage.Sound(kind: "episode", title: "The van", address: "https://example.org/3.mp3")
        }

        await session.run("play", "https://example.org/tour")

        #expect(session.talk.text.contains("Playing \"The van\", an episode that the web page names"))
    }
}
