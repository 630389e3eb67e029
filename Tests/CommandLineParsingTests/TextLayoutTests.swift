// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing
import TextOutput

@Suite("Text layout")
struct TextLayoutTests {
    @Test(
        "Width counts terminal cells",
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한국", 4), ("🎵", 2), ("❤\u{FE0F}", 2),
            ("🇩🇪", 2), ("ｶ", 1), ("Ａ", 2), ("a\u{200B}b", 2), ("\u{1B}[1m", 4), ("a\tb", 3), ("…", 1), ("│", 1),
            ("\u{AD}", 1), ("\u{1112}\u{1161}\u{11AB}", 2), ("א", 1), ("𠮷", 2),
        ])
    func width(text: String, cells: Int) {
        #expect(TextLayout.width(of: text) == cells)
    }

    @Test("Control characters are made visible and lines become one")
    func printable() {
        #expect(TextLayout.printable("a\u{1B}[31mb\nc\td\r\ne\u{9B}f\0") == "a?[31mb c d  e?f?")
        #expect(TextLayout.printable("\u{202E}txt.exe\u{2066}") == "?txt.exe?")
        #expect(TextLayout.printable("e" + String(repeating: "\u{301}", count: 1_000)).unicodeScalars.count == 17)
    }

    @Test("Cutting keeps whole letters and ends with an ellipsis")
    func truncate() {
        #expect(TextLayout.truncate("Kind of Blue", to: 12) == "Kind of Blue")
        #expect(TextLayout.truncate("Kind of Blue", to: 11) == "Kind of Bl…")
        #expect(TextLayout.truncate("Kind of Blue", to: 9) == "Kind of…")
        #expect(TextLayout.truncate("日本語", to: 5) == "日本…")
        #expect(TextLayout.truncate("日本語", to: 4) == "日…")
        #expect(TextLayout.truncate("abc", to: 1) == "…")
        #expect(TextLayout.truncate("abc", to: 0) == "")
        #expect(TextLayout.truncate("abc", to: -3) == "")
    }

    @Test("Shortening keeps the beginning and more of the end")
    func shorten() {
        #expect(TextLayout.shorten("/music/a.flac", to: 13) == "/music/a.flac")
        #expect(TextLayout.shorten("/music/a.flac", to: 12) == "/mu…c/a.flac")
        #expect(TextLayout.shorten("日本語日本語", to: 8) == "日…本語")
        #expect(TextLayout.shorten("abc", to: 2) == "…c")
        #expect(TextLayout.shorten("abc", to: 1) == "…")
        #expect(TextLayout.shorten("abc", to: 0) == "")
    }

    @Test("Fitting pads at the right side")
    func fit() {
        #expect(TextLayout.fit("ab", to: 5) == "ab   ")
        #expect(TextLayout.fit("ab", to: 5, alignment: .right) == "   ab")
        #expect(TextLayout.fit("ab", to: 5, alignment: .center) == " ab  ")
        #expect(TextLayout.fit("日本語", to: 4) == "日… ")
    }

    @Test("Wrapping breaks at spaces and keeps long words whole unless told otherwise")
    func wrap() {
        #expect(TextLayout.wrap("one two three", to: 7) == ["one two", "three"])
        #expect(TextLayout.wrap("one  two\nthree", to: 9, indent: 1, hangingIndent: 3) == [" one two", "   three"])
        #expect(TextLayout.wrap("a extraordinary b", to: 6) == ["a", "extraordinary", "b"])
        #expect(TextLayout.wrap("日本語日本語", to: 5, breaksWords: true) == ["日本", "語日", "本語"])
        #expect(TextLayout.wrap("  ", to: 5) == [])
        #expect(TextLayout.wrap("ab", to: 0, breaksWords: true) == ["a", "b"])
    }

    @Test("Paragraphs are separated by blank lines")
    func paragraphs() {
        #expect(TextLayout.wrapParagraphs("One two\nthree.\n\n \nFour.", to: 9) == ["One two", "three.", "", "Four."])
    }

    @Test("No result is wider than asked, whatever the text", arguments: [1, 2, 3] as [UInt64])
    func neverWider(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let text = generator.text(upTo: 40)
            let limit = Int.random(in: 0...30, using: &generator)
            let cut = TextLayout.truncate(text, to: limit)
            #expect(TextLayout.width(of: cut) <= limit, "\(text.debugDescription)")
            #expect(TextLayout.printable(cut) == cut)
            #expect(TextLayout.width(of: TextLayout.fit(text, to: limit)) == limit, "\(text.debugDescription)")
            #expect(TextLayout.width(of: TextLayout.printable(text)) == TextLayout.width(of: text))
            let room = max(2, limit)
            for line in TextLayout.wrap(text, to: room, breaksWords: true) {
                let single = line.count <= 1
                #expect(single || TextLayout.width(of: line) <= room, "\(text.debugDescription)")
            }
        }
    }
}
