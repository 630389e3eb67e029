// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import Testing

@testable import OnCueCore

@Suite("What is planned for the end, while a queue waits")
struct WaitingPlansTests {
    /// The first of three tracks has played for 20 s, then tracks came in between.
    private func interrupted(by tracks: [Track] = [.numbered(9)]) throws -> Rig {
        var rig = try Rig(playing: 3)
        rig.advance(.seconds(20))
        try rig.interrupt(with: tracks)
        return rig
    }

    @Test("A sleep timer for the end of the queue lets the one that waits come back, and ends with that")
    func sleepAtEndOfQueue() throws {
        var rig = try interrupted()
        try rig.perform(.setSleep(.queue))
        rig.endCurrent()
        #expect(rig.title == "Track 1")
        #expect(rig.machine.status == .playing)
        #expect(rig.machine.snapshot.sleep == .queue)
        for _ in 1...2 {
            rig.startLoaded()
            rig.receive(.started(rig.cuedToken))
        }
        rig.endCurrent()
        #expect(rig.machine.status == .stopped)
        #expect(rig.machine.snapshot.sleep == nil)
    }

    @Test("A sleep timer for the end of the queue does so also where what is in between is repeated")
    func sleepAtEndOfRepeatedQueue() throws {
        var rig = try interrupted()
        try rig.perform(.setRepeatMode(.all))
        try rig.perform(.setSleep(.queue))
        rig.endCurrent()
        #expect(rig.title == "Track 1")
        #expect(rig.machine.status == .playing)
    }

    @Test("What is in between is repeated as long as the person wants, and the queue waits")
    func repeated() throws {
        var rig = try interrupted()
        try rig.perform(.setRepeatMode(.one))
        rig.receive(.started(rig.cuedToken))
        #expect(rig.title == "Track 9")
        #expect(rig.machine.snapshot.waiting != nil)
    }

    @Test("A sleep timer for the end of the track pauses within what is in between")
    func sleepAtEndOfTrack() throws {
        var rig = try interrupted(by: Track.numbered(8...9))
        try rig.perform(.setSleep(.track))
        rig.endCurrent()
        #expect(rig.title == "Track 9")
        #expect(rig.machine.status == .paused)
        #expect(rig.machine.snapshot.waiting != nil)
    }

    @Test("What ends with the last track in between has the queue back, paused where it was", arguments: [true, false])
    func endsWithLast(isSleep: Bool) throws {
        var rig = try interrupted()
        try rig.perform(isSleep ? .setSleep(.track) : .stopAfterEntry(true))
        rig.endCurrent()
        #expect(rig.title == "Track 1")
        #expect(rig.machine.status == .paused)
        #expect(rig.position == .seconds(20))
        #expect(rig.machine.snapshot.sleep == nil)
        #expect(!rig.machine.snapshot.stopsAfterEntry)
        #expect(rig.machine.snapshot.waiting == nil)
        #expect(rig.machine.snapshot.cause == (isSleep ? .sleepTimer : .end))
    }

    @Test("Stopping after a track in between stops there, and the queue waits on")
    func stopAfter() throws {
        var rig = try interrupted(by: Track.numbered(8...9))
        try rig.perform(.stopAfterEntry(true))
        rig.endCurrent()
        #expect(rig.machine.status == .stopped)
        #expect(rig.title == "Track 9")
        #expect(rig.machine.snapshot.waiting != nil)
    }

    @Test("A queue that was to stop after its track still does when it is back")
    func stopAfterInTheQueue() throws {
        var rig = try Rig(playing: 3)
        try rig.perform(.stopAfterEntry(true))
        try rig.interrupt(with: [.numbered(9)])
        #expect(!rig.machine.snapshot.stopsAfterEntry)
        #expect(rig.machine.session(at: rig.now).waiting.map(\.stopsAfterEntry) == [true])
        rig.endCurrent()
        #expect(rig.machine.snapshot.stopsAfterEntry)
        rig.startLoaded()
        rig.endCurrent()
        #expect(rig.machine.status == .stopped)
    }
}

@Suite("Undoing while a queue waits")
struct WaitingUndoTests {
    private func interrupted() throws -> Rig {
        var rig = try Rig(playing: 3)
        try rig.perform(.enqueue([.numbered(4)], at: .last, shuffled: false))
        try rig.perform(.setRepeatMode(.all))
        rig.advance(.seconds(20))
        try rig.interrupt(with: [.numbered(9)])
        return rig
    }

    @Test("what came in between brings the queue back with its modes")
    func play() throws {
        var rig = try interrupted()
        try rig.perform(.undo)
        #expect(rig.titles == ["Track 1", "Track 2", "Track 3", "Track 4"])
        #expect(rig.machine.status == .playing)
        #expect(rig.position == .seconds(20))
        #expect(rig.machine.snapshot.repeatMode == .all)
        #expect(rig.machine.snapshot.waiting == nil)
    }

    @Test("going back has it in between again, and undoing once more does not")
    func back() throws {
        var rig = try interrupted()
        rig.advance(.seconds(7))
        try rig.perform(.goBack)
        rig.startLoaded()
        #expect(rig.machine.undoableEdits.first?.edit == ListEdit(.back, title: "Track 9", count: 1))
        try rig.perform(.undo)
        #expect(rig.titles == ["Track 9"])
        #expect(rig.position == .seconds(7))
        #expect(rig.machine.snapshot.waiting?.count == 4)
        rig.startLoaded()
        try rig.perform(.undo)
        #expect(rig.titles.count == 4)
        #expect(rig.position == .seconds(20))
        #expect(rig.machine.snapshot.waiting == nil)
    }

    @Test("means the queue that is back, not what was in between and is over", arguments: [true, false])
    func afterTheEnd(isCleared: Bool) throws {
        var rig = try interrupted()
        try rig.perform(.enqueue([.numbered(10)], at: .last, shuffled: false))
        try rig.perform(.removeEntry(try #require(rig.machine.queue.entries.last).id))
        if isCleared {
            try rig.perform(.clearQueue)
            try rig.perform(.goBack)
        } else {
            rig.endCurrent()
        }
        #expect(rig.machine.undoableEdits.map(\.edit.kind) == [.add])
        try rig.perform(.undo)
        #expect(rig.titles == ["Track 1", "Track 2", "Track 3"])
    }
}
