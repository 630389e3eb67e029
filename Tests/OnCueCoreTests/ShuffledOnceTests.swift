// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCueCore

@Suite("What is played shuffled, once")
struct ShuffledOnceTests {
    private func play(_ rig: inout Rig, _ mode: ShuffleMode?, interrupting: Bool = false) throws {
        try rig.perform(
            .play(Track.numbered(1...9), startingAt: 0, shuffled: mode, interrupting: interrupting))
    }

    private func modes(_ rig: Rig) -> [ShuffleMode?] {
        [rig.machine.queue.shuffleMode, rig.machine.queue.lastingShuffleMode]
    }

    @Test("what is played next plays in the order that was set before", arguments: ShuffleMode.allCases)
    func once(lasting: ShuffleMode) throws {
        var rig = Rig()
        try rig.perform(.setShuffleMode(lasting))

        try play(&rig, .tracks)
        #expect(rig.machine.snapshot.shuffleMode == .tracks)
        try play(&rig, .albums)
        #expect(rig.machine.snapshot.shuffleMode == .albums)
        try play(&rig, nil)

        #expect(modes(rig) == [lasting, nil])
        #expect(rig.machine.queue.shuffledEntries.isEmpty == (lasting == .off))
    }

    @Test("the order in which everything is shuffled can be left once, too")
    func inOrderOnce() throws {
        var rig = Rig()
        try rig.perform(.setShuffleMode(.tracks))

        try play(&rig, .off)
        #expect(rig.machine.queue.next()?.track == .numbered(2))
        try play(&rig, nil)

        #expect(modes(rig) == [.tracks, nil])
    }

    @Test("whoever sets the order sets it for all that comes, also to what it is")
    func set() throws {
        var rig = Rig()
        try play(&rig, .tracks)

        try rig.perform(.setShuffleMode(.tracks))
        try play(&rig, nil)

        #expect(modes(rig) == [.tracks, nil])
    }

    @Test("it is over when the queue is cleared, comes back with undo, and goes with undo of itself")
    func undo() throws {
        var rig = Rig()
        try play(&rig, nil)
        try play(&rig, .tracks)
        let order = rig.machine.queue.shuffledEntries

        try rig.perform(.clearQueue)
        #expect(modes(rig) == [.off, nil])
        try rig.perform(.undo)
        #expect(modes(rig) == [.tracks, .off])
        #expect(rig.machine.queue.shuffledEntries == order)
        try rig.perform(.undo)

        #expect(modes(rig) == [.off, nil])
    }

    @Test("what is played in between has its own, and the queue that waits keeps its own")
    func inBetween() throws {
        var rig = Rig()
        try rig.perform(.setShuffleMode(.albums))
        try play(&rig, .tracks)

        try play(&rig, .tracks, interrupting: true)
        #expect(modes(rig) == [.tracks, .off])
        try rig.perform(.goBack)

        #expect(modes(rig) == [.tracks, .albums])
    }

    @Test("it outlives a restart")
    func restart() throws {
        var rig = Rig()
        try play(&rig, .tracks)

        var again = Rig(rig.machine.session(at: rig.now))
        #expect(again.machine.queue.shuffledEntries == rig.machine.queue.shuffledEntries)
        try play(&again, nil)

        #expect(modes(again) == [.off, nil])
    }
}
