// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCueCore

@Suite("A part of an entry that is repeated")
struct LoopTests {
    /// An entry of three minutes that plays at a position.
    private func rig(at seconds: Int64 = 0, of count: Int = 3) throws -> Rig {
        var rig = try Rig(playing: count)
        guard seconds > 0 else { return rig }
        try rig.perform(.seek(to: .seconds(seconds)))
        rig.receive(.seeked(rig.token, to: .seconds(seconds)))
        return rig
    }

    /// Lets time pass until the end of the part, and returns to its start.
    private func goRound(_ rig: inout Rig) throws {
        rig.now = try #require(rig.machine.loopEnd)
        rig.actions = rig.machine.returnInLoop(now: rig.now)
    }

    @Test("goes back at its end, again and again, and saves the position no more often than without")
    func goesRound() throws {
        var rig = try rig()
        try rig.perform(.setLoop(.part(.seconds(10), .seconds(14))))
        #expect(rig.actions.contains(.seek(to: .seconds(10))), "from elsewhere it begins at its start")
        #expect(rig.machine.loopEnd == nil, "while nothing sounds, nothing is waited for")
        rig.receive(.seeked(rig.token, to: .seconds(10)))
        #expect(rig.machine.loopEnd == rig.now + .seconds(4))

        for _ in 0..<3 {
            try goRound(&rig)
            #expect(rig.actions == [.seek(to: .seconds(10))])
            rig.receive(.seeked(rig.token, to: .seconds(10)))
            #expect(rig.actions == [.announceJump(to: .seconds(10))])
        }
        #expect(rig.machine.snapshot.loop == PlaybackLoop(from: .seconds(10), to: .seconds(14)))
        #expect(rig.title == "Track 1")
    }

    @Test("is not returned in before its end is really heard")
    func early() throws {
        var rig = try rig(at: 11)
        try rig.perform(.setLoop(.part(.seconds(10), .seconds(14))))
        #expect(!rig.actions.contains(.seek(to: .seconds(10))), "within the part playback goes on")
        rig.now = try #require(rig.machine.loopEnd)
        rig.machine.notePosition(.milliseconds(13_900), now: rig.now)

        rig.actions = rig.machine.returnInLoop(now: rig.now)

        #expect(rig.actions.isEmpty)
        #expect(rig.machine.loopEnd == rig.now + .milliseconds(100))
    }

    @Test("at another rate ends when its end is heard")
    func rate() throws {
        var rig = try rig(at: 10)
        try rig.perform(.setLoop(.part(.seconds(10), .seconds(14))))
        try rig.perform(.setRate(2))
        #expect(rig.machine.loopEnd == rig.now + .seconds(2))
    }

    @Test("is set by its start and then its end, where playback returns at once")
    func marks() throws {
        var rig = try rig(at: 20)
        try rig.perform(.setLoop(.mark(.start)))
        #expect(rig.machine.snapshot.loop == PlaybackLoop(from: .seconds(20)))
        #expect(rig.machine.loopEnd == nil)
        rig.advance(.seconds(5))

        try rig.perform(.setLoop(.mark(.end)))

        #expect(rig.machine.snapshot.loop == PlaybackLoop(from: .seconds(20), to: .seconds(25)))
        #expect(rig.actions.contains(.seek(to: .seconds(20))))
        try rig.perform(.setLoop(.off))
        #expect(rig.machine.snapshot.loop == nil)
        try rig.perform(.setLoop(.off))
        #expect(rig.actions.isEmpty)
    }

    @Test("without a start begins with the entry, and ends in the wrong order are put right")
    func order() throws {
        var rig = try rig(at: 30)
        try rig.perform(.setLoop(.mark(.end)))
        #expect(rig.machine.snapshot.loop == PlaybackLoop(from: .zero, to: .seconds(30)))
        try rig.perform(.setLoop(.part(.seconds(50), .seconds(40))))
        #expect(rig.machine.snapshot.loop == PlaybackLoop(from: .seconds(40), to: .seconds(50)))
        rig.receive(.seeked(rig.token, to: .seconds(40)))
        try rig.perform(.seek(to: .seconds(60)))
        rig.receive(.seeked(rig.token, to: .seconds(60)))
        try rig.perform(.setLoop(.mark(.start)))
        #expect(rig.machine.snapshot.loop == PlaybackLoop(from: .seconds(50), to: .seconds(60)))
    }

    @Test("survives pauses, and jumps to before it; behind it the rest is heard")
    func jumps() throws {
        var rig = try rig(at: 10)
        try rig.perform(.setLoop(.part(.seconds(10), .seconds(14))))
        #expect(rig.machine.cued.isEmpty, "nothing follows")
        try rig.perform(.pause)
        #expect(rig.machine.loopEnd == nil)
        try rig.perform(.resume)
        #expect(rig.machine.loopEnd != nil)
        try rig.perform(.seek(to: .seconds(5)))
        rig.receive(.seeked(rig.token, to: .seconds(5)))
        #expect(rig.machine.loopEnd == rig.now + .seconds(9))

        try rig.perform(.seekBy(.seconds(60)))
        #expect(!rig.machine.cued.isEmpty)
        rig.receive(.seeked(rig.token, to: .seconds(65)))

        #expect(rig.machine.loopEnd == nil)
        #expect(rig.machine.snapshot.loop != nil)
        try rig.perform(.seek(to: .seconds(12)))
        #expect(rig.machine.cued.isEmpty)
    }

    @Test("up to the end of the entry goes round, also when the engine is at the end first")
    func wholeEnd() throws {
        var rig = try rig(at: 175)
        try rig.perform(.setLoop(.part(.seconds(170), .seconds(180))))
        let token = rig.token

        rig.receive(.ended(token))

        #expect(rig.loads.map(\.position) == [.seconds(170)])
        #expect(rig.title == "Track 1")
        rig.startLoaded()
        #expect(rig.machine.loopEnd == rig.now + .seconds(10))
    }

    @Test(
        "ends with its entry",
        arguments: [
            PlaybackCommand.next, .stop, .playEntry(.init(3)), .clearQueue,
            .play(Track.numbered(5...6), startingAt: 0, shuffled: nil),
        ])
    func ends(command: PlaybackCommand) throws {
        var rig = try rig(at: 10)
        try rig.perform(.setLoop(.part(.seconds(10), .seconds(14))))

        try rig.perform(command)

        #expect(rig.machine.snapshot.loop == nil)
        #expect(rig.machine.loopEnd == nil)
        if rig.machine.snapshot.status == .playing { try rig.perform(.setLoop(.off)) }
        #expect(rig.actions.isEmpty || rig.machine.snapshot.status == .stopped)
    }

    @Test("that cannot be is refused, and the one before stays")
    func refused() throws {
        var rig = try rig(at: 10)
        try rig.perform(.setLoop(.part(.seconds(10), .seconds(14))))
        for change in [
            LoopChange.part(.seconds(10), .seconds(181)), .part(.seconds(-1), .seconds(4)),
            .part(.seconds(10), .milliseconds(10_100)), .part(.seconds(7), .seconds(7)),
        ] {
            #expect(throws: PlaybackCommandError.self) { try rig.perform(.setLoop(change)) }
        }
        #expect(rig.machine.snapshot.loop == PlaybackLoop(from: .seconds(10), to: .seconds(14)))
        var stopped = Rig()
        let error = #expect(throws: PlaybackCommandError.self) { try stopped.perform(.setLoop(.mark(.start))) }
        #expect(error?.code == .nothingPlaying)
    }

    @Test("is refused where nothing can be jumped to, and ends where that turns out")
    func notSeekable() throws {
        var rig = try Rig(playing: 2)
        try rig.perform(.setLoop(.part(.seconds(10), .seconds(14))))
        rig.receive(.prepared(rig.token, duration: .seconds(180), isSeekable: false))
        #expect(rig.machine.snapshot.loop == nil)
        #expect(rig.cues.count == 1, "what follows is cued")
        let error = #expect(throws: PlaybackCommandError.self) {
            try rig.perform(.setLoop(.part(.seconds(10), .seconds(14))))
        }
        #expect(error?.code == .notSeekable)
    }

    @Test("A jump back that the engine refuses does not go round in a circle")
    func refusedJump() throws {
        var rig = try rig(at: 10)
        try rig.perform(.setLoop(.part(.seconds(10), .seconds(14))))
        try goRound(&rig)

        rig.receive(.seeked(rig.token, to: .milliseconds(14_010)))

        #expect(rig.machine.loopEnd == nil)
        #expect(!rig.machine.cued.isEmpty)
    }
}
