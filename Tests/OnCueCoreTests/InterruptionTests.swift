// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import Testing

@testable import OnCueCore

/// Calls, lost outputs and sleep: what silences playback against the person's wish.
@Suite("An interruption")
struct InterruptionTests {
    private func playing() throws -> Rig {
        var rig = try Rig(playing: 3)
        rig.advance(.seconds(40))
        return rig
    }

    private func interrupt(_ rig: inout Rig, _ interruption: PlaybackInterruption) {
        rig.actions = rig.machine.interrupt(by: interruption, now: rig.now)
    }

    private func end(_ rig: inout Rig, _ interruption: PlaybackInterruption, goesOn: Bool = true) {
        rig.actions = rig.machine.endInterruption(interruption, goesOn: goesOn, now: rig.now)
    }

    @Test("by a call pauses where it is, shows why, and goes on when the call is over")
    func call() throws {
        var rig = try playing()

        rig.receive(.interrupted(true))

        #expect(rig.actions == [.setPlaying(false), .savePosition])
        #expect(rig.machine.snapshot.status == .paused)
        #expect(rig.machine.snapshot.interruption == .call)
        #expect(rig.machine.snapshot.cause == .interruption)
        rig.advance(.seconds(60))
        #expect(rig.position == .seconds(40))

        rig.receive(.interrupted(false))

        #expect(rig.actions == [.setPlaying(true), .savePosition])
        #expect(rig.machine.snapshot.status == .playing)
        #expect(rig.machine.snapshot.interruption == nil)
        #expect(rig.machine.snapshot.cause == .interruption)
    }

    @Test("does not go on when the person has paused meanwhile")
    func pausedMeanwhile() throws {
        var rig = try playing()
        rig.receive(.interrupted(true))

        try rig.perform(.pause)
        #expect(rig.machine.snapshot.interruption == nil)
        rig.receive(.interrupted(false))

        #expect(rig.actions.isEmpty)
        #expect(rig.machine.snapshot.status == .paused)
    }

    @Test("by a lost output takes a pause from afar, a moment before or after, for a word about the same loss")
    func echo() throws {
        var rig = try playing()
        try rig.perform(.pause, by: .remote)
        rig.advance(.milliseconds(300))
        interrupt(&rig, .outputLost)
        #expect(rig.machine.snapshot.interruption == .outputLost)
        #expect(rig.machine.snapshot.cause == .outputLost)

        rig.advance(.milliseconds(300))
        try rig.perform(.pause, by: .remote)
        #expect(rig.machine.snapshot.interruption == .outputLost)
        end(&rig, .outputLost)

        #expect(rig.machine.snapshot.status == .playing)
        #expect(rig.loads.map(\.position) == [.seconds(40)])
    }

    @Test("by a lost output leaves a pause alone that a person made, or that was long before or after")
    func noEcho() throws {
        for (cause, delay) in [(PlaybackCause.user, Duration.zero), (.remote, .seconds(3))] {
            var before = try playing()
            try before.perform(.pause, by: cause)
            before.advance(delay)
            interrupt(&before, .outputLost)
            #expect(before.machine.snapshot.interruption == nil)

            var after = try playing()
            interrupt(&after, .outputLost)
            after.advance(delay)
            try after.perform(.pause, by: cause)
            #expect(after.machine.snapshot.interruption == nil)
        }
    }

    @Test("is over when the person plays on, stops, or plays something else")
    func overruled() throws {
        for command in [PlaybackCommand.resume, .toggle, .stop, .play([.numbered(9)], startingAt: 0, shuffled: nil)] {
            var rig = try playing()
            rig.receive(.interrupted(true))
            try rig.perform(command)
            #expect(rig.machine.snapshot.interruption == nil, "\(command.name)")
            let status = rig.machine.snapshot.status

            rig.receive(.interrupted(false))

            #expect(rig.actions.isEmpty, "\(command.name)")
            #expect(rig.machine.snapshot.status == status, "\(command.name)")
        }
    }

    @Test("keeps waiting when the person goes to another track, which plays when it is over")
    func skippedMeanwhile() throws {
        var rig = try playing()
        rig.receive(.interrupted(true))

        try rig.perform(.next)
        #expect(rig.machine.snapshot.status == .paused)
        rig.receive(.interrupted(false))

        #expect(rig.machine.snapshot.status == .playing)
        #expect(rig.title == "Track 2")
    }

    @Test("of something that is paused or stopped changes nothing, nor does its end", arguments: [true, false])
    func notPlaying(isPaused: Bool) throws {
        var rig = try playing()
        try rig.perform(isPaused ? .pause : .stop)
        let before = rig.machine.snapshot

        for interruption in PlaybackInterruption.allCases {
            interrupt(&rig, interruption)
            #expect(rig.actions.isEmpty)
            end(&rig, interruption)
            #expect(rig.actions.isEmpty)
        }

        #expect(rig.machine.snapshot == before)
    }

    @Test("by a lost output or by sleep gives the output back, and opens a file anew where it stood")
    func reopened() throws {
        for interruption in [PlaybackInterruption.outputLost, .suspend] {
            var rig = try playing()

            interrupt(&rig, interruption)
            #expect(rig.actions == [.haltEngine, .savePosition])
            #expect(rig.machine.snapshot.cause == interruption.cause)
            #expect(rig.machine.session(at: rig.now).position == .seconds(40))
            end(&rig, interruption)

            #expect(rig.loads.map(\.position) == [.seconds(40)])
            #expect(rig.loads.map(\.playing) == [true])
            #expect(rig.machine.snapshot.cause == interruption.endCause)
        }
    }

    @Test("by sleep lets what goes on afterwards wait for the network, but nothing else")
    func network() throws {
        for interruption in [PlaybackInterruption.outputLost, .suspend] {
            var rig = try playing()

            interrupt(&rig, interruption)
            end(&rig, interruption)

            #expect(rig.requests.map(\.waitsForNetwork) == [interruption == .suspend])
            try rig.perform(.next)
            #expect(rig.requests.map(\.waitsForNetwork) == [false])
        }
    }

    @Test("lets a station begin live again, not where it stood")
    func station() throws {
        var rig = Rig()
        var station = Track.numbered(1)
        station.identifier = ContentIdentifier(kind: .station, key: "x")
        try rig.perform(.play([station], startingAt: 0, shuffled: nil))
        rig.startLoaded()
        rig.advance(.seconds(600))

        interrupt(&rig, .suspend)
        end(&rig, .suspend)

        #expect(rig.loads.map(\.position) == [.zero])
    }

    @Test("goes on only when the last of several is over")
    func several() throws {
        var rig = try playing()

        rig.receive(.interrupted(true))
        interrupt(&rig, .suspend)
        interrupt(&rig, .outputLost)
        #expect(rig.machine.snapshot.interruption == .suspend)
        end(&rig, .suspend)
        #expect(rig.machine.snapshot.status == .paused)
        #expect(rig.machine.snapshot.interruption == .outputLost)
        end(&rig, .outputLost)

        #expect(rig.machine.snapshot.status == .playing)
        #expect(rig.loads.map(\.position) == [.seconds(40)])
    }

    @Test("that lasts too long leaves it paused for good")
    func givenUp() throws {
        var rig = try playing()
        interrupt(&rig, .outputLost)

        end(&rig, .outputLost, goesOn: false)
        #expect(rig.machine.snapshot.interruption == nil)
        end(&rig, .outputLost)

        #expect(rig.machine.snapshot.status == .paused)
    }

    @Test("that the engine finds out first is the same: the position is kept and it goes on")
    func engineFirst() throws {
        var rig = try playing()

        rig.receive(.outputLost(rig.token, position: .seconds(39), PlaybackError(.audioOutputLost, "gone")))
        #expect(rig.machine.snapshot.interruption == .outputLost)
        interrupt(&rig, .outputLost)
        #expect(rig.position == .seconds(39))
        end(&rig, .outputLost)

        #expect(rig.loads.map(\.position) == [.seconds(39)])
    }

    @Test("goes on waiting when the output that came back is gone before it was heard")
    func goneAgain() throws {
        var rig = try playing()
        interrupt(&rig, .outputLost)
        end(&rig, .outputLost)

        rig.receive(.failed(rig.token, PlaybackError(.noAudioOutput, "gone")))

        #expect(rig.machine.snapshot.interruption == .outputLost)
        #expect(rig.position == .seconds(40))
    }
}
