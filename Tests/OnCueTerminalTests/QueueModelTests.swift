// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
import Testing

@testable import OnCueTerminal

@Suite("The interactive queue")
struct QueueModelTests {
    @Test("begins at what plays, in the midst of the screen")
    func begins() {
        let rig = QueueRig(100_000, current: 50_001)

        #expect(rig.selected == "Song 50001")
        #expect(rig.shown.count == 10)
        #expect(rig.shown.first == "Song 49996")
        #expect(rig.fetched <= 3)
    }

    @Test("moves by arrows and by letters, and reads the pages that come into view alone")
    func moves() {
        var rig = QueueRig(100_000)
        rig.type("jj")
        rig.press(.down, .up)
        rig.type("k")
        #expect(rig.selected == "Song 2")

        rig.press(.end)
        #expect(rig.selected == "Song 100000")
        rig.press(.pageUp, .home)

        #expect(rig.selected == "Song 1")
        #expect(rig.fetched < 8)
    }

    @Test("Enter plays, Space pauses, q leaves")
    func commands() {
        var rig = QueueRig(3)
        rig.press(.down, .enter)
        #expect(rig.effects == [.command(.playEntry(PlaybackQueue.EntryID(2)))])
        rig.type(" ")
        #expect(rig.effects == [.command(.toggle)])
        rig.type("q")
        #expect(rig.effects == [.quit])
    }

    @Test("what is taken out is gone at once, and the next one is chosen", arguments: [Key.character("d"), .delete])
    func removes(key: Key) {
        var rig = QueueRig(250)
        rig.isSlow = true
        rig.press(.down, key, key)

        #expect(rig.entries.prefix(3) == [1, 4, 5])
        #expect(rig.selected == "Song 4")
        #expect(rig.shown.prefix(3) == ["Song 1", "Song 4", "Song 5"])
        #expect(rig.model.level.count == 248)
        #expect(rig.waiting.isEmpty)
    }

    @Test("entries move with the one who holds the key down, however late the service answers")
    func movesEntries() {
        var rig = QueueRig(30)
        rig.isSlow = true
        for _ in 0..<12 { rig.type("J") }
        rig.press(.shiftUp, .shiftDown, .shiftUp)

        #expect(rig.selected == "Song 1")
        #expect(rig.entries.firstIndex(of: 1) == 11)
        #expect(rig.model.level.selected == 11)
        for _ in 0..<15 { rig.send(.queue(.edited(""))) }
        rig.send(.queue(.changed))

        #expect(rig.waiting.isEmpty, "nothing is read again")
        #expect(rig.selected == "Song 1")
        #expect(rig.shown.contains("Song 13"))
    }

    @Test("the first cannot move up, the last cannot move down, nor anything in a filter")
    func refusesMoves() {
        var rig = QueueRig(2)
        rig.type("K")
        #expect(rig.effects.isEmpty)
        rig.type("jJ")
        #expect(rig.effects.isEmpty)
        rig.type("/2")
        rig.press(.shiftUp)

        #expect(rig.effects.isEmpty)
        #expect(rig.model.message?.contains("press Esc to clear the filter") == true)
    }

    @Test("u takes the last change back, and tells it")
    func undo() {
        var rig = QueueRig(3)
        rig.type("u")
        #expect(rig.effects.first == .edit(.undo))
        rig.send(.queue(.edited("Undone: removed Song 1")))

        #expect(rig.model.message == "Undone: removed Song 1")
        #expect(rig.model.queue.edits == 0)
    }

    @Test("clearing is asked for, and done with y alone")
    func clears() {
        var rig = QueueRig(3)
        rig.type("c")
        rig.press(.enter)
        #expect(rig.entries.count == 3)
        rig.type("cy")

        #expect(rig.entries.isEmpty)
        #expect(rig.model.level.count == 0)
        rig.type("cs")
        #expect(rig.model.prompt == nil)
    }

    @Test("saving asks for a name, which letters belong to")
    func saves() {
        var rig = QueueRig(3)
        rig.type("sdqux")
        rig.press(.backspace, .character("y"))
        #expect(rig.model.prompt?.text == "dquy")
        rig.press(.enter)
        #expect(rig.effects == [.item(.saveQueue("dquy"))])

        rig.type("s ")
        rig.press(.enter)
        #expect(rig.effects.isEmpty)
        rig.type("sx")
        rig.press(.escape)
        #expect(rig.model.prompt == nil)
        #expect(rig.entries.count == 3)
    }

    @Test("a filter shows what matches, and its matches play and are taken out")
    func filters() {
        var rig = QueueRig(3_000)
        rig.type("/song 299")
        #expect(rig.shown.prefix(3) == ["Song 299", "Song 1299", "Song 2299"])
        rig.press(.down, .delete)
        #expect(rig.effects.first == .edit(.remove(["1299"], title: "Song 1299")))
        #expect(rig.selected == "Song 2299")

        rig.press(.tab)
        rig.type("k")
        rig.press(.enter)
        #expect(rig.effects == [.command(.playEntry(PlaybackQueue.EntryID(299)))])
        rig.press(.escape)

        #expect(rig.model.level.filter == nil)
        #expect(rig.model.level.count == 2_999)
        rig.press(.escape)
        #expect(rig.effects.isEmpty)
    }

    @Test("what is chosen stays chosen when others change the queue")
    func changesByOthers() {
        var rig = QueueRig(20)
        rig.type("jjj")
        rig.entries.insert(99, at: 0)
        rig.send(.queue(.changed))

        #expect(rig.selected == "Song 4")
        #expect(rig.shown.first == "Song 99")
        rig.entries = []
        rig.send(.queue(.changed))
        #expect(rig.model.level.count == 0)
        #expect(rig.selected == nil)
    }

    @Test("a page that is older than a change is not shown")
    func oldPages() {
        var rig = QueueRig(300)
        rig.isSlow = true
        rig.press(.end)
        let old = rig.waiting[0]
        let before = rig.page(old)
        rig.entries.removeFirst()
        rig.signal()
        let new = rig.waiting.dropFirst()
        rig.isSlow = false
        for fetch in new { rig.answer(fetch) }
        rig.send(.queue(.page(old, before)))

        #expect(rig.shown.last == "Song 300")
        #expect(rig.model.level.count == 299)
        rig.press(.home)
        #expect(rig.shown.first == "Song 2")
    }

    @Test("an edit without effect, made while a page is on its way, leaves no row unread")
    func editWhileReading() throws {
        func page(_ fetch: ListFetch, _ revision: UInt64) -> QueuePage {
            let entries = (fetch.offset..<3).map { index in
                QueuePage.Entry(
                    id: PlaybackQueue.EntryID(UInt64(index + 1)), identifier: "track:\(index)", title: "\(index)")
            }
            return QueuePage(
                offset: fetch.offset, total: revision == 5 ? 2 : 3, current: 0,
                entries: revision == 5 ? Array(entries.prefix(2)) : entries, context: nil, revision: revision)
        }
        func fetch(_ effects: [AppEffect]) throws -> ListFetch {
            try #require(effects.compactMap { if case .fetch(let fetch) = $0 { fetch } else { nil } }.first)
        }
        var pane = QueuePane()
        pane.height = 10
        let first = try fetch(pane.fetches())
        _ = pane.handle(.page(first, page(first, 5)))
        let added = QueueDifference(inserted: [.init(target: 2, count: 1, first: PlaybackQueue.EntryID(3))])
        let late = try fetch(
            pane.handle(.difference(QueueChange(base: 5, revision: 6, total: 3, difference: added))))

        _ = pane.edit(.undo)
        _ = pane.handle(.page(late, page(late, 6)))
        _ = pane.handle(.edited(""))
        let again = try fetch(pane.handle(.compared(QueueChanges(revision: 6, total: 3, changes: []))))

        _ = pane.handle(.page(again, page(again, 6)))
        #expect(pane.level.row(2)?.title == "2")
    }

    @Test("a change by others is not read again, only what is new of it")
    func readsWhatIsNew() {
        var rig = QueueRig(100_000, current: 50_000)
        rig.fetchedRows = 0
        rig.entries.remove(at: 12)
        rig.signal()
        rig.entries.insert(rig.entries.remove(at: 90_000), at: 3)
        rig.signal()
        // One may have come to the end of what is known.
        #expect(rig.fetchedRows <= 2)
        #expect(rig.selected == "Song 50000")
        rig.fetchedRows = 0

        rig.entries.insert(contentsOf: 200_001...200_003, at: rig.model.level.selected)
        rig.signal()

        #expect(rig.fetchedRows == 3)
        #expect(rig.selected == "Song 50000")
        #expect(rig.shown.contains("Song 200002"))
    }

    @Test("changes that were missed are asked for, and a queue of another life is read anew")
    func missedChanges() {
        var rig = QueueRig(20)
        rig.entries.removeFirst()
        rig.note()
        rig.entries.removeLast()
        rig.fetchedRows = 0
        rig.signal()
        #expect(rig.shown.first == "Song 2")
        #expect(rig.model.level.count == 18)
        #expect(rig.fetchedRows == 0)

        rig.changes = [QueueChange(base: 70, revision: 71, total: 18, difference: nil)]
        rig.entries = [5, 6, 7]
        rig.send(.queue(.changed))

        #expect(rig.shown == ["Song 5", "Song 6", "Song 7"])
    }

    @Test("an edit of one's own reads nothing again but what came to the end of the page, told once or twice")
    func ownEdits() {
        var rig = QueueRig(1_000)
        rig.fetchedRows = 0
        rig.type("jjdJJd")
        rig.signal()

        #expect(rig.fetchedRows <= 2)
        #expect(rig.model.level.count == 998)
        #expect(rig.shown == rig.entries.prefix(10).map { "Song \($0)" })
    }

    @Test("what the service has not done comes back")
    func refusedEdit() {
        var rig = QueueRig(3)
        rig.isSlow = true
        rig.type("d")
        #expect(rig.shown == ["Song 2", "Song 3"])
        rig.entries = [1, 2, 3]
        rig.send(.queue(.edited("! oncued is stopping; try again in a moment")))

        #expect(rig.shown == ["Song 1", "Song 2", "Song 3"])
    }

    @Test("the dot goes to what plays")
    func playing() {
        var rig = QueueRig(300)
        var report = Samples.playing
        report.entry?.id = PlaybackQueue.EntryID(200)
        report.entry?.queueIndex = 199
        rig.send(.nowPlaying(.report(report), at: QueueRig.start))
        rig.type(".")

        #expect(rig.selected == "Song 200")
        #expect(rig.model.lines(QueueRig.start).contains { $0.hasPrefix("▸▶ 200  Song 200") })
    }

    @Test("keys, edits of others and slow answers in any order never break it")
    func randomly() {
        var numbers = SplitMix64(seed: 11)
        for _ in 0..<40 {
            var rig = QueueRig(Int.random(in: 0...260, using: &numbers), current: 3)
            var added = 1_000
            for _ in 0..<120 {
                let letters = Array("jkJKduc ys/.x?")
                let keys: [Key] = [.up, .down, .pageDown, .end, .home, .enter, .delete, .backspace, .escape, .tab]
                switch Int.random(in: 0..<10, using: &numbers) {
                case 0: rig.isSlow.toggle()
                case 1:
                    let waiting = rig.waiting
                    rig.waiting = []
                    for fetch in waiting.shuffled(using: &numbers) { rig.answer(fetch) }
                case 2: rig.send(.queue(.edited("")))
                case 3:
                    if !rig.entries.isEmpty {
                        rig.entries.remove(at: .random(in: 0..<rig.entries.count, using: &numbers))
                    }
                    added += 1
                    rig.entries.insert(added, at: .random(in: 0...rig.entries.count, using: &numbers))
                    switch Int.random(in: 0..<3, using: &numbers) {
                    case 0: rig.send(.queue(.changed))
                    case 1: rig.signal()
                    default: rig.note()
                    }
                case 4: rig.press(keys.randomElement(using: &numbers) ?? .up)
                case 5:
                    let size = Int.random(in: 1...40, using: &numbers)
                    rig.send(.terminal(.resized(Screen(isTerminal: true, width: size * 2, height: size))))
                default: rig.press(.character(letters.randomElement(using: &numbers) ?? "j"))
                }
                let screen = rig.model.screen
                #expect(rig.model.lines(QueueRig.start).count == (screen.isTiny ? screen.rows : screen.height))
            }
            // When all is quiet, what is shown is what is there.
            rig.isSlow = false
            for fetch in rig.waiting { rig.answer(fetch) }
            rig.waiting = []
            while rig.model.queue.edits > 0 { rig.send(.queue(.edited(""))) }
            rig.press(.escape, .escape, .escape, .character("2"))
            if rig.model.level.filter == nil {
                rig.send(.queue(.changed))
                #expect(rig.model.level.count == rig.entries.count)
                let top = rig.model.level.top
                #expect(rig.shown == rig.entries.dropFirst(top).prefix(rig.model.listHeight).map { "Song \($0)" })
            }
        }
    }
}
