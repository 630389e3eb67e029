// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueQuery
import OnCueTestSupport
import Testing

@Suite("Any text as a query")
struct QueryPropertyTests {
    private static let pieces = [
        "artist:", "year:", "added:", "length:", "kind:", "sort:", "limit:", "is:", "\"", "(", ")", "-", "OR", "AND",
        "|", "..", ">", "<", ">=", "1960", "3m", "30d", "9223372036854775807", "jazz", "é", "日本", "e\u{301}", " ", "  ",
        ":", ",", "\0", "\u{FFFD}", "🎵", "unplayed", "album", "-plays", "2024-02-30", "0", "999999999",
    ]

    @Test("never traps, and a mistake lies within the text or right behind it", arguments: TestEffort.seeds(8))
    func random(_ seed: Int) {
        var generator = SplitMix64(seed: UInt64(seed))
        for _ in 0..<200 {
            let text = Bool.random(using: &generator) ? Self.bytes(&generator) : Self.words(&generator)
            do throws(ContentError) {
                let query = try ContentQuery(text)
                let row = QueryRow(kind: .track, title: text, artists: ["Nina"], numbers: [.year: 1960])
                _ = query.matches(row, now: 1_700_000_000)
            } catch {
                guard case .invalidQuery(let column) = error.code else {
                    Issue.record("\(error) for \(text.debugDescription)")
                    return
                }
                #expect((1...text.count + 1).contains(column), "\(error) for \(text.debugDescription)")
                #expect(!error.message.isEmpty)
            }
        }
    }

    private static func bytes(_ generator: inout SplitMix64) -> String {
        let count = Int.random(in: 0...200, using: &generator)
        return String(
            decoding: (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }, as: UTF8.self)
    }

    private static func words(_ generator: inout SplitMix64) -> String {
        (0..<Int.random(in: 0...40, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }
            .joined()
    }
}

@Suite("What a query matches")
struct QueryMatchingTests {
    private let row = QueryRow(
        kind: .track, title: "Feeling Good", artists: ["Nina Simone"], album: "I Put a Spell on You",
        genres: ["Jazz", "Soul"], composers: ["Leslie Bricusse"], folder: "/music/Nina Simone",
        numbers: [.year: 1965, .plays: 0, .length: 175_000_000], times: [.added: 1000], flags: [.unplayed])

    @Test(
        "these find it",
        arguments: [
            "feel nina", "FEELING", "\"put a spell\"", "artist:nina", "artist:\"nina simone\"", "year:1960..1969",
            "-live", "genre:jazz OR genre:rock", "plays:0 -genre:rock", "kind:track unplayed", "length:2m",
            "composer:les",
            "folder:nina", "(a OR feeling) year:>1960", "sort:year", "bricusse",
        ])
    func found(_ text: String) throws {
        #expect(try ContentQuery(text).matches(row, now: 2000))
    }

    @Test(
        "these do not",
        arguments: [
            "eeling", "\"put spell\"", "\"nina sim\"", "artist:feeling", "year:1966", "-feeling", "kind:album",
            "favourite", "length:>20m", "played:<7d", "feeling -nina", "plays:>0", "music",
        ])
    func notFound(_ text: String) throws {
        #expect(try !ContentQuery(text).matches(row, now: 2000))
    }

    @Test("names of signs alone are found")
    func signs() throws {
        #expect(try ContentQuery("!!!").matches(QueryRow(kind: .artist, title: "!!!"), now: 0))
        #expect(try !ContentQuery("!!!").matches(QueryRow(kind: .artist, title: "Help!"), now: 0))
    }
}

@Suite("Mistakes of typing")
struct EditDistanceTests {
    private func distance(_ left: String, _ right: String) -> Int? {
        EditDistance.between(Array(left.unicodeScalars), Array(right.unicodeScalars), limit: 2)
    }

    @Test("letters missing, too many, wrong or swapped count one each")
    func distances() {
        #expect(distance("miles", "miles") == 0)
        #expect(distance("mles", "miles") == 1)
        #expect(distance("milles", "miles") == 1)
        #expect(distance("mules", "miles") == 1)
        #expect(distance("imles", "miles") == 1)
        #expect(distance("coltrnae", "coltran") == 2)
        #expect(distance("abc", "xyz") == nil)
        #expect(distance("", "ab") == 2)
    }

    @Test("one letter in five is forgiven")
    func forgiven() {
        #expect([1, 4, 5, 9, 10, 30].map(EditDistance.forgiven) == [0, 0, 1, 1, 2, 2])
    }
}
