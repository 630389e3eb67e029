// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueClient
import OnCueCore
import OnCueInterface
import OnCueTestSupport
import Testing

@testable import OnCueTerminal

@Suite("Searching open directories")
struct DirectorySearchTests {
    private static let wide = Screen(isTerminal: true, width: 160)

    @Test("Podcasts are listed with what a person needs, and subscribed to by their numbers")
    func podcasts() async {
        let session = Session(screen: Self.wide)

        #expect(await session.run("podcast", "search", "late", "night") == .done)
        for part in ["1", "Backstage", "Rosa Weld", "42 episodes", "Music", "https://example.org/feed.xml"] {
            #expect(session.data.text.contains(part), "\(part)")
        }
        #expect(session.talk.text.contains("oncue podcast add NUMBER"))
        #expect(await session.run("podcast", "add", "1") == .done)
        #expect(session.service.calls.suffix(1) == ["subscribe https://example.org/feed.xml"])
        #expect(session.service.calls.first == "find podcasts 20 late night")
    }

    @Test("Stations are listed with country, codec, bit rate and votes, and added by their numbers")
    func stations() async {
        let session = Session(screen: Self.wide)

        #expect(await session.run("radio", "search", "jazz", "--limit", "5") == .done)
        for part in ["Kestrel Jazz", "Germany", "MP3 128 kbit/s", "1234 votes", "https://example.org/live", "Bare"] {
            #expect(session.data.text.contains(part), "\(part)")
        }
        #expect(session.service.calls == ["find stations 5 jazz"])
        #expect(await session.run("radio", "add", "1") == .done)
        #expect(session.service.calls.last == "station Kestrel Jazz https://example.org/live")
        #expect(await session.run("radio", "add", "2", "At night") == .done)
        #expect(session.service.calls.last == "station At night http://example.org:8000/bare")
        #expect(await session.run("radio", "add", "At noon", "2") == .done)
        #expect(session.service.calls.last == "station At noon http://example.org:8000/bare")
    }

    /// Somebody who types an address.
    private struct Typed: Questioner {
        let canAsk = true

        func confirms(_ question: String) -> Bool { false }

        func answer(to question: String) -> String? { "https://h/live.mp3" }
    }

    @Test(
        "A number is a name beside an address or -, in every order",
        arguments: [["538", "https://h/live.mp3"], ["https://h/live.mp3", "538"], ["538", "-"], ["-", "538"]])
    func numbersAsNames(words: [String]) async {
        let session = Session()
        session.questioner = Typed()
        await session.run("radio", "search", "jazz")

        #expect(await session.run(["radio", "add"] + words) == .done)
        #expect(session.service.calls.last == "station 538 https://h/live.mp3")
        #expect(await session.run("radio", "add", "538", "2") == .done)
        #expect(session.service.calls.last == "station 538 http://example.org:8000/bare")
    }

    @Test("A title that is too long for a name is shortened")
    func longTitle() async {
        let session = Session()
        session.memory.stations.remember([
            FoundMemory.Result(address: "http://h/1", title: String(repeating: "ä", count: 300))
        ])

        #expect(await session.run("radio", "add", "1") == .done)
        let call = session.service.calls.last ?? ""
        #expect(call.hasPrefix("station ää") && call.hasSuffix("ä… http://h/1") && call.utf8.count < 230)
    }

    @Test("Results that cannot be remembered do not leave the numbers of older ones")
    func unremembered() throws {
        let folder = try TemporaryDirectory()
        let memory = FoundMemory("found", in: folder.path)
        memory.remember([FoundMemory.Result(address: "http://h/1", title: "A")])
        #expect(memory[1] != nil)

        // It is in the way of the new file.
        try folder.makeDirectory("found.\(getpid())")
        memory.remember([FoundMemory.Result(address: "http://h/2", title: "B")])
        #expect(memory[1] == nil)
    }

    @Test("A number that no search has shown is refused; the next search replaces the numbers")
    func numbers() async {
        let session = Session()

        #expect(await session.run("podcast", "add", "1") == .nothingFound)
        #expect(session.talk.text.contains("oncue podcast search WORDS"))
        #expect(session.service.calls.isEmpty)
        await session.run("radio", "search", "jazz")
        #expect(await session.run("radio", "add", "3") == .nothingFound)
        #expect(await session.run("radio", "search", "nothing") == .nothingFound)
        #expect(await session.run("radio", "add", "1") == .nothingFound)
    }

    @Test("JSON has every key, with the number")
    func json() async {
        let session = Session()

        #expect(await session.run("podcast", "search", "x", "--json") == .done)
        #expect(
            session.data.text == """
                {"total":1,"offset":0,"items":[{"number":1,"title":"Backstage","author":"Rosa Weld",\
                "url":"https://example.org/feed.xml","episodes":42,"genre":"Music","newest":"2026-11-20",\
                "summary":"Talks behind the stage","picture":"https://example.org/cover.png",\
                "page":"https://example.org/backstage"}]}

                """)
        #expect(await session.run("radio", "search", "x", "--json") == .done)
        #expect(
            session.data.text == """
                {"total":2,"offset":0,"items":[{"number":1,"title":"Kestrel Jazz","url":"https://example.org/live",\
                "country":"Germany","language":"german","tags":["jazz","soul"],"codec":"MP3","bitRate":128000,\
                "votes":1234,"picture":"https://example.org/icon.png","page":"https://example.org/"},\
                {"number":2,"title":"Bare","url":"http://example.org:8000/bare","country":"","language":"","tags":[],\
                "codec":"","bitRate":null,"votes":null,"picture":null,"page":null}]}

                """)
    }

    @Test("What fails is told with the next step")
    func failures() async {
        let session = Session()

        #expect(await session.run("podcast", "search", "nothing") == .nothingFound)
        #expect(session.talk.text.contains("nothing found for \"nothing\""))
        #expect(await session.run("radio", "search", "offline") != .done)
        #expect(session.talk.text.contains("did not answer"))
        #expect(await session.run("podcast", "search") == .wrongWords)
        #expect(await session.run("podcast", "search", "x", "--limit", "101") == .wrongWords)
    }

    @Test("Results with tabs and line ends in their titles are remembered as one each")
    func memory() {
        let session = Session()
        let memory = session.memory.stations
        memory.remember([
            FoundMemory.Result(address: "http://h/1", title: "A\tB"),
            FoundMemory.Result(address: "http://h/2", title: "B"),
        ])
        #expect(memory[1]?.address == "http://h/1")
        #expect(memory[2] == FoundMemory.Result(address: "http://h/2", title: "B"))
        #expect(memory[3] == nil && memory[0] == nil)
        memory.forget()
        #expect(memory[1] == nil)
    }
}
