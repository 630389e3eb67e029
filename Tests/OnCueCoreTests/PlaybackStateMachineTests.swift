// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import Testing

@testable import OnCueCore

/// A machine with the time in the test's hand, and what it asked for.
struct Rig {
    var machine: PlaybackStateMachine
    var now = ContinuousClock().now
    var actions: [PlaybackStateMachine.Action] = []

    init(_ session: SavedSession = SavedSession(), sound: SavedSound = SavedSound()) {
        machine = PlaybackStateMachine(session, sound: sound, seed: 7)
    }

    /// A machine that plays the first of some tracks and is heard; that they play cannot be undone.
    init(playing count: Int) throws {
        self.init()
        try perform(.play(Track.numbered(1...count), startingAt: 0, shuffled: nil))
        machine.history = QueueHistory()
        startLoaded()
    }

    mutating func perform(_ command: PlaybackCommand, by cause: PlaybackCause = .user) throws {
        actions = try machine.perform(command, by: cause, now: now)
    }

    mutating func receive(_ event: EngineEvent) {
        actions = machine.receive(event, now: now)
    }

    mutating func limitVolume(to volume: Double?) {
        actions = machine.limitVolume(to: volume)
    }

    mutating func startLoaded() {
        guard let token = machine.snapshot.token else { return }
        receive(.prepared(token, duration: .seconds(180), isSeekable: true))
        receive(.started(token))
    }

    mutating func advance(_ duration: Duration) { now += duration }

    var token: PlaybackRequest.Token { machine.snapshot.token ?? .init(0) }
    var cuedToken: PlaybackRequest.Token { machine.cued.first?.request.token ?? .init(0) }
    var position: Duration { machine.position(at: now) }
    var title: String? { machine.snapshot.entry?.track.title }

    var loads: [(location: MediaLocation, position: Duration, playing: Bool)] {
        actions.compactMap {
            if case .load(let request, let at, let playing) = $0 { (request.location, at, playing) } else { nil }
        }
    }

    /// What was loaded, in full.
    var requests: [PlaybackRequest] {
        actions.compactMap { if case .load(let request, _, _) = $0 { request } else { nil } }
    }

    /// The first of what was cued, each time.
    var cues: [PlaybackRequest?] { cuedLists.map(\.first) }

    /// All that was cued, each time.
    var cuedLists: [[PlaybackRequest]] {
        actions.compactMap { if case .cue(let requests) = $0 { requests } else { nil } }
    }
}

@Suite("Playback")
struct PlaybackStateMachineTests {
    @Test("loads the first track and cues the second when a list is played")
    func play() throws {
        var rig = Rig()

        try rig.perform(.play(Track.numbered(1...3), startingAt: 0, shuffled: nil))

        #expect(rig.loads.map(\.location.displayName) == ["1.flac"])
        #expect(rig.cues.map { $0?.location.displayName } == ["2.flac"])
        #expect(rig.machine.snapshot.status == .playing)
        #expect(rig.machine.snapshot.isLoading)
    }

    @Test("counts time only once sound is heard")
    func time() throws {
        var rig = Rig()
        try rig.perform(.play([.numbered(1)], startingAt: 0, shuffled: nil))
        rig.advance(.seconds(2))
        #expect(rig.position == .zero)

        rig.startLoaded()
        rig.advance(.seconds(5))
        #expect(rig.position == .seconds(5))

        rig.advance(.seconds(1000))
        #expect(rig.position == .seconds(180))
    }

    @Test("stands still while paused and goes on from there")
    func pause() throws {
        var rig = try Rig(playing: 1)
        rig.advance(.seconds(10))
        try rig.perform(.pause)
        rig.advance(.seconds(50))
        #expect(rig.position == .seconds(10))
        #expect(rig.actions.contains(.setPlaying(false)))

        try rig.perform(.toggle)
        rig.advance(.seconds(3))
        #expect(rig.position == .seconds(13))
        #expect(rig.actions.contains(.setPlaying(true)))
    }

    @Test("makes the cued follower current when it is heard, without loading")
    func gapless() throws {
        var rig = try Rig(playing: 3)

        rig.receive(.started(rig.cuedToken))

        #expect(rig.title == "Track 2")
        #expect(rig.loads.isEmpty)
        #expect(rig.cues.map { $0?.location.displayName } == ["3.flac"])
        #expect(rig.position == .zero)
    }

    @Test("an episode keeps the title of its feed, whatever its tags say; a stream takes what it announces")
    func episodeTitle() throws {
        for kind in [ContentKind.episode, .station] {
            var rig = Rig()
            let track = Track(
                identifier: ContentIdentifier(kind: kind, key: "a"),
                location: try #require(MediaLocation(uri: "http://127.0.0.1/a.mp3")), title: "Episode 3: Streets")
            try rig.perform(.play([track], startingAt: 0, shuffled: nil))
            rig.startLoaded()

            rig.receive(.streamTitle(rig.token, "Episode 3"))

            #expect(rig.machine.snapshot.streamTitle == (kind == .episode ? nil : "Episode 3"))
        }
    }

    @Test("A medium with an end that a page describes keeps its title, a live one takes what it announces")
    func describedTitle() throws {
        for (artist, kind) in [("Nine Herons", ContentKind.track), ("Nine Herons", .station), (nil, .track)] {
            var rig = Rig()
            let track = Track(
                identifier: ContentIdentifier(kind: kind, key: "a"),
                location: try #require(MediaLocation(uri: "http://127.0.0.1/a.mp3")), title: "Heron I",
                artists: artist.map { [$0] } ?? [], duration: .seconds(240))
            try rig.perform(.play([track], startingAt: 0, shuffled: nil))
            rig.startLoaded()

            rig.receive(.streamTitle(rig.token, "01 heron"))

            let isKept = artist != nil && kind == .track
            #expect(rig.machine.snapshot.streamTitle == (isKept ? nil : "01 heron"))
        }
    }

    @Test("ignores every event of a request that has passed")
    func staleEvents() throws {
        var rig = try Rig(playing: 3)
        let old = rig.token
        try rig.perform(.next)
        let before = rig.machine.snapshot

        for event: EngineEvent in [
            .started(old), .ended(old), .failed(old, PlaybackError(.notPlayable, "x")), .seeked(old, to: .seconds(9)),
            .prepared(old, duration: .seconds(1), isSeekable: false), .durationChanged(old, .seconds(1)),
            .outputLost(old, position: .zero, PlaybackError(.audioOutputLost, "x")), .streamTitle(old, "x"),
            .buffering(old, percent: 3), .formatChanged(old, MediaFormat(codec: "mp3")),
        ] {
            rig.receive(event)
            #expect(rig.actions.isEmpty)
        }

        #expect(rig.machine.snapshot == before)
    }

    @Test("stops after the last track and begins with the first when resumed")
    func end() throws {
        var rig = try Rig(playing: 2)
        rig.receive(.started(rig.cuedToken))
        rig.receive(.ended(rig.token))
        #expect(rig.machine.snapshot.status == .stopped)
        #expect(rig.actions.contains(.stopEngine))
        #expect(rig.title == "Track 1")

        try rig.perform(.resume)
        #expect(rig.loads.map(\.location.displayName) == ["1.flac"])
    }

    @Test("holds its place when the output goes away, and goes on from there")
    func outputLost() throws {
        var rig = try Rig(playing: 2)
        rig.receive(.outputLost(rig.token, position: .seconds(42), PlaybackError(.audioOutputLost, "server gone")))
        #expect(rig.machine.snapshot.status == .paused)
        #expect(rig.position == .seconds(42))

        try rig.perform(.resume)
        #expect(rig.loads.map(\.position) == [.seconds(42)])
    }

    @Test("does not go through the queue when there is no output")
    func noOutput() throws {
        var rig = Rig()
        try rig.perform(.play(Track.numbered(1...5), startingAt: 0, shuffled: nil))
        rig.receive(.failed(rig.token, PlaybackError(.noAudioOutput, "none")))
        #expect(rig.title == "Track 1")
        #expect(rig.machine.snapshot.status == .paused)
        #expect(rig.machine.snapshot.error?.code == .noAudioOutput)
    }

    @Test("seeks within the track and tells the jump when it is done")
    func seek() throws {
        var rig = try Rig(playing: 1)
        try rig.perform(.seek(to: .seconds(60)))
        #expect(rig.actions == [.seek(to: .seconds(60)), .savePosition])

        rig.receive(.seeked(rig.token, to: .seconds(60)))
        #expect(rig.actions.contains(.announceJump(to: .seconds(60))))
        rig.advance(.seconds(1))
        #expect(rig.position == .seconds(61))
    }

    @Test("seeks relative to the position, never before the beginning")
    func seekBy() throws {
        var rig = try Rig(playing: 1)
        rig.advance(.seconds(5))
        try rig.perform(.seekBy(.seconds(10)))
        #expect(rig.actions == [.seek(to: .seconds(15)), .savePosition])
        try rig.perform(.seekBy(.seconds(-100)))
        #expect(rig.actions == [.seek(to: .zero), .savePosition])
    }

    @Test("goes to the next track when a seek goes past the end")
    func seekPastEnd() throws {
        var rig = try Rig(playing: 2)
        try rig.perform(.seekBy(.seconds(500)))
        #expect(rig.title == "Track 2")
    }

    @Test("refuses a position that the track does not have")
    func seekOutside() throws {
        var rig = try Rig(playing: 2)
        #expect(throws: PlaybackCommandError.self) { try rig.perform(.seek(to: .seconds(500))) }
        #expect(rig.title == "Track 1")
    }

    @Test("takes a station for live, even when its server sends something that ends")
    func stations() throws {
        var rig = Rig()
        let station = Track(
            identifier: ContentIdentifier(kind: .station, key: "a"),
            location: try #require(MediaLocation(uri: "http://h/a")),
            title: "Station")
        try rig.perform(.play([station], startingAt: 0, shuffled: nil))
        rig.startLoaded()
        rig.receive(.durationChanged(rig.token, .seconds(181)))

        #expect(rig.machine.snapshot.duration == nil)
        #expect(!rig.machine.snapshot.isSeekable)
        #expect(throws: PlaybackCommandError.self) { try rig.perform(.seek(to: .seconds(9))) }
    }

    @Test("does not count a paused track as loading once it is prepared")
    func pausedIsNotLoading() throws {
        var rig = try Rig(playing: 2)
        try rig.perform(.pause)
        try rig.perform(.next)
        #expect(rig.machine.snapshot.isLoading)
        rig.receive(.prepared(rig.token, duration: .seconds(180), isSeekable: true))
        #expect(!rig.machine.snapshot.isLoading)
    }

    @Test("keeps the known duration when the engine only rounds differently")
    func durationRounding() throws {
        var rig = Rig()
        try rig.perform(.play([.numbered(1)], startingAt: 0, shuffled: nil))
        rig.receive(.prepared(rig.token, duration: .milliseconds(180_030), isSeekable: true))
        #expect(rig.machine.snapshot.duration == .seconds(180))
        rig.receive(.durationChanged(rig.token, .seconds(181)))
        #expect(rig.machine.snapshot.duration == .seconds(181))
    }

    @Test("refuses to seek in a stream and while nothing plays")
    func cannotSeek() throws {
        var rig = Rig()
        #expect(throws: PlaybackCommandError.self) { try rig.perform(.seek(to: .seconds(1))) }
        try rig.perform(.play([.numbered(1, duration: nil)], startingAt: 0, shuffled: nil))
        rig.receive(.prepared(rig.token, duration: nil, isSeekable: false))
        let error = #expect(throws: PlaybackCommandError.self) { try rig.perform(.seek(to: .seconds(1))) }
        #expect(error?.code == .notSeekable)
        #expect(error?.message.contains("live") == false, "a file on a server without ranges is no station")
        #expect(!rig.machine.snapshot.available.canSeek)
    }

    @Test("keeps status on next and previous: paused stays paused, stopped stays stopped")
    func nextKeepsStatus() throws {
        var rig = try Rig(playing: 3)
        try rig.perform(.pause)
        try rig.perform(.next)
        #expect(rig.machine.snapshot.status == .paused)
        #expect(rig.loads.map(\.playing) == [false])

        try rig.perform(.stop)
        try rig.perform(.next)
        #expect(rig.machine.snapshot.status == .stopped)
        #expect(rig.title == "Track 3")
        #expect(rig.loads.isEmpty)
    }

    @Test("begins again at zero after stop")
    func stop() throws {
        var rig = try Rig(playing: 1)
        rig.advance(.seconds(30))
        try rig.perform(.stop)
        #expect(rig.position == .zero)
        try rig.perform(.resume)
        #expect(rig.loads.map(\.position) == [.zero])
    }

    @Test("comes back paused where it was, and never plays by itself")
    func restore() throws {
        var rig = try Rig(playing: 3)
        rig.advance(.seconds(20))
        try rig.perform(.setVolume(0.4))
        let session = rig.machine.session(at: rig.now)

        var restored = Rig(session)

        #expect(restored.machine.snapshot.status == .paused)
        #expect(restored.position == .seconds(20))
        #expect(restored.machine.initialActions == [.setVolume(0.4), .setMuted(false)])
        try restored.perform(.seekBy(.seconds(5)))
        try restored.perform(.resume)
        #expect(restored.loads.map(\.position) == [.seconds(25)])
        restored.startLoaded()
        #expect(restored.actions.contains(.announceJump(to: .seconds(25))))
    }

    @Test("cues another follower when the queue changes, and only then")
    func recue() throws {
        var rig = try Rig(playing: 3)
        let third = rig.machine.queue.entries[2].id
        try rig.perform(.moveEntry(third, to: 1))
        #expect(rig.cues.map { $0?.location.displayName } == ["3.flac"])
        try rig.perform(.enqueue([.numbered(9)], at: .last, shuffled: false))
        #expect(rig.cues.isEmpty)
        try rig.perform(.setRepeatMode(.one))
        #expect(rig.cues.map { $0?.location.displayName } == ["1.flac"])
    }

    @Test("goes on with the follower when the current entry is removed, and stops after the last")
    func removeCurrent() throws {
        var rig = try Rig(playing: 2)
        try rig.perform(.removeEntry(rig.machine.queue.entries[0].id))
        #expect(rig.loads.map(\.location.displayName) == ["2.flac"])
        try rig.perform(.removeEntry(rig.machine.queue.entries[0].id))
        #expect(rig.machine.snapshot.status == .stopped)
        #expect(rig.actions.contains(.stopEngine))
    }

    @Test("goes on with the first entry when the last one is removed while everything repeats")
    func removeLastOfRepeated() throws {
        var rig = try Rig(playing: 3)
        try rig.perform(.setRepeatMode(.all))
        let last = rig.machine.queue.entries[2].id
        try rig.perform(.playEntry(last))
        try rig.perform(.removeEntry(last))
        #expect(rig.loads.map(\.location.displayName) == ["1.flac"])
        #expect(rig.title == "Track 1")
    }

    @Test("does not give the position of an entry that is gone to another one")
    func restoreWithoutCurrent() throws {
        var rig = try Rig(playing: 3)
        rig.advance(.seconds(77))
        var session = rig.machine.session(at: rig.now)
        session.entries.remove(at: 0)
        #expect(Rig(session).position == .zero)
    }

    @Test("stays not seekable when only the duration becomes known")
    func durationIsNotSeekability() throws {
        var rig = Rig()
        try rig.perform(.play([.numbered(1, duration: nil)], startingAt: 0, shuffled: nil))
        rig.receive(.prepared(rig.token, duration: nil, isSeekable: false))
        rig.receive(.durationChanged(rig.token, .seconds(60)))
        #expect(!rig.machine.snapshot.isSeekable)
    }

    @Test("tells a jump once when a person seeks before the first sound")
    func jumpBeforeSound() throws {
        var rig = Rig()
        try rig.perform(.play([.numbered(1)], startingAt: 0, shuffled: nil))
        try rig.perform(.seek(to: .seconds(30)))
        rig.receive(.seeked(rig.token, to: .seconds(30)))
        #expect(rig.actions.contains(.announceJump(to: .seconds(30))))
        rig.receive(.started(rig.token))
        #expect(rig.actions == [.announceStart(rig.token)])
        #expect(rig.position == .seconds(30))
    }

    @Test("clamps volume and refuses what is not a number")
    func volume() throws {
        var rig = Rig()
        try rig.perform(.setVolume(3))
        #expect(rig.machine.snapshot.volume == 1)
        try rig.perform(.adjustVolume(-5))
        #expect(rig.machine.snapshot.volume == 0)
        #expect(throws: PlaybackCommandError.self) { try rig.perform(.setVolume(.nan)) }
        try rig.perform(.setVolume(0))
        #expect(rig.actions.isEmpty)
    }

    @Test("tells truthfully what can be done")
    func available() throws {
        var rig = Rig()
        #expect(
            rig.machine.snapshot.available
                == AvailableCommands(
                    canGoNext: false, canGoPrevious: false, canPlay: false, canPause: false, canSeek: false))
        rig = try Rig(playing: 2)
        #expect(
            rig.machine.snapshot.available
                == AvailableCommands(
                    canGoNext: true, canGoPrevious: false, canPlay: true, canPause: true, canSeek: true))
        try rig.perform(.next)
        #expect(!rig.machine.snapshot.available.canGoNext)
        #expect(rig.machine.snapshot.available.canGoPrevious)
    }

    @Test("stands still while a stream fills its buffer")
    func buffering() throws {
        var rig = try Rig(playing: 1)
        rig.advance(.seconds(4))
        rig.receive(.buffering(rig.token, percent: 20))
        rig.advance(.seconds(9))
        #expect(rig.position == .seconds(4))
        rig.receive(.buffering(rig.token, percent: 100))
        rig.advance(.seconds(1))
        #expect(rig.position == .seconds(5))
    }

    @Test("tells how full a buffer is in steps of ten points, however often that is told, and nothing once it is full")
    func bufferingSteps() throws {
        var rig = try Rig(playing: 1)
        var told: [Int?] = []
        for percent in Array(0..<100) + [99, 40, 99, 100, 100] {
            rig.receive(.buffering(rig.token, percent: percent))
            if told.isEmpty || told.last != rig.machine.snapshot.buffering {
                told.append(rig.machine.snapshot.buffering)
            }
        }
        #expect(told == [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, nil])
    }

    @Test("knows nothing of the buffer of what it has gone on from")
    func bufferingEnds() throws {
        var rig = try Rig(playing: 2)
        rig.receive(.buffering(rig.token, percent: 30))
        #expect(rig.machine.snapshot.buffering == 30)
        try rig.perform(.next)
        #expect(rig.machine.snapshot.buffering == nil)
    }

    @Test("has no answer but an error for entries that are gone")
    func missingEntries() throws {
        var rig = try Rig(playing: 1)
        for command: PlaybackCommand in [
            .playEntry(.init(99)), .removeEntry(.init(99)), .moveEntry(.init(99), to: 0),
            .play([], startingAt: 0, shuffled: nil),
        ] {
            #expect(throws: PlaybackCommandError.self) { try rig.perform(command) }
        }
    }

    @Test("survives random commands and events with its promises kept", arguments: TestEffort.seeds(20))
    func randomWalk(seed: Int) {
        var generator = SplitMix64(seed: UInt64(seed))
        var rig = Rig()
        var lastToken: UInt64 = 0
        for _ in 0..<300 {
            rig.advance(.milliseconds(Int.random(in: 0...5000, using: &generator)))
            step(&rig, using: &generator)

            let snapshot = rig.machine.snapshot
            #expect((snapshot.status == .stopped) || snapshot.entry != nil)
            #expect(snapshot.token == nil || snapshot.entry != nil)
            #expect(rig.position >= .zero)
            #expect(snapshot.duration.map { rig.position <= $0 } ?? true)
            for action in rig.actions {
                if case .load(let request, _, _) = action {
                    #expect(request.token.number > lastToken)
                    lastToken = request.token.number
                }
            }
        }
    }

    private func step(_ rig: inout Rig, using generator: inout SplitMix64) {
        let token = Bool.random(using: &generator) ? rig.token : rig.cuedToken
        let entry = rig.machine.queue.entries.randomElement(using: &generator)?.id ?? .init(0)
        let commands: [PlaybackCommand] = [
            .play(Track.numbered(1...4), startingAt: 1, shuffled: nil), .resume, .pause, .toggle, .stop, .next,
            .previous,
            .seek(to: .seconds(70)), .seekBy(.seconds(-9)), .enqueue([.numbered(5)], at: .last, shuffled: false),
            .removeEntry(entry),
            .moveEntry(entry, to: 0), .playEntry(entry), .setRepeatMode(.all), .setRepeatMode(.off),
            .setShuffleMode(.tracks),
            .setShuffleMode(.albums), .setShuffleMode(.off), .clearQueue, .undo,
        ]
        let events: [EngineEvent] = [
            .prepared(token, duration: .seconds(100), isSeekable: true), .started(token), .ended(token),
            .failed(token, PlaybackError(.notPlayable, "x")), .seeked(token, to: .seconds(3)),
            .outputLost(token, position: .seconds(2), PlaybackError(.audioOutputLost, "x")),
        ]
        if Bool.random(using: &generator), let command = commands.randomElement(using: &generator) {
            // Commands that make no sense in a state are refused; that is one of the promises.
            rig.actions = []
            try? rig.perform(command)
        } else if let event = events.randomElement(using: &generator) {
            rig.receive(event)
        }
    }
}
