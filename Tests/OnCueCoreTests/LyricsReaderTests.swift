// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueTestSupport
import Testing

@Suite("Reading lyrics")
struct LyricsReaderTests {
    private func lines(_ text: String) throws -> [String] {
        try LyricsReader.read(text).lines.map { line in
            (line.start.map { "\(Int($0 / .milliseconds(1))) " } ?? "") + line.text
        }
    }

    @Test("lines with times are in their order, whatever the order in the file")
    func timed() throws {
        #expect(
            try lines("[ti:Song]\n[00:12.5]second\n[00:01.25] first \n[00:20]\n")
                == ["1250 first", "12500 second", "20000 "])
    }

    @Test("a line with several times is there for each")
    func repeated() throws {
        #expect(
            try lines("[00:01.00][00:30.00]Refrain\n[00:10.00]Verse")
                == ["1000 Refrain", "10000 Verse", "30000 Refrain"])
    }

    @Test(
        "an offset has lines come earlier, or later when it is negative, but never before the beginning",
        arguments: [("+500", "500 a"), ("-500", "1500 a"), ("500", "500 a"), ("5000", "0 a"), ("soon", "1000 a")])
    func offset(value: String, line: String) throws {
        #expect(try lines("[offset:\(value)]\n[00:01.00]a") == [line])
        #expect(try lines("[00:01.00]a\n[OFFSET: \(value) ]") == [line])
    }

    @Test("times of words are left out, and other signs are not")
    func words() throws {
        #expect(try lines("[00:01.00]<00:01.00>One <00:01.50>two <3 <b>") == ["1000 One two <3 <b>"])
    }

    @Test(
        "times have many forms",
        arguments: [
            ("1:02", 62_000), ("01:02.5", 62_500), ("01:02.50", 62_500), ("01:02.503", 62_503), ("01:02:50", 62_500),
            ("1:01:02.5", 3_662_500), ("120:00.00", 7_200_000), ("00:00.00", 0),
        ])
    func times(text: String, milliseconds: Int) throws {
        #expect(try LyricsReader.read("[\(text)]a").lines == [.init("a", at: .milliseconds(milliseconds))])
    }

    @Test(
        "what only looks like a time is text",
        arguments: ["1", "a:b:c!", "00:60", "1:2:3:4", "-1:00", "99999:00", "00:00.0000"])
    func noTimes(text: String) throws {
        #expect(try !LyricsReader.read("[\(text)] a").isTimed)
    }

    @Test("text without times stays as it is, with the blank lines between verses")
    func plain() throws {
        #expect(try lines("\u{FEFF}\r\n\r\nOne\r\n\r\n[Refrain]\r\nTwo\r\n\r\n") == ["One", "", "[Refrain]", "Two"])
        #expect(try !LyricsReader.read("One").isTimed)
    }

    @Test("lines without a time among others with one are remarks and left out")
    func mixed() throws {
        #expect(try lines("Words by nobody\n[00:01.00]a") == ["1000 a"])
    }

    @Test("no words and far too many are errors")
    func errors() {
        for text in ["", " \n\n", "[ti:Song]\n[ar:Me]", "[00:01.00]\n[00:02.00]"] {
            #expect(throws: LyricsError.self, "\(text.debugDescription)") { try LyricsReader.read(text) }
        }
        let error = #expect(throws: LyricsError.self) {
            try LyricsReader.read(String(repeating: "la ", count: 200_000))
        }
        #expect(error?.code == .tooLong)
    }

    @Test("the line at a position is the last that has begun")
    func position() throws {
        let lyrics = try LyricsReader.read("[00:01.00]a\n[00:02.00]b\n[00:02.00]c\n[00:05.00]d")

        #expect(lyrics.index(at: .milliseconds(500)) == nil)
        #expect(
            [1000, 1999, 2000, 4999, 5000, 99_999].map { lyrics.index(at: .milliseconds($0)) } == [0, 0, 2, 2, 3, 3])
        #expect(lyrics.start(after: .zero) == .seconds(1) && lyrics.start(after: .seconds(3)) == .seconds(5))
        #expect(lyrics.start(after: .seconds(5)) == nil)
    }

    @Test("any text is read within its bounds or refused", .timeLimit(.minutes(5)), arguments: TestEffort.seeds(8))
    func random(_ seed: Int) {
        var generator = SplitMix64(seed: UInt64(seed))
        let pieces = [
            "[", "]", "<", ">", ":", ".", "00", "01:02", "[00:01.00]", "<00:01.00>", "\n", "\r\n", "[offset:", "-", "+",
            "9999999999", "word", " ", "日本", "e\u{301}", "\0", "\u{FFFD}", "[ti:x]",
        ]
        for _ in 0..<200 {
            let count = Int.random(in: 0...200, using: &generator)
            let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            guard let lyrics = try? LyricsReader.read(text) else { continue }
            #expect(lyrics.lines.count <= Lyrics.mostLines)
            if lyrics.isTimed {
                #expect(lyrics.lines.map { $0.start ?? .zero } == lyrics.lines.compactMap(\.start).sorted())
            }
        }
    }

    @Test("what is meant to take time or memory takes neither", .timeLimit(.minutes(5)))
    func hostile() {
        let marks = String(repeating: "e" + String(repeating: "\u{301}", count: 200), count: 500)
        for text in [marks, String(repeating: "[00:01.00]", count: 100) + marks] {
            let lines = (try? LyricsReader.read(text))?.lines ?? []
            #expect(!lines.isEmpty && lines.allSatisfy { $0.text.utf8.count <= Lyrics.largestLine })
            #expect(lines.reduce(0) { $0 + $1.text.utf8.count } <= Lyrics.mostBytes)
        }
        let many = String(repeating: "[00:01.00]", count: 40_000) + "a"
        #expect(((try? LyricsReader.read(many))?.lines.count ?? 0) <= Lyrics.mostLines)
        #expect((try? LyricsReader.read(String(repeating: "<", count: 200_000) + "a")) != nil)
    }
}
