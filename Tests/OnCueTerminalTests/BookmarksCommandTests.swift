// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import Testing

@testable import OnCueTerminal

@Suite("oncue bookmarks")
struct BookmarksCommandTests {
    @Test("The list has a line for each, and JSON has every key")
    func list() async throws {
        let session = Session { $0.bookmarks = [Samples.bookmark] }

        await session.run("bookmarks", "--json")

        #expect(
            session.data.text == """
                {"total":1,"offset":0,"items":[{"number":3,"name":null,"identifier":"track:abc","url":"file:///m/01.flac",\
                "title":"So What","artists":["Miles Davis"],"album":"Kind of Blue","position":83.0,"time":1000000}]}

                """)
        let plain = Session { $0.bookmarks = [Samples.bookmark] }
        await plain.run("bookmarks")
        #expect(plain.data.text.hasPrefix("3  1:23  So What  Miles Davis"))
    }

    @Test("Going to one plays what it is in from there, and only seeks in what plays already")
    func play() async throws {
        let session = Session { $0.bookmarks = [Samples.bookmark] }
        #expect(await session.run("bookmarks", "play", "3") == .done)
        #expect(session.service.calls.contains { $0.hasPrefix("play track:abc") })
        #expect(session.service.calls.last == "seek to 83.0")

        let playing = Session {
            $0.bookmarks = [Samples.bookmark]
            $0.report = Samples.playing
        }
        #expect(await playing.run("bookmarks", "play", "3") == .done)
        #expect(!playing.service.calls.contains { $0.hasPrefix("play ") })
        #expect(playing.service.calls.last == "seek to 83.0")
    }

    @Test("A bookmark gets a name of several words, and is found by it")
    func names() async throws {
        let session = Session {
            var named = Samples.bookmark
            named.name = "Best solo"
            $0.bookmarks = [named]
        }

        #expect(await session.run("bookmarks", "add", "Best", "solo") == .done)
        #expect(session.service.calls.first == "bookmark Best solo")
        #expect(session.talk.text == "Added bookmark 3 \"Best solo\", 1:23 in So What\n")
        #expect(await session.run("bookmarks", "play", "best", "solo") == .done)
        #expect(session.service.calls.last == "seek to 83.0")
        #expect(await session.run("bookmarks", "remove", "BEST SOLO", "--yes") == .done)
        #expect(session.service.calls.last == "forget bookmark 3")
        #expect(await session.run("bookmarks", "play", "Best") == .nothingFound)
        #expect(session.talk.text.contains("there is no bookmark \"Best\""))
    }

    @Test(
        "A name without a letter, or of more than 200, is refused",
        arguments: [" ", String(repeating: "n", count: 201)])
    func wrongNames(name: String) async throws {
        let session = Session()

        #expect(await session.run("bookmarks", "add", name) == .wrongWords)
        #expect(session.service.calls.isEmpty)
    }

    @Test("A number that none has is nothing found")
    func unknown() async throws {
        let session = Session { $0.bookmarks = [Samples.bookmark] }

        #expect(await session.run("bookmarks", "play", "4") == .nothingFound)
    }
}
