// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCueCore

@Suite("Ends of playing")
struct SleepTimerTests {
    private var volumes: (Rig) -> [Double] {
        { $0.actions.compactMap { if case .setVolume(let volume) = $0 { volume } else { nil } } }
    }

    @Test("a time is over whether something plays or not, and is kept")
    func time() throws {
        var rig = try Rig(playing: 3)
        try rig.perform(.setSleep(.time(.seconds(1800))))
        #expect(rig.actions == [.keepSleep])
        #expect(rig.machine.snapshot.sleep == .time(rig.now + .seconds(1800)))
        #expect(rig.machine.savedSleep(now: rig.now, time: 1_000) == .time(2_800))
        #expect(!rig.machine.cued.isEmpty)

        rig.advance(.seconds(60))
        rig.actions = rig.machine.fallAsleep(now: rig.now)

        #expect(rig.actions == [.setPlaying(false), .savePosition, .keepSleep])
        #expect(rig.machine.snapshot.status == .paused)
        #expect(rig.machine.snapshot.cause == .sleepTimer)
        #expect(rig.machine.snapshot.sleep == nil)
        #expect(rig.position == .seconds(60))
        #expect(rig.machine.fallAsleep(now: rig.now).isEmpty)
    }

    @Test("a time that nobody could mean is refused", arguments: [Duration.zero, .seconds(-5), .seconds(86_401)])
    func bounds(time: Duration) throws {
        var rig = try Rig(playing: 1)
        #expect(throws: PlaybackCommandError.self) { try rig.perform(.setSleep(.time(time))) }
        #expect(rig.machine.snapshot.sleep == nil)
    }

    @Test("fading away changes what is heard, not what the person has set")
    func fading() throws {
        var rig = try Rig(playing: 2)
        try rig.perform(.setVolume(0.8))
        try rig.perform(.setSleep(.time(.seconds(60))))

        rig.actions = rig.machine.setFade(0.5)
        #expect(volumes(rig) == [0.4])
        #expect(rig.machine.snapshot.volume == 0.8)

        try rig.perform(.setVolume(0.6))
        #expect(volumes(rig) == [0.3])
        rig.receive(.volumeChanged(volume: 0.3, isMuted: false))
        #expect(rig.machine.snapshot.volume == 0.6)
        #expect(rig.actions.isEmpty)

        rig.actions = rig.machine.setFade(0)
        rig.actions = rig.machine.fallAsleep(now: rig.now)
        #expect(volumes(rig).isEmpty)
        try rig.perform(.resume)
        #expect(rig.actions.first == .setVolume(0.6))
        #expect(rig.actions.contains(.setPlaying(true)))
    }

    @Test("ending the timer while it fades gives the volume back at once")
    func awake() throws {
        var rig = try Rig(playing: 2)
        try rig.perform(.setSleep(.time(.seconds(60))))
        _ = rig.machine.setFade(0.2)

        try rig.perform(.setSleep(nil))

        #expect(rig.actions == [.setVolume(1), .keepSleep])
        try rig.perform(.setSleep(nil))
        #expect(rig.actions.isEmpty)
    }

    @Test("a pause before its end stays a pause")
    func pausedBefore() throws {
        var rig = try Rig(playing: 2)
        try rig.perform(.setSleep(.time(.seconds(60))))
        try rig.perform(.pause)
        _ = rig.machine.setFade(0)

        rig.actions = rig.machine.fallAsleep(now: rig.now)

        #expect(rig.actions == [.setVolume(1), .keepSleep])
        #expect(rig.machine.snapshot.cause == .user)
    }

    @Test("what a call keeps silent stays silent when the time is over meanwhile")
    func interrupted() throws {
        var rig = try Rig(playing: 2)
        try rig.perform(.setSleep(.time(.seconds(60))))
        rig.receive(.interrupted(true))

        _ = rig.machine.fallAsleep(now: rig.now)
        rig.receive(.interrupted(false))

        #expect(rig.machine.snapshot.status == .paused)
    }

    @Test("the end of the track pauses with the next entry at its beginning, once")
    func track() throws {
        var rig = try Rig(playing: 3)
        try rig.perform(.setSleep(.track))
        #expect(rig.actions == [.cue([]), .keepSleep])

        rig.receive(.ended(rig.token))

        #expect(rig.actions == [.stopEngine, .keepSleep, .savePosition])
        #expect(rig.machine.snapshot.status == .paused)
        #expect(rig.machine.snapshot.cause == .sleepTimer)
        #expect(rig.title == "Track 2")
        #expect(rig.position == .zero)

        try rig.perform(.resume)
        #expect(rig.loads.map(\.position) == [.zero])
        rig.startLoaded()
        #expect(!rig.machine.cued.isEmpty)
    }

    @Test("the end of the queue is one where it would be repeated, too", arguments: [RepeatMode.all, .one])
    func queue(mode: RepeatMode) throws {
        var rig = try Rig(playing: 2)
        try rig.perform(.setRepeatMode(mode))
        try rig.perform(.setSleep(.queue))
        let cued = try #require(rig.machine.cued.first)
        rig.receive(.started(cued.request.token))
        #expect(rig.title == "Track 2")
        #expect(rig.machine.cued.isEmpty)

        rig.receive(.ended(rig.token))

        #expect(rig.machine.snapshot.status == .stopped)
        #expect(rig.machine.snapshot.cause == .sleepTimer)
        #expect(rig.machine.snapshot.sleep == nil)
        #expect(rig.title == (mode == .all ? "Track 1" : "Track 2"))
    }

    @Test("a queue that ends by itself ends the timer, and is no cause for more")
    func naturalEnd() throws {
        var rig = try Rig(playing: 1)
        try rig.perform(.setSleep(.queue))
        rig.receive(.ended(rig.token))
        #expect(rig.machine.snapshot.cause == .end)
        #expect(rig.machine.snapshot.sleep == nil)
        #expect(rig.actions.contains(.keepSleep))
    }

    @Test("stopping ends what waits for an end, but not a time")
    func stopping() throws {
        var rig = try Rig(playing: 2)
        try rig.perform(.setSleep(.track))
        try rig.perform(.stop)
        #expect(rig.machine.snapshot.sleep == nil)
        #expect(throws: PlaybackCommandError.self) { try rig.perform(.setSleep(.queue)) }

        try rig.perform(.setSleep(.time(.seconds(60))))
        try rig.perform(.resume)
        try rig.perform(.stop)
        #expect(rig.machine.snapshot.sleep != nil)
    }

    @Test("a timer comes back after a restart unless it is over")
    func restart() {
        let session = SavedSession(
            entries: [.init(id: .init(1), track: .numbered(1))], current: .init(1), nextEntryNumber: 2, wasActive: true)
        var rig = Rig(session)
        rig.machine.restore(.time(1_060), now: rig.now, time: 1_000)
        #expect(rig.machine.snapshot.sleep == .time(rig.now + .seconds(60)))
        rig.machine.restore(.time(1_000), now: rig.now, time: 1_000)
        #expect(rig.machine.snapshot.sleep == nil)
        rig.machine.restore(.time(999_999), now: rig.now, time: 1_000)
        #expect(rig.machine.snapshot.sleep == nil)
        rig.machine.restore(.track, now: rig.now, time: 1_000)
        #expect(rig.machine.snapshot.sleep == .track)

        var stopped = Rig()
        stopped.machine.restore(.queue, now: stopped.now, time: 1_000)
        #expect(stopped.machine.snapshot.sleep == nil)
    }
}

@Suite("Stopping after what plays")
struct StopAfterTests {
    @Test("stops when it has been heard, once, with the next entry current")
    func once() throws {
        var rig = try Rig(playing: 3)
        try rig.perform(.stopAfterEntry(true))
        #expect(rig.actions == [.cue([]), .savePosition])
        #expect(rig.machine.snapshot.stopsAfterEntry)

        rig.receive(.ended(rig.token))

        #expect(rig.machine.snapshot.status == .stopped)
        #expect(rig.machine.snapshot.cause == .end)
        #expect(!rig.machine.snapshot.stopsAfterEntry)
        #expect(rig.title == "Track 2")
        try rig.perform(.resume)
        rig.startLoaded()
        #expect(!rig.machine.cued.isEmpty)
    }

    @Test("can be taken back, and then goes on without a gap as before")
    func back() throws {
        var rig = try Rig(playing: 2)
        try rig.perform(.stopAfterEntry(true))
        try rig.perform(.stopAfterEntry(false))
        #expect(rig.cues.map { $0?.location } == [Track.numbered(2).location])
    }

    @Test("goes with the person to another entry")
    func next() throws {
        var rig = try Rig(playing: 3)
        try rig.perform(.stopAfterEntry(true))
        try rig.perform(.next)
        rig.startLoaded()
        #expect(rig.machine.snapshot.stopsAfterEntry)
        #expect(rig.machine.cued.isEmpty)
        rig.receive(.ended(rig.token))
        #expect(rig.title == "Track 3")
        #expect(rig.machine.snapshot.status == .stopped)
    }

    @Test("is over after a stop, and when something else is played")
    func over() throws {
        var rig = try Rig(playing: 2)
        try rig.perform(.stopAfterEntry(true))
        try rig.perform(.play(Track.numbered(5...6), startingAt: 0, shuffled: nil))
        #expect(!rig.machine.snapshot.stopsAfterEntry)
        #expect(!rig.machine.cued.isEmpty)

        try rig.perform(.stopAfterEntry(true))
        try rig.perform(.stop)
        #expect(!rig.machine.snapshot.stopsAfterEntry)
        #expect(throws: PlaybackCommandError.self) { try rig.perform(.stopAfterEntry(true)) }
    }

    @Test("is kept across a restart, for the entry that was current")
    func restart() throws {
        var rig = try Rig(playing: 3)
        try rig.perform(.stopAfterEntry(true))
        var session = rig.machine.session(at: rig.now)
        rig.machine = PlaybackStateMachine(session, seed: 1)
        #expect(rig.machine.snapshot.stopsAfterEntry)
        try rig.perform(.resume)
        rig.startLoaded()
        rig.receive(.ended(rig.token))
        #expect(rig.machine.snapshot.status == .stopped)
        #expect(rig.title == "Track 2")
        #expect(!rig.machine.session(at: rig.now).stopsAfterEntry)

        session.current = .init(77)
        #expect(!PlaybackStateMachine(session, seed: 1).snapshot.stopsAfterEntry)
    }

    @Test("of the last entry ends as the queue does")
    func last() throws {
        var rig = try Rig(playing: 1)
        try rig.perform(.stopAfterEntry(true))
        rig.receive(.ended(rig.token))
        #expect(rig.machine.snapshot.status == .stopped)
        #expect(rig.title == "Track 1")
    }
}
