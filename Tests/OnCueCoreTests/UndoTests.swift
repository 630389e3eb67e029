// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import Testing

@testable import OnCueCore

@Suite("Undoing changes of the queue")
struct UndoTests {
    private func titles(_ rig: Rig) -> [String] { rig.machine.queue.entries.map(\.track.title) }

    @Test("brings back the queue that something else was played over, where it stood, and it plays on")
    func playedOver() throws {
        var rig = try Rig(playing: 3)
        try rig.perform(.next)
        rig.startLoaded()
        rig.advance(.seconds(40))
        let before = rig.machine.queue
        try rig.perform(.play([.numbered(9)], startingAt: 0, shuffled: nil))
        rig.startLoaded()

        try rig.perform(.undo)

        #expect(rig.machine.queue.entries == before.entries)
        #expect(rig.title == "Track 2")
        #expect(rig.loads.first?.position == .seconds(40))
        #expect(rig.loads.first?.playing == true)
        #expect(rig.actions.contains(.saveSession))
    }

    @Test("leaves an empty queue as it was before something was played in it", arguments: [false, true])
    func playedFirst(isInterrupting: Bool) throws {
        var rig = Rig()
        try rig.perform(
            .play(Track.numbered(1...3), startingAt: 1, shuffled: .tracks, interrupting: isInterrupting))
        #expect(rig.machine.undoableEdits.map(\.edit) == [ListEdit(.add, title: "Track 1", count: 3)])

        try rig.perform(.undo)

        #expect(rig.machine.queue.entries.isEmpty && rig.machine.status == .stopped)
        #expect(rig.machine.snapshot.shuffleMode == .off && rig.machine.snapshot.isEmpty)
        #expect(rig.machine.undoableEdits.isEmpty)
        try rig.perform(.redo)
        #expect(titles(rig) == ["Track 1", "Track 2", "Track 3"])
        #expect(rig.machine.status == .stopped, "it is there again, and silent")
    }

    @Test("makes no sound where a person has stopped meanwhile")
    func afterStop() throws {
        var rig = try Rig(playing: 3)
        rig.advance(.seconds(5))
        try rig.perform(.play([.numbered(9)], startingAt: 0, shuffled: nil))
        try rig.perform(.stop)
        try rig.perform(.undo)
        #expect(rig.machine.status == .paused)
        #expect(rig.loads.first?.playing == false)
        #expect(rig.position == .seconds(5))
    }

    @Test("of clearing plays on, since it was clearing that made it silent")
    func cleared() throws {
        var rig = try Rig(playing: 3)
        rig.advance(.seconds(7))
        try rig.perform(.clearQueue)
        #expect(rig.machine.status == .stopped)
        try rig.perform(.undo)
        #expect(titles(rig) == ["Track 1", "Track 2", "Track 3"])
        #expect(rig.loads.first?.position == .seconds(7))
        #expect(rig.machine.status == .playing)
    }

    @Test("takes added entries out without touching what plays")
    func added() throws {
        var rig = try Rig(playing: 2)
        try rig.perform(.enqueue(Track.numbered(3...5), at: .next, shuffled: false))
        try rig.perform(.undo)
        #expect(titles(rig) == ["Track 1", "Track 2"])
        #expect(rig.loads.isEmpty)
        #expect(rig.machine.status == .playing)
    }

    @Test("goes on with what follows when it takes out what plays")
    func addedAndPlaying() throws {
        var rig = try Rig(playing: 2)
        try rig.perform(.enqueue([.numbered(3)], at: .next, shuffled: false))
        try rig.perform(.next)
        rig.startLoaded()
        try rig.perform(.undo)
        #expect(rig.title == "Track 2")
        #expect(rig.loads.first?.playing == true)
    }

    @Test("puts a removed entry back to its place, and where it was heard it is heard again")
    func removed() throws {
        var rig = try Rig(playing: 3)
        rig.advance(.seconds(12))
        try rig.perform(.removeEntry(rig.machine.queue.entries[0].id))
        rig.startLoaded()
        try rig.perform(.removeEntry(rig.machine.queue.entries[1].id))
        #expect(titles(rig) == ["Track 2"])

        try rig.perform(.undo)
        #expect(titles(rig) == ["Track 2", "Track 3"])
        #expect(rig.loads.isEmpty)
        try rig.perform(.undo)
        #expect(titles(rig) == ["Track 1", "Track 2", "Track 3"])
        #expect(rig.title == "Track 1")
        #expect(rig.loads.first?.position == .seconds(12))
    }

    @Test("takes back the removal of several entries as one step, with what was heard")
    func severalRemoved() throws {
        var rig = try Rig(playing: 5)
        rig.advance(.seconds(12))
        let ids = rig.machine.queue.entries.map(\.id)

        try rig.perform(.removeEntries([ids[3], ids[0], ids[1]]))
        rig.startLoaded()
        #expect(titles(rig) == ["Track 3", "Track 5"])
        #expect(rig.title == "Track 3")
        #expect(rig.machine.undoableEdits.first?.edit.count == 3)
        #expect(rig.machine.undoableEdits.first?.edit.title == "Track 1")

        try rig.perform(.undo)
        #expect(titles(rig) == ["Track 1", "Track 2", "Track 3", "Track 4", "Track 5"])
        #expect(rig.title == "Track 1")
        #expect(rig.loads.first?.position == .seconds(12))
        #expect(throws: PlaybackCommandError.self) { try rig.perform(.removeEntries([.init(999)])) }
    }

    @Test("of a removal makes no sound after a stop, and leaves alone what was chosen since")
    func removedAndGoneOn() throws {
        var rig = try Rig(playing: 3)
        rig.advance(.seconds(4))
        try rig.perform(.removeEntry(rig.machine.queue.entries[0].id))
        rig.startLoaded()
        try rig.perform(.stop)
        try rig.perform(.undo)
        #expect(rig.title == "Track 1")
        #expect(rig.machine.status == .paused)
        #expect(rig.position == .seconds(4))

        rig = try Rig(playing: 3)
        try rig.perform(.removeEntry(rig.machine.queue.entries[0].id))
        rig.startLoaded()
        try rig.perform(.next)
        rig.startLoaded()
        try rig.perform(.undo)
        #expect(titles(rig) == ["Track 1", "Track 2", "Track 3"])
        #expect(rig.title == "Track 3")
        #expect(rig.loads.isEmpty)
    }

    @Test("of a removal while stopped does not end what plays since")
    func removedWhileStopped() throws {
        var rig = try Rig(playing: 2)
        try rig.perform(.stop)
        try rig.perform(.removeEntry(rig.machine.queue.entries[0].id))
        try rig.perform(.resume)
        rig.startLoaded()
        try rig.perform(.undo)
        #expect(titles(rig) == ["Track 1", "Track 2"])
        #expect(rig.title == "Track 2")
        #expect(rig.machine.status == .playing)
        #expect(rig.loads.isEmpty)
    }

    @Test("of adding ends with what it takes out when nothing follows, as removing does")
    func addedLast() throws {
        var rig = try Rig(playing: 1)
        try rig.perform(.enqueue([.numbered(2)], at: .last, shuffled: false))
        try rig.perform(.next)
        rig.startLoaded()
        try rig.perform(.undo)
        #expect(titles(rig) == ["Track 1"])
        #expect(rig.machine.status == .stopped)
    }

    @Test("moves back what was moved")
    func moved() throws {
        var rig = try Rig(playing: 4)
        try rig.perform(.moveEntry(rig.machine.queue.entries[3].id, to: 0))
        try rig.perform(.undo)
        #expect(titles(rig) == ["Track 1", "Track 2", "Track 3", "Track 4"])
        #expect(rig.title == "Track 1")
    }

    @Test("brings no entry back into a queue that was begun after it went")
    func emptied() throws {
        var rig = try Rig(playing: 1)
        try rig.perform(.removeEntry(rig.machine.queue.entries[0].id))
        try rig.perform(.play(Track.numbered(5...6), startingAt: 0, shuffled: nil))
        #expect(rig.machine.undoableEdits.map(\.edit) == [ListEdit(.add, title: "Track 5", count: 2)])

        try rig.perform(.clearQueue)
        try rig.perform(.enqueue(Track.numbered(7...7), at: .last, shuffled: false))
        try rig.perform(.removeEntry(rig.machine.queue.entries[0].id))
        try rig.perform(.play(Track.numbered(8...9), startingAt: 0, shuffled: nil))
        try rig.perform(.undo)
        #expect(titles(rig) == [])
        try rig.perform(.undo)
        #expect(titles(rig) == ["Track 5", "Track 6"])
    }

    @Test("loses nothing by clearing an empty queue")
    func clearedEmpty() throws {
        var rig = try Rig(playing: 2)
        try rig.perform(.clearQueue)
        try rig.perform(.enqueue([.numbered(7)], at: .last, shuffled: false))
        try rig.perform(.removeEntry(rig.machine.queue.entries[0].id))

        try rig.perform(.clearQueue)

        #expect(rig.machine.undoableEdits.map(\.edit.kind) == [.remove, .add, .clear])
        try rig.perform(.undo)
        #expect(titles(rig) == ["Track 7"])
    }

    @Test("goes back twenty changes and no further, newest first")
    func depth() throws {
        var rig = try Rig(playing: 1)
        for number in 2...26 { try rig.perform(.enqueue([.numbered(number)], at: .last, shuffled: false)) }
        #expect(rig.machine.undoableEdits.count == 20)
        #expect(rig.machine.undoableEdits.first?.edit == ListEdit(.add, title: "Track 26", count: 1))
        for _ in 0..<20 { try rig.perform(.undo) }
        #expect(titles(rig).last == "Track 6")
        #expect(throws: PlaybackCommandError(.nothingToUndo, "there is no change to the queue or a playlist to undo")) {
            try rig.perform(.undo)
        }
    }

    @Test("goes back twenty changes also where the last has cleared a full queue", arguments: [false, true])
    func fullQueue(isPlayedOver: Bool) throws {
        var rig = Rig()
        try rig.perform(.play(Track.numbered(1...PlaybackQueue.capacity), startingAt: 0, shuffled: nil))
        var pictures: [[PlaybackQueue.EntryID]] = []
        for number in 1...QueueHistory.depth {
            pictures.append(rig.machine.queue.entries.ids)
            let entry = rig.machine.queue.entries[number * 700].id
            if number == QueueHistory.depth {
                try rig.perform(isPlayedOver ? .play([.numbered(1)], startingAt: 0, shuffled: nil) : .clearQueue)
            } else if number % 3 == 0 {
                try rig.perform(.enqueue(Track.numbered(5...6), at: .next, shuffled: false))
            } else {
                try rig.perform(number % 3 == 1 ? .removeEntry(entry) : .moveEntry(entry, to: 3))
            }
        }

        #expect(rig.machine.undoableEdits.count == QueueHistory.depth)
        for picture in pictures.reversed() {
            try rig.perform(.undo)
            #expect(rig.machine.queue.entries.ids == picture)
        }
    }

    @Test("keeps no more entries than two queues may have, what changes have in common once")
    func bounded() throws {
        var rig = Rig()
        let tracks = Track.numbered(1...60_000)
        for _ in 0..<6 {
            try rig.perform(.play(tracks, startingAt: 0, shuffled: nil))
            #expect(rig.machine.history.keptEntries <= QueueHistory.entryLimit)
        }
        #expect(rig.machine.undoableEdits.count == 3)

        rig = Rig()
        try rig.perform(.play(tracks, startingAt: 0, shuffled: nil))
        for _ in 0..<10 {
            try rig.perform(.play([.numbered(1)], startingAt: 0, shuffled: nil, interrupting: true))
            try rig.perform(.goBack)
        }
        #expect(rig.machine.undoableEdits.count == QueueHistory.depth)
        #expect(rig.machine.history.keptEntries == tracks.count + 10)
    }

    @Test("after any changes gives the queue before them", arguments: TestEffort.seeds(20))
    func randomChanges(seed: Int) throws {
        var generator = SplitMix64(seed: UInt64(seed))
        var rig = try Rig(playing: 5)
        if Bool.random(using: &generator) { try rig.perform(.setShuffleMode(.tracks)) }
        var queues: [PlaybackQueue] = []
        while queues.count < 18 {
            let before = rig.machine.queue
            try change(&rig, using: &generator)
            let count = rig.machine.undoableEdits.count
            // What begins an empty queue is noted, and changes of single entries before it are forgotten.
            let begins = before.entries.isEmpty && !rig.machine.queue.entries.isEmpty
            if begins, count <= queues.count { queues.removeLast(queues.count - count + 1) }
            if count > queues.count { queues.append(before) } else { queues.removeLast(queues.count - count) }
        }

        var after: [PlaybackQueue] = []
        for expected in queues.reversed() {
            after.append(rig.machine.queue)
            try rig.perform(.undo)
            #expect(rig.machine.queue.entries == expected.entries)
            #expect(Set(rig.machine.queue.shuffledEntries) == Set(expected.shuffledEntries))
            #expect(rig.machine.snapshot.entry != nil || expected.entries.isEmpty)
        }
        #expect(rig.machine.redoableEdits.count == after.count)
        for expected in after.reversed() {
            try rig.perform(.redo)
            #expect(rig.machine.queue.entries == expected.entries)
            #expect(Set(rig.machine.queue.shuffledEntries) == Set(expected.entries.ids) || !expected.isShuffled)
        }
        #expect(rig.machine.undoableEdits.count == queues.count)
    }

    private func change(_ rig: inout Rig, using generator: inout SplitMix64) throws {
        let entry = rig.machine.queue.entries.randomElement(using: &generator)?.id
        let some = Array(rig.machine.queue.entries.ids.shuffled(using: &generator).prefix(3))
        switch Int.random(in: 0..<12, using: &generator) {
        case 5: if !some.isEmpty { try rig.perform(.moveEntries(some, to: Int.random(in: 0..<6, using: &generator))) }
        case 6:
            if !some.isEmpty { try rig.perform(some[0].number % 2 == 0 ? .playNext(some) : .playFirst(some)) }
        case 7: if !some.isEmpty { try rig.perform(.sortQueue(.random)) }
        case 8: if !some.isEmpty { try rig.perform(.removeEntries(some)) }
        case 9: if !some.isEmpty { try rig.perform(.keepEntries(some)) }
        case 10: try rig.perform(.removeDuplicates)
        case 0: try rig.perform(.enqueue(Track.numbered(10...12), at: .last, shuffled: true))
        case 1: try rig.perform(.enqueue(Track.numbered(20...21), at: .next, shuffled: false))
        case 2: if let entry { try rig.perform(.removeEntry(entry)) }
        case 3: if let entry { try rig.perform(.moveEntry(entry, to: Int.random(in: 0..<6, using: &generator))) }
        case 4: try rig.perform(.clearQueue)
        default: try rig.perform(.play(Track.numbered(30...34), startingAt: 2, shuffled: nil))
        }
        rig.startLoaded()
        if Int.random(in: 0..<3, using: &generator) == 0, rig.machine.queue.current != nil { try rig.perform(.next) }
    }
}
