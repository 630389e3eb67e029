// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueQuery
import Testing

@Suite("A query that is being typed")
struct UnfinishedQueryTests {
    @Test(
        "It is divided at its last word",
        arguments: [
            ("", "", .word("")), ("ja", "", .word("ja")), ("night ja", "night ", .word("ja")),
            ("genre:ja", "genre:", .value(field: "genre", "ja")), ("-Genre:", "-Genre:", .value(field: "genre", "")),
            ("a (artist:\"miles d", "a (artist:", .value(field: "artist", "miles d")),
            ("time:x", "", .word("time:x")), ("-", "", .word("-")), ("a OR -b", "a OR -", .word("b")),
        ] as [(String, String, UnfinishedQuery.Part)])
    func parts(text: String, head: String, part: UnfinishedQuery.Part) throws {
        let unfinished = try #require(UnfinishedQuery(text))
        #expect(unfinished.head == head)
        #expect(unfinished.part == part)
    }

    @Test("A text whose quotes are closed is finished", arguments: ["\"a b\"", "genre:\"free jazz\"", "x \"y\""])
    func finished(text: String) {
        #expect(UnfinishedQuery(text) == nil)
    }

    @Test("A value is joined to one word, or is in quotes where one is open, and every completed query can be parsed")
    func completed() throws {
        let unfinished = try #require(UnfinishedQuery("-live genre:ja"))
        for (value, query) in [
            ("Jazz", "-live genre:Jazz"), ("Jazz Rock", "-live genre:Jazz-Rock"), ("!!", "-live genre:\"!!\""),
            ("a\"b", "-live genre:a-b"), ("R&B", "-live genre:R-B"), ("Café; 2", "-live genre:Café-2"),
        ] {
            #expect(unfinished.completed(by: value) == query)
            #expect(throws: Never.self) { try ContentQuery(query) }
        }
        #expect(UnfinishedQuery("genre:\"ja")?.completed(by: "Jazz Rock") == "genre:\"Jazz Rock\"")
    }

    @Test("Fields, flags and fixed values begin as the word does, and each can be parsed as it is, or with a value")
    func choices() throws {
        #expect(UnfinishedQuery("x gen")?.choices.map(\.word) == ["x genre:"])
        #expect(UnfinishedQuery("unp")?.choices.map(\.word) == ["unplayed"])
        #expect(UnfinishedQuery("kind:al")?.choices.map(\.word) == ["kind:album"])
        #expect(UnfinishedQuery("genre:ja")?.choices == [])
        for field in ["kind", "is", "sort", "stars", "added", "played", "length", "plays", "skips"] {
            for choice in try #require(UnfinishedQuery(field + ":")?.choices) {
                #expect(throws: Never.self, "\(choice.word)") { try ContentQuery(choice.word) }
            }
        }
    }
}
