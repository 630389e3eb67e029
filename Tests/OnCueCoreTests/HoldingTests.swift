// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCueCore

@Suite("What is held open for whoever goes there")
struct HoldingTests {
    private func medium(_ number: Int, at position: Duration = .zero, rate: Double = 1) -> PreparedMedium {
        PreparedMedium(location: Track.numbered(number).location, position: position, rate: rate)
    }

    @Test("is what previous leads to, and nothing for next as long as that is cued")
    func cued() throws {
        var rig = try Rig(playing: 3)
        #expect(rig.machine.heldNext == nil)
        #expect(rig.machine.heldPrevious == nil)
        try rig.perform(.next)
        #expect(rig.machine.heldNext == nil)
        #expect(rig.machine.heldPrevious == medium(1))
        try rig.perform(.stop)
        #expect(rig.machine.heldPrevious == nil)
    }

    @Test("is the next entry while one is repeated, although the same one follows by itself")
    func repeatsOne() throws {
        var rig = try Rig(playing: 3)
        try rig.perform(.setRepeatMode(.one))
        #expect(rig.cues.map { $0?.location.displayName } == ["1.flac"])
        #expect(rig.machine.heldNext == medium(2))
    }

    @Test(
        "is the next entry when playing is to end with this one, which nothing follows by itself",
        arguments: [PlaybackCommand.stopAfterEntry(true), .setSleep(.track)])
    func ends(command: PlaybackCommand) throws {
        var rig = try Rig(playing: 3)
        try rig.perform(command)
        #expect(rig.cues == [nil])
        #expect(rig.machine.heldNext == medium(2))
        rig.receive(.ended(rig.token))
        #expect(rig.loads.isEmpty)
        #expect(rig.machine.heldNext == nil)
    }

    @Test("is what waits, where it is to go on, at its rate")
    func waits() throws {
        var rig = try Rig(playing: 3)
        try rig.perform(.setRate(1.5))
        rig.advance(.seconds(20))
        try rig.interrupt(with: [.numbered(9)])
        #expect(rig.machine.heldNext == medium(1, at: .seconds(30), rate: 1.5))
        rig.endCurrent()
        #expect(rig.loads.map(\.position) == [.seconds(30)])
        #expect(rig.requests.map(\.rate) == [1.5])
    }

    @Test("is nothing where what waits had been stopped")
    func waitsStopped() throws {
        var rig = try Rig(playing: 3)
        try rig.perform(.stop)
        try rig.interrupt(with: [.numbered(9)])
        #expect(rig.machine.heldNext == nil)
    }

    @Test("goes on where it was left")
    func places() throws {
        var rig = Rig()
        rig.actions = rig.machine.noteResumePositions([Track.numbered(2).identifier: .seconds(50)])
        try rig.perform(.play(Track.numbered(1...3), startingAt: 0, shuffled: nil))
        #expect(rig.machine.heldNext == medium(2, at: .seconds(50)))
    }
}
