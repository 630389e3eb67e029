// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
import Testing

@testable import OnCueTerminal

@Suite("oncue now --lyrics")
struct LyricsCommandTests {
    private let timed = FoundLyrics(
        lyrics: Lyrics((0..<20).map { Lyrics.Line("Line \($0)", at: .seconds($0 * 10)) }), source: .file)

    private func session(_ lyrics: FoundLyrics?, screen: Screen = Screen()) -> Session {
        Session(screen: screen) {
            $0.report = Samples.playing
            $0.updates = [.report(Samples.playing)]
            $0.lyrics = lyrics
        }
    }

    @Test("writes all lines into a pipe, with their times where they have any")
    func pipe() async {
        let session = session(timed)
        #expect(await session.run("now", "--lyrics") == .done)
        #expect(session.data.lines.count == 20)
        #expect(session.data.lines.last == "[03:10.00]Line 19")

        let plain = self.session(
            FoundLyrics(lyrics: Lyrics([.init("a\u{1B}[2J"), .init(""), .init("b")]), source: .tags))
        await plain.run("now", "--lyrics")
        #expect(plain.data.text == "a?[2J\n\nb\n")
    }

    @Test("writes JSON with what is known")
    func json() async {
        let session = session(FoundLyrics(lyrics: Lyrics([.init("One", at: .milliseconds(1500))]), source: .file))

        await session.run("now", "--lyrics", "--json")

        #expect(
            session.data.text
                == #"{"source":"file","timed":true,"total":1,"offset":0,"items":[{"start":1.5,"text":"One"}]}"# + "\n")
    }

    @Test("scrolls on a terminal, with the line that is heard in the middle")
    func scrolling() async {
        let session = session(timed, screen: Screen(isTerminal: true, usesColor: true, width: 40, height: 10))

        await session.run("now", "--lyrics")

        // 1:23 of the song: the ninth line, and three or four around it.
        #expect(session.data.text.contains("▶ \u{1B}[1mLine 8\u{1B}[0m"))
        #expect(session.data.text.contains("Line 5") && !session.data.text.contains("Line 0\u{1B}"))
        #expect(session.data.text.hasSuffix("\u{1B}[?25h\n"))
    }

    @Test("shows the whole height around the line, and the beginning and the end as they are")
    func window() {
        let style = Style(isOn: false)
        func window(_ seconds: Int, _ rows: Int = 5) -> [String] {
            LyricsView.window(timed.lyrics, at: .seconds(seconds), rows: rows, width: 20, style: style)
        }

        #expect(window(0) == ["▶ Line 0", "  Line 1", "  Line 2", "  Line 3", "  Line 4"])
        #expect(window(95) == ["  Line 7", "  Line 8", "▶ Line 9", "  Line 10", "  Line 11"])
        #expect(window(999).last == "▶ Line 19")
        #expect(window(0, 22).suffix(2) == ["", ""])
    }

    @Test("says when there are none, and does not go with what writes lines of its own")
    func refusals() async {
        #expect(await session(nil).run("now", "--lyrics") == .nothingFound)
        #expect(await Session().run("now", "--lyrics") == .nothingFound)
        #expect(await session(timed).run("now", "--lyrics", "--format", "x") == .wrongWords)
    }
}
