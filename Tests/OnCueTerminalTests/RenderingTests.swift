// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueClient
import OnCueCore
import OnCueInterface
import OnCuePhrases
import Testing
import TextOutput

@testable import OnCueTerminal

@Suite("Rendering")
struct RenderingTests {
    private static let terminals = [40, 80, 200].map { Screen(isTerminal: true, width: $0) }

    @Test("Listings and what plays never exceed the window", arguments: terminals)
    func widths(screen: Screen) {
        var long = Samples.albums + Samples.tracks(3)
        long[0].title = String(repeating: "very long title ", count: 20)
        long[1].subtitle = String(repeating: "夜", count: 200)
        var now = Samples.playing
        now.entry?.title = long[0].title
        now.entry?.artists = Array(repeating: "Somebody", count: 40)
        let page = QueuePage(total: 3, entries: Samples.entries)

        let lines =
            ContentTable.lines(long, screen: screen) + NowView.lines(now, screen: screen)
            + QueueView.lines(page, screen: screen)

        for line in lines { #expect(TextLayout.width(of: line) <= screen.width, "\(line)") }
    }

    @Test("Columns are aligned, and a pipe gets everything uncut")
    func columns() {
        let lines = ContentTable.lines(Samples.albums, screen: Screen())

        #expect(
            lines == [
                "/1/0  Kind of Blue  Miles Davis  5 tracks    45:44",
                "/1/1  夜の音楽      東京         1 track   1:02:03",
            ])
    }

    @Test("A station that plays is live")
    func live() {
        var now = Samples.playing
        now.entry?.isLive = true
        now.entry?.duration = nil
        now.entry?.position = .seconds(2)

        #expect(NowView.lines(now, screen: Screen()).contains("  0:02 · live"))
    }

    @Test("Numbers stand under each other, and words after them too")
    func counts() {
        let sections = [("artists", 6), ("albums", 12), ("tracks", 1)].map { name, count in
            ContentRecord(
                identifier: "section:\(name)", kind: "section", title: name, childCount: count, path: "/\(name)")
        }

        #expect(
            ContentTable.lines(sections, screen: Screen()) == [
                "/artists  artists   6 artists", "/albums   albums   12 albums", "/tracks   tracks    1 track",
            ])
    }

    @Test("What the subtitle says is not said again", arguments: ["artist", "genre"])
    func countedOnce(kind: String) {
        let record = ContentRecord(
            identifier: "\(kind):a", kind: kind, title: "Jazz", subtitle: "1 album, 1 track", childCount: 1,
            path: "/0/0")

        #expect(ContentTable.lines([record], screen: Screen()) == ["/0/0  Jazz  1 album, 1 track"])
    }

    @Test("What plays is shown with a bar on a terminal and plainly in a pipe")
    func now() {
        #expect(
            NowView.lines(Samples.playing, screen: Screen()) == [
                "▶ So What", "  Miles Davis — Kind of Blue", "  Album Kind of Blue, track 1 of 5", "  1:23 / 9:05",
                "  playing · 1 of 5 · volume 60% · repeat all",
            ])
        var explicit = Samples.playing
        explicit.entry?.isExplicit = true
        #expect(NowView.lines(explicit, screen: Screen()).first == "▶ So What [E]")

        let lines = NowView.lines(Samples.playing, screen: Screen(isTerminal: true, width: 40))
        #expect(lines[3] == "  1:23 ━━━─────────────────────── 9:05")
        #expect(
            NowView.lines(NowPlayingReport(status: .stopped), screen: Screen()) == [
                "stopped · the queue is empty · volume 100%"
            ])
    }

    @Test("A stream that waits for its buffer says how full that is, everywhere")
    func buffering() async throws {
        var report = Samples.playing
        (report.isLoading, report.buffering) = (true, 40)
        #expect(NowView.lines(report, screen: Screen()).last == "  buffering 40% · 1 of 5 · volume 60% · repeat all")
        #expect(NowPlayingLine.plain(report).hasPrefix("buffering 40%  1:23/9:05  "))
        var live = LiveLine(now: .now)
        live.take(report, now: .now)
        #expect(live.text(.now, screen: Screen(isTerminal: true, width: 80)).hasSuffix("  1/5  40%"))
        let told = report
        let session = Session { $0.report = told }
        await session.run("now", "--json")
        #expect(try JSONValue(parsing: session.data.text)["buffering"] == 40)
        report.status = .paused
        #expect(NowPlayingLines.state(report) == "loading")
    }

    @Test("What the queue was filled from is told with the number of what plays, unless that was added")
    func context() {
        func sentence(_ kind: String?, number: Int?, count: Int?) -> String? {
            ContextPhrase.sentence(ContextMark(title: "Blue", kind: kind, number: number, count: count))
        }
        #expect(sentence("playlist", number: 2, count: 9) == "Playlist Blue, track 2 of 9")
        #expect(sentence("podcast", number: 2, count: 9) == "Podcast Blue, episode 2 of 9")
        #expect(sentence("section", number: 2, count: 9) == "Blue, track 2 of 9")
        #expect(sentence(nil, number: 2, count: 9) == "Blue, track 2 of 9")
        #expect(sentence("album", number: nil, count: 9) == nil)
        #expect(sentence("station", number: 1, count: 1) == nil)
        #expect(sentence("section", number: nil, count: nil) == nil)
    }

    @Test("The queue that comes back is told")
    func interrupted() async throws {
        let session = Session {
            $0.report = Samples.playing
            $0.report.interrupted = InterruptedMark(title: "Birth of the Cool", count: 11)
        }

        await session.run("now")
        #expect(
            session.data.lines.last
                == "  playing · 1 of 5 · volume 60% · repeat all · then back to Birth of the Cool (11 tracks)")
        await session.run("now", "--json")

        let value = try JSONValue(parsing: session.data.text)
        #expect(value["interrupted"]?.text(.compact) == #"{"title":"Birth of the Cool","count":11,"depth":1}"#)
    }

    @Test("Colours are for terminals without NO_COLOR alone")
    func colours() {
        let color = Screen(isTerminal: true, terminalWidth: 80, environment: ["TERM": "xterm"])
        #expect(ContentTable.lines(Samples.albums, screen: color)[0].contains("\u{1B}["))
        let plain = [
            Screen(isTerminal: true, terminalWidth: 80, environment: ["TERM": "xterm", "NO_COLOR": "1"]),
            Screen(isTerminal: true, terminalWidth: 80, environment: ["TERM": "dumb"]),
            Screen(isTerminal: false, terminalWidth: nil, environment: ["TERM": "xterm"]),
        ]
        for screen in plain {
            let lines =
                ContentTable.lines(Samples.albums, screen: screen) + NowView.lines(Samples.playing, screen: screen)
            #expect(lines.allSatisfy { !$0.contains("\u{1B}") })
        }
    }

    @Test("COLUMNS comes before the window, and 80 is taken where neither is known")
    func columnsVariable() {
        #expect(Screen(isTerminal: true, terminalWidth: 100, environment: ["COLUMNS": "60"]).width == 60)
        #expect(Screen(isTerminal: true, terminalWidth: 100, environment: ["COLUMNS": "x"]).width == 100)
        #expect(Screen(isTerminal: false, terminalWidth: nil, environment: [:]).width == 80)
    }

    @Test("Control characters in tags never reach the terminal")
    func controlCharacters() async {
        let evil = "a\u{1B}]0;owned\u{07}\u{9B}31m\nb\u{202E}"
        let session = Session(screen: Screen(isTerminal: true)) {
            $0.items = [
                ContentRecord(identifier: evil, kind: evil, title: evil, subtitle: evil, path: evil)
            ]
            $0.entries = [QueuePage.Entry(id: PlaybackQueue.EntryID(1), identifier: evil, title: evil, artist: evil)]
            $0.report = Samples.playing
            $0.report.entry?.title = evil
            $0.report.entry?.artists = [evil]
            $0.report.failure = ClientError(.failed, evil)
            $0.played = PlayedContent(title: evil, subtitle: evil, kind: "album", count: 2)
            $0.failures = [.init(location: MediaLocation(filePath: Array(evil.utf8)), reason: evil)]
            $0.library.folders = [MediaLocation(filePath: Array(evil.utf8))]
        }
        let commands = [
            ["browse"], ["search", "x"], ["queue"], ["now"], ["play", "x"], ["status"], ["next"],
            ["library", "status"], ["queue", "remove", "1"],
        ]
        for words in commands {
            #expect(await Program.run(words, session.context) == .done)
        }
        #expect(!(session.data.text + session.talk.text).unicodeScalars.contains("\u{202E}"))

        #expect(await Program.run(["now", "--json"], session.context) == .done)
        #expect(await Program.run(["library", "status", "--json"], session.context) == .done)
        let text = session.data.text + session.talk.text
        #expect(
            text.unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)) })
    }

    @Test("Errors of the service are one safe line")
    func evilError() async {
        let session = Session { $0.error = ClientError(.failed, "no\u{1B}[2J\nway") }

        await session.run("pause")

        #expect(session.talk.text == "oncue: no?[2J way\n")
    }

    @Test("A bar is as long as asked and filled in proportion")
    func bar() {
        #expect(ProgressBar.text(0, cells: 4) == "────")
        #expect(ProgressBar.text(0.5, cells: 4) == "━━──")
        #expect(ProgressBar.text(7, cells: 4) == "━━━━")
        #expect(ProgressBar.text(.nan, cells: 4) == "────")
        #expect(ProgressBar.text(0.5, cells: 0) == "")
        #expect(ProgressBar.fraction(.seconds(1), of: .zero) == 0)
    }
}
