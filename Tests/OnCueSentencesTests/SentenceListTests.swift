// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueSentences
import Testing

@Suite("A value of a list that the caller knows")
struct SentenceListTests {
    private static let matcher = try? SentenceFixtures.matcher(
        ["play {known:what}", "play {known}'s songs"], lists: #"{"known": {"values": []}}"#)

    private func value(_ names: [String], _ said: String) throws -> SentenceValue? {
        try #require(Self.matcher).match("play " + said, lists: ["known": SentenceList(names: names)]).first?.slots[
            "what"]
    }

    @Test(
        "is found by its folded text, as one word or several, with typing mistakes and by its sound",
        arguments: [
            ("Night Crossing", "night crossing"), ("Night Crossing", "nightcrossing"), ("Sunrise", "sun rise"),
            ("Night Crossing", "nihgt crossing"), ("Night Crossing", "night crosing"),
            ("Night Crossing", "nite krossing"),
            ("Juniper Vale", "junipur vail"), ("Björk", "bjork"), ("Björk", "BJÖRK!"), ("Motörhead", "moterhed"),
            ("Valve & Feather", "valve feather"), ("U2", "u 2"), ("AC/DC", "acdc"), ("99 Luftballons", "99 luftbalons"),
            ("P!nk", "p nk"), ("Was ist los?", "was ist los"), ("Blue - 39", "blue 39"),
        ])
    func found(name: String, said: String) throws {
        #expect(try value(["Something Else", name, "Another"], said) == .text(name))
    }

    @Test(
        "is not guessed",
        arguments: [
            ("Gold", "cold water"), ("Night Crossing", "night"), ("ABBA", "anna"), ("U2", "u3"), ("Gold", "goldfinger"),
            ("Queen", "the queue"),
        ])
    func refused(name: String, said: String) throws {
        #expect(try value([name], said) == nil)
    }

    @Test("is found with the word for & and without it")
    func conjunction() {
        for said in ["Valve and Feather", "Valve & Feather", "valve feather"] {
            let matches = SentenceFixtures.english.match("play something by \(said)", lists: SentenceFixtures.lists)
            #expect(matches.first?.line == "play by=Valve & Feather", "\(said)")
        }
    }

    @Test("has the value of the caller, and is preferred without a mistake")
    func values() throws {
        let list = SentenceList([
            .init("Golden", value: .number(1)), .init("Gold", value: .number(2)), .init("Goldem", value: .number(3)),
        ])
        let matches = try #require(Self.matcher).match("play golden", lists: ["known": list])

        #expect(matches.map { $0.slots["what"] } == [.number(1)])
    }

    @Test("with the same name as another is ambiguous")
    func sameName() throws {
        let list = SentenceList([.init("Gold", value: .number(1)), .init("GOLD", value: .number(2))])
        let matches = try #require(Self.matcher).match("play gold", lists: ["known": list])

        #expect(Set(matches.map { $0.slots["what"] }) == [.number(1), .number(2)])
        #expect(Set(matches.map(\.score)).count == 1)
    }

    @Test(
        "that is said without a mistake, or begins so, comes before a word and a value with a mistake",
        arguments: ["title", "artist", "playlist", "podcast", "station"])
    func exactBeforeMistaken(list: String) {
        for name in ["Blue", "Blue Harbour Lights"] {
            // Of the language the genre "blues" is alike, of the other lists "Bluet" and "Blew".
            var lists = ["title", "artist", "playlist", "podcast", "station"].reduce(into: [String: SentenceList]()) {
                $0[$1] = SentenceList(names: ["Bluet", "Blew"])
            }
            lists[list] = SentenceList(names: [name, "Bluet", "Blew"])
            for (matcher, words) in [(SentenceFixtures.english, "play blue"), (SentenceFixtures.german, "spiel blue")] {
                let matches = matcher.match(words, lists: lists)
                let best = matches.filter { $0.score == matches.first?.score }

                #expect(!best.isEmpty)
                for reading in best {
                    let said = reading.slots["what"] ?? reading.slots["by"]
                    #expect(said?.textValue?.lowercased() == "blue", "\(words), \(name): \(reading.line)")
                    #expect(reading.slots["kind"] == nil, "\(words), \(name): \(reading.line)")
                }
            }
        }
    }

    @Test("with the mistake is still found where no name begins so")
    func mistakenAlone() {
        let lists = ["title": SentenceList(names: ["Harbour Lights", "Kind of Blue"])]

        #expect(SentenceFixtures.english.match("play blus", lists: lists).first?.line == "play kind=genre; what=blues")
        #expect(
            SentenceFixtures.english.match("play harbor lights", lists: lists).first?.line == "play what=Harbour Lights"
        )
    }

    @Test("without letters, or longer than any name, is harmless")
    func odd() {
        let list = SentenceList(names: ["", "?!", String(repeating: "x ", count: 100_000), "\u{0}", "a"])
        #expect(SentenceFixtures.english.match("play x x x", lists: ["title": list]).first?.intent == "play")
    }
}
