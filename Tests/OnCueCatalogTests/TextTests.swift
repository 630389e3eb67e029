// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueQuery
import Testing

@testable import OnCueCatalog

@Suite("Text of the catalog")
struct TextTests {
    @Test(
        "folding leaves case, accents and extra space away",
        arguments: [
            ("Björk", "bjork"), ("BJO\u{308}RK", "bjork"), ("  Sigur   Rós\n", "sigur ros"), ("Motörhead", "motorhead"),
            ("Ænima", "aenima"), ("straße", "strasse"), ("Łódź", "lodz"), ("ΆΛΦΑ", "αλφα"), ("Ёлка", "елка"),
            ("İstanbul", "istanbul"), ("Don’t", "don't"), ("日本語", "日本語"), ("", ""), (" \u{7F} ", ""),
            ("a\u{0}b", "a b"),
        ])
    func folding(_ text: String, _ folded: String) {
        #expect(TextFolding.fold(text) == folded)
        #expect(TextFolding.fold(folded) == folded)
    }

    @Test("white space of every kind is one space")
    func whiteSpace() {
        for value in (0...0x3000 as ClosedRange<UInt32>) {
            guard let scalar = Unicode.Scalar(value), scalar.properties.isWhitespace else { continue }
            #expect(TextFolding.fold("É\(scalar)\(scalar)B") == "e b", "U+\(String(value, radix: 16))")
        }
    }

    @Test("sort keys leave a leading The away and count numbers by value")
    func sortKeys() {
        let titles = ["Zebra", "The Beatles", "10 Years", "2 Live", "Álbum", "The", "Track 9", "Track 10", "album 2"]
        let sorted = titles.sorted { SortKey.make($0) < SortKey.make($1) }
        #expect(
            sorted == ["2 Live", "10 Years", "Álbum", "album 2", "The Beatles", "The", "Track 9", "Track 10", "Zebra"])
    }

    @Test("leading zeros and very long numbers have their place, too")
    func oddNumbers() {
        #expect(SortKey.make("007") == SortKey.make("7"))
        #expect(SortKey.make("000") == SortKey.make("0"))
        #expect(SortKey.make(String(repeating: "9", count: 200)) > SortKey.make("1"))
    }

    @Test("keys of identifiers never change, because catalogs and sessions hold them")
    func frozenKeys() {
        #expect(StableKey(hashing: "miles davis".utf8).text == frozenKey)
        #expect(StableKey(hashing: "miles davis".utf8, salt: 1).text != frozenKey)
    }

    private let frozenKey = "w77xmmz7y3rv"

    @Test("keys come back from their text", arguments: [0, 1, 12345, (1 << 60) - 1] as [Int64])
    func keyText(_ number: Int64) {
        let text = StableKey(number: number).text
        #expect(text.utf8.count == 12)
        #expect(StableKey(text: text)?.number == number)
        #expect(ContentIdentifier("album:" + text) != nil)
    }

    @Test("other texts are no keys", arguments: ["", "abc", "ABCDEFGHIJKL", "abcdefghijk1", "abcdefghijklm"])
    func noKey(_ text: String) {
        #expect(StableKey(text: text) == nil)
    }

    @Test(
        "a file name gives title and number",
        arguments: [
            ("07 - So What.flac", "So What", 7), ("7. So What.flac", "So What", 7), ("So What.mp3", "So What", nil),
            ("01-Intro.mp3", "01-Intro", nil), ("99 Luftballons.mp3", "99 Luftballons", nil),
            ("1.5 Volts.mp3", "1.5 Volts", nil), ("2024 - Live.mp3", "2024 - Live", nil), ("a_b.mp3", "a b", nil),
            ("03 - .mp3", "03 -", nil), (".mp3", ".mp3", nil), ("x\ny.wav", "x y", nil),
        ] as [(String, String, Int?)])
    func fileNames(_ name: String, _ title: String, _ number: Int?) {
        let guess = FileNameTitle(Array(name.utf8))
        #expect(guess.title == title)
        #expect(guess.trackNumber == number)
    }

    @Test(
        "paths are tidied by their text alone",
        arguments: [
            ("/a//b/./c/", "/a/b/c"), ("/a/../b", "/b"), ("/../..", "/"), ("/", "/"),
        ])
    func paths(_ path: String, _ normal: String) {
        #expect(PathBytes.normalized(Array(path.utf8)) == Array(normal.utf8))
    }

    @Test("a folder that begins like another one is not inside of it")
    func inside() {
        func isInside(_ path: String, _ folder: String) -> Bool {
            PathBytes.isInside(Array(path.utf8), Array(folder.utf8))
        }
        #expect(isInside("/music/a", "/music"))
        #expect(isInside("/music", "/music"))
        #expect(isInside("/music", "/"))
        #expect(!isInside("/music2", "/music"))
        #expect(!isInside("/", "/music"))
    }

    @Test(
        "what a person types is never the language of the index",
        arguments: [
            ("what", "(\"what\" *)"), ("NEAR^2*", "(\"near 2\" *)"), ("AC/DC", "(\"ac dc\" *)"),
            ("\"so what\"", "\"so what\""), ("title:x", "{title} : (\"x\" *)"), ("!!!", nil),
        ] as [(String, String?)])
    func expressions(_ text: String, _ expression: String?) throws {
        let words = MatchExpression(kind: .track)
        #expect(words.expression(try ContentQuery(text).condition) == expression)
    }
}
