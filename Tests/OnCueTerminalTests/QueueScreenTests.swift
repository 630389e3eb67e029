// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
import Testing
import TextOutput

@testable import OnCueTerminal

@Suite("What the interactive queue shows")
struct QueueScreenTests {
    @Test("A queue of 80 columns, with a mark at what plays")
    func wide() {
        var rig = QueueRig(3, current: 2, screen: Screen(isTerminal: true, width: 80, height: 8))
        var report = Samples.playing
        report.entry?.id = PlaybackQueue.EntryID(2)
        rig.send(.nowPlaying(.report(report), at: QueueRig.start))
        rig.press(.up)

        #expect(
            rig.model.lines(QueueRig.start) == [
                "Queue · Album Kind of Blue, track 1 of 5                               3:06  1/3",
                "▸  1  Song 1                                                    Ada — Blue  1:01",
                " ▶ 2  Song 2                                                    Ada — Blue  1:02",
                "   3  Song 3                                                    Ada — Blue  1:03",
                "", "", "▶ So What — Miles Davis — Kind of Blue  1:23 ━─────────── 9:05  1/5  60%  repeat",
                "Enter play · d remove · J move · u undo · c clear · s save · ? keys · q quit",
            ])
    }

    @Test("No line is wider than the screen, whatever is asked", arguments: [1, 2, 7, 19, 20, 30, 50, 61, 80])
    func widths(width: Int) {
        for height in [1, 4, 5, 9, 24] {
            var rig = QueueRig(200, current: 5, screen: Screen(isTerminal: true, width: width, height: height))
            for keys in ["", "?", "x", "c", "n", "s夜の音楽の長い名前がここにあります very long", "\u{1B}", "/song 1", "jd"] {
                if keys == "\u{1B}" { rig.press(.escape) } else { rig.type(keys) }
                let lines = rig.model.lines(QueueRig.start)
                #expect(lines.count == height)
                for line in lines {
                    #expect(TextLayout.width(of: line) <= width, "\(line)")
                    #expect(!line.contains("\u{1B}"))
                }
            }
        }
    }

    @Test("Tells what the queue was filled from where an added entry plays, and marks what is similar")
    func sourceAndSimilar() {
        var model = AppModel(.queue, screen: Screen(isTerminal: true, width: 80, height: 8), now: QueueRig.start)
        guard case .fetch(let fetch)? = model.begin().first else {
            Issue.record("nothing is read")
            return
        }
        var entries = (1...2).map {
            QueuePage.Entry(
                id: .init(UInt64($0)), identifier: "track:\($0)", title: "Song \($0)", duration: .seconds(60))
        }
        entries[1].isSimilar = true
        var page = QueuePage(total: 2, entries: entries, context: Samples.album)
        page.revision = 4
        _ = model.handle(.queue(.page(fetch, page)))

        let lines = model.lines(QueueRig.start)

        #expect(lines[0].hasPrefix("Queue · Album Kind of Blue  "))
        #expect(lines[1].hasPrefix("▸  1  Song 1"))
        #expect(lines[2].hasPrefix(" ≈ 2  Song 2"))
    }

    @Test("Says why there is nothing")
    func empty() {
        var rig = QueueRig(0)
        #expect(rig.model.lines(QueueRig.start)[2] == "   the queue is empty")
        rig.entries = [1]
        rig.send(.queue(.changed))
        rig.type("/zzz")
        #expect(rig.model.lines(QueueRig.start)[2] == "   no matches")
    }
}
