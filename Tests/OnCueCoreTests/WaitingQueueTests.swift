// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import Testing

@testable import OnCueCore

extension Rig {
    /// Plays tracks in between, and has them heard.
    mutating func interrupt(with tracks: [Track]) throws {
        try perform(.play(tracks, startingAt: 0, shuffled: nil, interrupting: true))
        startLoaded()
    }

    /// The current entry is heard to its end.
    mutating func endCurrent() { receive(.ended(token)) }

    var titles: [String] { machine.queue.entries.map(\.track.title) }
}

@Suite("A queue that something is played in between of")
struct WaitingQueueTests {
    private static let album = PlaybackContext(
        identifier: ContentIdentifier(kind: .album, key: "blue"), title: "Blue", count: 3)

    /// The second of three tracks has played for 40 s, then something else came in between.
    private func interrupted(
        by tracks: [Track] = [.numbered(9)], _ prepare: (inout Rig) throws -> Void = { _ in }
    ) throws -> Rig {
        var rig = Rig()
        try rig.perform(.play(Track.numbered(1...3), startingAt: 1, shuffled: nil, from: Self.album))
        rig.startLoaded()
        rig.advance(.seconds(40))
        try prepare(&rig)
        try rig.interrupt(with: tracks)
        return rig
    }

    @Test("gives what is added when it is back a number that nothing had in between")
    func numbers() throws {
        var rig = try interrupted(by: Track.numbered(7...9))
        let between = Set(rig.machine.queue.entries.ids)
        try rig.perform(.goBack)

        try rig.perform(.enqueue(Track.numbered(4...6), at: .last, shuffled: false))

        #expect(between.isDisjoint(with: rig.machine.queue.entries.ids))
        #expect(Set(rig.machine.queue.entries.ids).count == 6)
    }

    @Test("waits, and what comes in between plays at once")
    func waits() throws {
        let rig = try interrupted()
        #expect(rig.titles == ["Track 9"])
        #expect(rig.machine.status == .playing)
        let waiting = try #require(rig.machine.snapshot.waiting)
        #expect(waiting.title == "Blue")
        #expect(waiting.count == 3)
        #expect(waiting.depth == 1)
        #expect(rig.machine.snapshot.available.canGoNext)
    }

    @Test("comes back with its entries, where it was, with its context, and plays on")
    func comesBack() throws {
        var before: PlaybackQueue?
        var rig = try interrupted { before = $0.machine.queue }
        rig.endCurrent()
        #expect(rig.machine.queue.entries == before?.entries)
        #expect(rig.machine.queue.context == Self.album)
        #expect(rig.title == "Track 2")
        #expect(rig.loads.first?.position == .seconds(40))
        #expect(rig.loads.first?.playing == true)
        #expect(rig.machine.snapshot.waiting == nil)
        #expect(rig.actions.contains(.saveSession))
    }

    @Test("comes back only when all of what came in between has been heard")
    func afterTheLast() throws {
        var rig = try interrupted(by: Track.numbered(8...9))
        rig.receive(.started(rig.cuedToken))
        #expect(rig.title == "Track 9")
        rig.endCurrent()
        #expect(rig.title == "Track 2")
    }

    @Test("comes back with its modes, which do not count for what comes in between")
    func modes() throws {
        var order: [PlaybackQueue.EntryID] = []
        var rig = try interrupted { rig in
            try rig.perform(.setRepeatMode(.all))
            try rig.perform(.setShuffleMode(.tracks))
            order = rig.machine.queue.shuffledEntries
        }
        #expect(rig.machine.snapshot.repeatMode == .off)
        #expect(!rig.machine.snapshot.isShuffled)
        rig.endCurrent()
        #expect(rig.machine.snapshot.repeatMode == .all)
        #expect(rig.machine.queue.shuffledEntries == order)
    }

    @Test("comes back paused where it was paused, and stopped where it was stopped")
    func statuses() throws {
        var paused = try interrupted { try $0.perform(.pause) }
        paused.endCurrent()
        #expect(paused.machine.status == .paused)
        #expect(paused.loads.first?.position == .seconds(40))
        #expect(paused.loads.first?.playing == false)

        var stopped = try interrupted { try $0.perform(.stop) }
        stopped.endCurrent()
        #expect(stopped.machine.status == .stopped)
        #expect(stopped.title == "Track 2")
        #expect(stopped.loads.isEmpty)
    }

    @Test("plays on afterwards where only a call kept it silent")
    func call() throws {
        var rig = try interrupted { $0.receive(.interrupted(true)) }
        rig.endCurrent()
        #expect(rig.machine.status == .playing)
    }

    @Test("comes back when what came in between is skipped to its end, paused while that is paused")
    func skipped() throws {
        var rig = try interrupted()
        try rig.perform(.next)
        #expect(rig.title == "Track 2")
        #expect(rig.machine.status == .playing)

        var paused = try interrupted()
        try paused.perform(.pause)
        try paused.perform(.next)
        #expect(paused.title == "Track 2")
        #expect(paused.machine.status == .paused)
        #expect(paused.position == .seconds(40))
    }

    @Test("comes back when nothing of what came in between can be played, and that is told as the end of it")
    func failed() throws {
        var rig = try interrupted(by: Track.numbered(8...9))
        let error = PlaybackError(.notFound, "gone")
        rig.receive(.failed(rig.token, error))
        #expect(rig.title == "Track 9")
        rig.receive(.failed(rig.token, error))
        #expect(rig.title == "Track 2")
        #expect(rig.machine.status == .playing)
        #expect(rig.actions.contains(.giveUp(error)))
        #expect(rig.machine.snapshot.error == error)
        #expect(rig.loads.first?.position == .seconds(40))
    }

    @Test("can be brought back at once, whatever plays or not")
    func goBack() throws {
        var rig = try interrupted()
        try rig.perform(.goBack)
        #expect(rig.title == "Track 2")
        #expect(rig.machine.status == .playing)

        var stopped = try interrupted()
        try stopped.perform(.stop)
        #expect(stopped.machine.snapshot.waiting != nil)
        #expect(stopped.titles == ["Track 9"])
        try stopped.perform(.goBack)
        #expect(stopped.title == "Track 2")
        #expect(stopped.loads.first?.position == .seconds(40))
        #expect(stopped.machine.status == .playing)

        #expect(throws: PlaybackCommandError.self) { try stopped.perform(.goBack) }
    }

    @Test("goes on where playing is resumed with nothing in between left")
    func clearedAndResumed() throws {
        var rig = try interrupted { try $0.perform(.pause) }
        try rig.perform(.clearQueue)
        #expect(rig.machine.status == .stopped)
        #expect(rig.machine.snapshot.available.canPlay)
        try rig.perform(.resume)
        #expect(rig.title == "Track 2")
        #expect(rig.machine.status == .playing)
        #expect(rig.position == .seconds(40))
    }

    @Test("is dropped when something else is played, and back when that is undone")
    func dropped() throws {
        var rig = try interrupted()
        try rig.perform(.play([.numbered(5)], startingAt: 0, shuffled: nil))
        rig.startLoaded()
        #expect(rig.machine.snapshot.waiting == nil)
        try rig.perform(.undo)
        #expect(rig.titles == ["Track 9"])
        #expect(rig.machine.snapshot.waiting?.title == "Blue")
        rig.startLoaded()
        rig.endCurrent()
        #expect(rig.title == "Track 2")
    }

    @Test("waits for what is played in between of what is in between, five deep, and the oldest is dropped")
    func nested() throws {
        var rig = try interrupted()
        for number in 10...14 { try rig.interrupt(with: [.numbered(number)]) }
        #expect(rig.machine.snapshot.waiting?.depth == WaitingQueue.limit)
        var heard: [String?] = []
        while rig.machine.snapshot.waiting != nil {
            rig.endCurrent()
            heard.append(rig.title)
            rig.startLoaded()
        }
        #expect(heard == ["Track 13", "Track 12", "Track 11", "Track 10", "Track 9"])
        rig.endCurrent()
        #expect(rig.machine.status == .stopped)
    }

    @Test("nothing waits where there was nothing")
    func empty() throws {
        var rig = Rig()
        try rig.perform(.setRepeatMode(.all))
        try rig.interrupt(with: [.numbered(9)])
        #expect(rig.machine.snapshot.waiting == nil)
        #expect(rig.machine.snapshot.repeatMode == .all)
    }

    @Test("survives a restart with everything that comes back")
    func restart() throws {
        let rig = try interrupted { try $0.perform(.setRepeatMode(.all)) }
        var again = Rig(rig.machine.session(at: rig.now))
        #expect(again.machine.snapshot.waiting == rig.machine.snapshot.waiting)
        try again.perform(.resume)
        again.startLoaded()
        again.endCurrent()
        #expect(again.title == "Track 2")
        #expect(again.loads.first?.position == .seconds(40))
        #expect(again.machine.status == .playing)
        #expect(again.machine.snapshot.repeatMode == .all)
        try again.perform(.enqueue([.numbered(4)], at: .last, shuffled: false))
        #expect(Set(again.machine.queue.entries.map(\.id)).count == 4)
    }

    @Test("was not skipped by what came in between")
    func isNoSkip() throws {
        var tracker = ListeningTracker()
        var rig = try Rig(playing: 2)
        func moment() -> ListeningTracker.Moment {
            ListeningTracker.Moment(snapshot: rig.machine.snapshot, instant: rig.now, time: 0)
        }
        _ = tracker.update(moment())
        rig.advance(.seconds(10))
        _ = tracker.update(moment())
        try rig.interrupt(with: [.numbered(9)])
        #expect(tracker.update(moment()).isEmpty)
        #expect(tracker.takeJournal().map(\.kind) == [.started, .left, .started])
    }
}
