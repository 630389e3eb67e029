// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import Testing

@testable import OnCueCore

@Suite("Changing many entries of the queue at once")
struct QueueArrangingTests {
    private func titles(_ rig: Rig) -> [String] { rig.machine.queue.entries.map(\.track.title) }

    private func ids(_ rig: Rig) -> [PlaybackQueue.EntryID] { rig.machine.queue.entries.ids }

    @Test("keeping some entries removes the others as one step, while what plays plays on")
    func crop() throws {
        var rig = try Rig(playing: 6)
        rig.advance(.seconds(9))
        try rig.perform(.keepEntries([ids(rig)[4], ids(rig)[0]]))

        #expect(titles(rig) == ["Track 1", "Track 5"])
        #expect(rig.loads.isEmpty && rig.position == .seconds(9))
        #expect(rig.machine.undoableEdits.first?.edit == ListEdit(.remove, title: "Track 2", count: 4))
        try rig.perform(.undo)
        #expect(titles(rig).count == 6)
    }

    @Test("entries move together, in their order, and the current one stays current")
    func moved() throws {
        var rig = try Rig(playing: 6)
        try rig.perform(.moveEntries([ids(rig)[4], ids(rig)[2]], to: 0))
        #expect(titles(rig) == ["Track 3", "Track 5", "Track 1", "Track 2", "Track 4", "Track 6"])
        #expect(rig.title == "Track 1")
        try rig.perform(.moveEntries([ids(rig)[0], ids(rig)[1]], to: 99))
        #expect(titles(rig).suffix(2) == ["Track 3", "Track 5"])
        #expect(rig.machine.undoableEdits.count == 2)
    }

    @Test(
        "entries take the places that they have together in the order given, as one step, and the current one stays current"
    )
    func rearranged() throws {
        var rig = try Rig(playing: 6)
        let all = ids(rig)
        try rig.perform(.rearrangeEntries([all[5], all[0], .init(99), all[5], all[2]]))
        #expect(titles(rig) == ["Track 6", "Track 2", "Track 1", "Track 4", "Track 5", "Track 3"])
        #expect(rig.title == "Track 1")
        #expect(rig.machine.undoableEdits.map(\.edit) == [ListEdit(.move, title: "Track 1", count: 3)])
        try rig.perform(.rearrangeEntries([all[1]]))
        #expect(rig.machine.undoableEdits.count == 1, "nothing was changed")
        try rig.perform(.undo)
        #expect(ids(rig) == all)
        #expect(throws: PlaybackCommandError.self) { try rig.perform(.rearrangeEntries([.init(99)])) }
    }

    @Test("what is to play next does so in the order given, and while shuffled it keeps its place")
    func playedNext() throws {
        var rig = try Rig(playing: 6)
        try rig.perform(.playNext([ids(rig)[5], ids(rig)[3], ids(rig)[0]]))
        #expect(titles(rig) == ["Track 1", "Track 6", "Track 4", "Track 2", "Track 3", "Track 5"])

        try rig.perform(.setShuffleMode(.tracks))
        let before = titles(rig)
        try rig.perform(.playNext([ids(rig)[5], ids(rig)[4]]))
        #expect(titles(rig) == before)
        try rig.perform(.next)
        #expect(rig.title == "Track 5")
        try rig.perform(.next)
        #expect(rig.title == "Track 3")
        #expect(throws: PlaybackCommandError.self) { try rig.perform(.playNext([.init(99)])) }
    }

    @Test(
        "what is to play first does so behind what was to play first before, also while shuffled",
        arguments: [ShuffleMode.off, .tracks])
    func playedFirst(mode: ShuffleMode) throws {
        var rig = try Rig(playing: 8)
        try rig.perform(.setShuffleMode(mode))
        let all = ids(rig)

        try rig.perform(.playFirst([all[6], all[4]]))
        try rig.perform(.playFirst([all[7], all[6]]))
        try rig.perform(.next)
        #expect(rig.machine.queue.current == all[4], "what is named again goes behind")
        try rig.perform(.playFirst([all[2]]))
        try rig.perform(.playNext([all[3]]))
        for index in [3, 7, 6, 2] {
            try rig.perform(.next)
            #expect(rig.machine.queue.current == all[index])
        }
        try rig.perform(.undo)
        #expect(Set(ids(rig)) == Set(all))
        #expect(throws: PlaybackCommandError.self) { try rig.perform(.playFirst([.init(99)])) }
    }

    @Test("an entry that is named twice plays next once, and stays one entry", arguments: [ShuffleMode.off, .tracks])
    func namedTwice(mode: ShuffleMode) throws {
        var rig = try Rig(playing: 4)
        try rig.perform(.setShuffleMode(mode))
        let before = Set(ids(rig))
        let wanted = try #require(ids(rig).last)

        try rig.perform(.playNext([wanted, wanted]))

        #expect(ids(rig).count == 4 && Set(ids(rig)) == before)
        #expect(mode == .off || rig.machine.queue.shuffledEntries.count == 4)
        try rig.perform(.next)
        #expect(rig.machine.queue.current == wanted)
    }

    @Test("of entries with the same track the first stays, or the one that plays")
    func duplicates() throws {
        var rig = Rig()
        let tracks: [Track] = [1, 2, 1, 3, 2, 1].map { .numbered($0) }
        try rig.perform(.play(tracks, startingAt: 2, shuffled: nil))
        rig.startLoaded()
        let playing = rig.machine.queue.current

        try rig.perform(.removeDuplicates)

        #expect(titles(rig) == ["Track 2", "Track 1", "Track 3"])
        #expect(rig.machine.queue.current == playing)
        let edits = rig.machine.undoableEdits.count
        try rig.perform(.removeDuplicates)
        #expect(rig.machine.undoableEdits.count == edits, "nothing was left to do")
    }

    @Test("sorting puts what lacks the fact last, keeps equals in their order, and knows numbers")
    func sorted() {
        func order(_ sorting: TrackSorting, _ tracks: [TrackSorting.Facts]) -> [Int] {
            sorting.order(of: tracks, seed: 1)
        }
        let tracks: [TrackSorting.Facts] = [
            .init(title: "Track 10", artist: "The Beatles", album: "B", disc: 2, number: 1, duration: .seconds(5)),
            .init(title: "Track 9", artist: "abba", album: "B", disc: 1, number: 2, duration: .seconds(9)),
            .init(title: "Ä", artist: nil, album: nil, duration: nil),
            .init(title: "Track 9", artist: "Abba", album: "b", disc: nil, number: 1, duration: .seconds(1)),
        ]
        #expect(order(.title, tracks) == [2, 1, 3, 0])
        #expect(order(.artist, tracks) == [3, 1, 0, 2])
        #expect(order(.album, tracks) == [3, 1, 0, 2])
        #expect(order(.duration, tracks) == [3, 0, 1, 2])
        #expect(order(.reverse, tracks) == [3, 2, 1, 0])
        #expect(order(.random, tracks).sorted() == [0, 1, 2, 3])
        #expect(order(.title, []) == [])
    }

    @Test("an undone change is done again, where another one came in between it is not")
    func redo() throws {
        var rig = try Rig(playing: 4)
        #expect(throws: PlaybackCommandError.self) { try rig.perform(.redo) }
        try rig.perform(.sortQueue(.reverse))
        try rig.perform(.removeEntry(ids(rig)[0]))
        let after = titles(rig)
        try rig.perform(.undo)
        try rig.perform(.undo)
        #expect(rig.machine.redoableEdits.map(\.edit.kind) == [.sort, .remove])

        try rig.perform(.redo)
        try rig.perform(.redo)
        #expect(titles(rig) == after)
        #expect(rig.machine.redoableEdits.isEmpty)

        try rig.perform(.undo)
        try rig.perform(.enqueue([.numbered(9)], at: .last, shuffled: false))
        #expect(throws: PlaybackCommandError.self) { try rig.perform(.redo) }
    }

    @Test("redoing what was played over plays that again, where it stood, with the modes of now")
    func redonePlay() throws {
        var rig = try Rig(playing: 3)
        try rig.perform(.play([.numbered(9)], startingAt: 0, shuffled: nil))
        rig.startLoaded()
        rig.advance(.seconds(21))
        try rig.perform(.undo)
        rig.startLoaded()
        try rig.perform(.setRepeatMode(.all))

        try rig.perform(.redo)

        #expect(rig.title == "Track 9")
        #expect(rig.loads.first?.position == .seconds(21) && rig.loads.first?.playing == true)
        #expect(rig.machine.snapshot.repeatMode == .all)
    }

    @Test("a shuffle is undone as a shuffle, and any other order as sorted")
    func named() throws {
        var rig = Rig()
        try rig.perform(.play(Track.numbered(1...40), startingAt: 0, shuffled: nil))
        try rig.perform(.sortQueue(.random))
        #expect(rig.machine.undoableEdits.first?.edit == ListEdit(.shuffle, title: "Track 1", count: 40))
        try rig.perform(.sortQueue(.title))
        #expect(rig.machine.undoableEdits.first?.edit.kind == .sort)
    }

    @Test("a full queue is cropped, sorted and brought back in a moment")
    func large() throws {
        var rig = Rig()
        try rig.perform(.play(Track.numbered(1...PlaybackQueue.capacity), startingAt: 0, shuffled: nil))
        let before = ids(rig)
        try rig.perform(.sortQueue(.random))
        try rig.perform(.keepEntries(Array(ids(rig).prefix(40_000))))
        try rig.perform(.undo)
        try rig.perform(.undo)
        #expect(ids(rig) == before)
    }

    @Test("the playing time counts what is known, and what is left from the position on, in the order of playing")
    func time() throws {
        var rig = Rig()
        let tracks: [Track] = [60, 120, 30].map { .numbered($0, duration: .seconds($0)) }
        try rig.perform(.play(tracks + [.numbered(1, duration: nil)], startingAt: 1, shuffled: nil))
        rig.startLoaded()
        rig.advance(.seconds(20))
        #expect(
            rig.machine.queueTime(at: rig.now)
                == QueueTime(total: .seconds(210), remaining: .seconds(130), unknownCount: 1))

        try rig.perform(.setShuffleMode(.tracks))
        #expect(rig.machine.queueTime(at: rig.now).remaining == .seconds(190), "the first two are still to come")
    }
}

@Suite("Modes of the queue")
struct QueueModeTests {
    private func titles(_ rig: Rig) -> [String] { rig.machine.queue.entries.map(\.track.title) }

    @Test("with single, each entry is heard alone, and the next one waits")
    func single() throws {
        var rig = try Rig(playing: 3)
        try rig.perform(.setSingle(true))
        for title in ["Track 2", "Track 3"] {
            rig.receive(.ended(rig.token))
            #expect(rig.machine.status == .stopped && rig.title == title)
            try rig.perform(.resume)
            rig.startLoaded()
        }
        try rig.perform(.setSingle(false))
        #expect(rig.machine.session(at: rig.now).isSingle == false)
    }

    @Test("with consume, an entry leaves when it has been heard or passed over, and never one that was only chosen")
    func consume() throws {
        var rig = try Rig(playing: 4)
        try rig.perform(.setConsuming(true))
        rig.receive(.ended(rig.token))
        rig.startLoaded()
        #expect(titles(rig) == ["Track 2", "Track 3", "Track 4"])
        try rig.perform(.next)
        rig.startLoaded()
        #expect(titles(rig) == ["Track 3", "Track 4"])
        try rig.perform(.playEntry(rig.machine.queue.entries[1].id))
        rig.startLoaded()
        #expect(titles(rig) == ["Track 3", "Track 4"])

        rig.receive(.ended(rig.token))
        #expect(titles(rig) == ["Track 3"])
        #expect(rig.machine.session(at: rig.now).isConsuming)
    }

    @Test("with consume, a follower that begins without a gap takes the one before it out, and it is kept so")
    func consumeWithoutGap() throws {
        var rig = try Rig(playing: 3)
        try rig.perform(.setConsuming(true))
        rig.receive(.started(rig.cuedToken))
        #expect(titles(rig) == ["Track 2", "Track 3"])
        #expect(rig.title == "Track 2")
        #expect(rig.actions.contains(.saveSession))
    }

    @Test("with consume, the last entry leaves too, and a repeated one stays")
    func consumeLast() throws {
        var rig = try Rig(playing: 1)
        try rig.perform(.setConsuming(true))
        try rig.perform(.setRepeatMode(.one))
        rig.receive(.ended(rig.token))
        rig.startLoaded()
        #expect(titles(rig) == ["Track 1"])
        try rig.perform(.setRepeatMode(.off))
        rig.receive(.ended(rig.token))
        #expect(titles(rig) == [] && rig.machine.status == .stopped)
    }
}
