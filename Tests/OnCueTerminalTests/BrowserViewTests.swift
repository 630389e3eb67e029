// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
import Testing
import TextOutput

@testable import OnCueTerminal

@Suite("What the browser shows")
struct BrowserViewTests {
    private func lines(_ rig: BrowserRig) -> [String] { rig.model.lines(BrowserRig.start) }

    @Test("A list of 80 columns")
    func wide() {
        var rig = BrowserRig(rows: 3, screen: Screen(isTerminal: true, width: 80, height: 8))
        rig.press(.down)
        rig.send(.nowPlaying(.report(Samples.playing), at: BrowserRig.start))

        #expect(
            lines(rig) == [
                "Albums                                                                 3:03  2/3",
                "   Album 0                                              Somebody  3 tracks  1:00",
                "▸  Album 1                                              Somebody  3 tracks  1:01",
                "   Album 2                                              Somebody  3 tracks  1:02",
                "", "", "▶ So What — Miles Davis — Kind of Blue  1:23 ━─────────── 9:05  1/5  60%  repeat",
                "Enter open/play · ← up · a append · A next · p play all · ? keys · q quit",
            ])
    }

    @Test(
        "No line is wider than the screen, however small it is and whatever is shown",
        arguments: [1, 2, 7, 19, 20, 30, 50, 61, 80])
    func widths(width: Int) {
        for height in [1, 2, 4, 5, 9, 24] {
            let screen = Screen(isTerminal: true, width: width, height: height)
            var model = AppModel(.library, place: "/", screen: screen, now: BrowserRig.start)
            let fetches = model.begin().compactMap { if case .fetch(let fetch) = $0 { fetch } else { nil } }
            guard let fetch = fetches.first(where: { $0.tab == .library }) else { return }
            let odd = ["夜の音楽の長い題名がここにあります", "🎵🎶 emoji 👩‍👩‍👧‍👦", "e\u{301}\u{323}clair", "\u{1B}[2Jevil\n", "", "x"]
            let items = odd.enumerated().map { index, title in
                ContentRecord(
                    identifier: "track:\(index)", kind: "track", title: title, subtitle: title, isPlayable: true,
                    duration: .seconds(4000), playbackProgress: 0.5, isExplicit: true)
            }
            _ = model.handle(
                .page(
                    fetch,
                    ListPage(
                        ContentListing(
                            revision: ContentTree.Revision(1),
                            container: ContentRecord(identifier: "root:", kind: "root", title: odd[0] + odd[1]),
                            total: items.count, items: items))))
            _ = model.handle(.nowPlaying(.report(Samples.playing), at: BrowserRig.start))
            for key in [Key.down, .character("?"), .character("x"), .character("夜")] {
                _ = model.handle(.key(key))
                let lines = model.lines(BrowserRig.start)
                #expect(lines.count == height)
                for line in lines {
                    #expect(TextLayout.width(of: line) <= width, "\(line)")
                    #expect(!line.contains("\u{1B}"))
                }
            }
        }
    }

    @Test("The way to a deep container is cut at its beginning")
    func breadcrumb() {
        var rig = BrowserRig(rows: 3, screen: Screen(isTerminal: true, width: 24, height: 8))
        for _ in 0..<4 { rig.levels.append(rig.model.level) }
        rig.levels[4].title = "Night Crossing"

        let header = lines(rig)[0]

        #expect(header.contains("Night Crossing"))
        #expect(header.hasPrefix("…"))
    }

    @Test("An empty list, a failure and a filter without matches say so")
    func nothing() {
        var rig = BrowserRig(rows: 0)
        #expect(lines(rig)[3] == "   nothing here")
        rig.model.level.failure = "the provider does not answer"
        #expect(lines(rig)[3] == "   ! the provider does not answer")
        var other = BrowserRig(rows: 3)
        other.type("zzz")
        #expect(lines(other)[3] == "   no matches")
        #expect(lines(other).last == "/ zzz▏  Enter open/play · Tab keys · Esc clear")
    }

    @Test("Only lines that differ are written")
    func frame() {
        var frame = ScreenFrame()
        #expect(frame.update(["a", "b"]).hasPrefix("\u{1B}[2J"))
        #expect(frame.update(["a", "c"]) == "\u{1B}[2;1H\u{1B}[Kc")
        #expect(frame.update(["a", "c"]) == "")
        frame.forget()
        #expect(frame.update(["a", "c"]).contains("\u{1B}[1;1H\u{1B}[Ka"))
    }

    @Test(
        "A picture of pixels is drawn last, again when a line that it covers is written, and taken away with its screen"
    )
    func picture() {
        var frame = ScreenFrame()
        func content(_ lines: [String], _ picture: String?) -> ScreenContent {
            ScreenContent(lines: lines, picture: picture.map { (0..<2, $0) })
        }
        #expect(frame.update(content(["a", "b", "c"], "P")).hasSuffix("c\u{1B}[1;1HP"))
        #expect(frame.update(content(["a", "b", "d"], "P")) == "\u{1B}[3;1H\u{1B}[Kd")
        #expect(frame.update(content(["a", "x", "d"], "P")) == "\u{1B}[2;1H\u{1B}[Kx\u{1B}[1;1HP")
        let without = frame.update(content(["a", "x", "d"], nil))
        #expect(without.hasPrefix("\u{1B}_Ga=d\u{1B}\\"))
        #expect(without.contains("\u{1B}[1;1H\u{1B}[Ka"))
        #expect(frame.update(content(["a", "x", "d"], nil)) == "")
    }

    @Test("Without a terminal it says what it needs and ends with status 2")
    func noTerminal() async {
        let session = Session()
        // The tests' own standard output is no terminal.
        #expect(await session.run("browse", "-i") == .wrongWords)
        #expect(
            session.talk.text
                == "oncue: browse -i needs a terminal to read keys from; use oncue browse to get a list\n")
        #expect(session.service.calls.isEmpty)
    }
}
