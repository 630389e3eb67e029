// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("The playback controller drives the engine")
struct PlaybackControllerTests {
    private let one = Track.sample("one")
    private let two = Track.sample("two")

    private func request(_ number: UInt64, _ track: Track) -> PlaybackRequest {
        var request = PlaybackRequest(token: .init(number), location: track.location)
        request.length = track.duration
        return request
    }

    @Test("A new engine gets loudness and mute of the saved session")
    @MediaActor
    func engineIsPrepared() {
        let rig = PlaybackRig(SavedSession(volume: 0.25, isMuted: true))

        #expect(rig.engine.calls == [.setVolume(0.25), .setMuted(true)])
    }

    @Test("Play loads the first entry and cues the second")
    @MediaActor
    func playLoads() throws {
        let rig = PlaybackRig()
        rig.forget()

        try rig.controller.perform(.play([one, two], startingAt: 0, shuffled: nil))

        #expect(
            rig.engine.calls == [
                .load(request(1, one), at: .zero, playing: true),
                .cue([request(2, two)]),
            ])
    }

    @Test("Commands become engine calls")
    @MediaActor
    func commandsBecomeCalls() async throws {
        let rig = PlaybackRig()
        try await rig.play([one, two])
        rig.forget()

        try rig.controller.perform(.pause)
        try rig.controller.perform(.pause)
        try rig.controller.perform(.toggle)
        try rig.controller.perform(.seek(to: .seconds(30)))
        try rig.controller.perform(.setVolume(0.5))
        try rig.controller.perform(.setVolume(0.5))
        try rig.controller.perform(.setMuted(true))
        try rig.controller.perform(.setRepeatMode(.one))
        try rig.controller.perform(.stop)
        try rig.controller.perform(.stop)

        let cue = request(3, one)
        #expect(
            rig.engine.calls == [
                .setPlaying(false), .setPlaying(true), .seek(.seconds(30)), .setVolume(0.5), .setMuted(true),
                .cue([cue]),
                .stop,
            ])
    }

    @Test("A command that cannot be carried out throws and changes nothing")
    @MediaActor
    func refusedCommands() async throws {
        let rig = PlaybackRig()
        let before = rig.controller.snapshot
        rig.forget()

        for command: PlaybackCommand in [.resume, .toggle, .next, .previous, .seek(to: .zero), .playEntry(.init(9))] {
            #expect(throws: PlaybackCommandError.self, "\(command)") { try rig.controller.perform(command) }
        }
        await settle()

        #expect(rig.controller.snapshot == before)
        #expect(rig.engine.calls.isEmpty)
        #expect(rig.store.saves.count == 0)
    }

    @Test("The gapless follower becomes current when it is heard, and the one after it is cued")
    @MediaActor
    func followerBecomesCurrent() async throws {
        let rig = PlaybackRig()
        try await rig.play([one, two, .sample("three")])
        rig.forget()

        rig.engine.advance(by: .seconds(181))
        await settle()

        #expect(rig.controller.snapshot.entry?.track == two)
        #expect(rig.engine.cuedRequest?.name == "three")
        #expect(rig.controller.position == .seconds(1))
        #expect(rig.jumps.isEmpty)
    }

    @Test("The last entry's end stops, at the beginning of the queue")
    @MediaActor
    func endStops() async throws {
        let rig = PlaybackRig()
        try await rig.play([one, two], at: 1)

        rig.engine.advance(by: .seconds(200))
        await settle()

        #expect(rig.controller.snapshot.status == .stopped)
        #expect(rig.controller.snapshot.entry?.track == one)
        #expect(rig.controller.position == .zero)
    }

    @Test("A restored session waits, paused, where it stood, and goes on from there with a jump")
    @MediaActor
    func restoredSession() async throws {
        let entries = [PlaybackQueue.Entry(id: .init(4), track: one), .init(id: .init(7), track: two)]
        let rig = PlaybackRig(
            SavedSession(entries: QueueEntries(entries), current: .init(7), position: .seconds(42), wasActive: true))
        #expect(rig.controller.snapshot.status == .paused)
        #expect(rig.controller.position == .seconds(42))
        #expect(rig.engine.currentRequest == nil)
        rig.forget()

        try rig.controller.perform(.resume)
        rig.engine.advance(by: .zero)
        await settle()

        #expect(
            rig.engine.calls.first
                == .load(request(1, two), at: .seconds(42), playing: true))
        #expect(rig.jumps == [.seconds(42)])
        #expect(rig.controller.position == .seconds(42))
    }

    @Test("A controller that nobody needs is released, also while something plays")
    @MediaActor
    func controllerIsReleased() async throws {
        let engine = FakePlaybackEngine()
        var controller: PlaybackController? = PlaybackController(
            engine: engine, store: MemorySessionStore(), session: SavedSession(), seed: 1)
        weak let reference = controller
        try controller?.perform(.play([one], startingAt: 0, shuffled: nil))
        engine.advance(by: .seconds(1))
        await settle()
        #expect(reference != nil)

        controller = nil
        await settle()

        #expect(reference == nil)
    }
}

@Suite("The position")
struct PlaybackPositionTests {
    private let one = Track.sample("one", duration: .seconds(180))

    @Test("comes from the engine while something plays")
    @MediaActor
    func positionFromEngine() async throws {
        let rig = PlaybackRig()
        try await rig.play([one])

        rig.engine.advance(by: .milliseconds(12_345))

        #expect(rig.controller.position == .milliseconds(12_345))
    }

    @Test("is never beyond the duration")
    @MediaActor
    func positionIsBounded() async throws {
        let rig = PlaybackRig()
        rig.engine.media[one.location] = .init(duration: .seconds(10))
        try await rig.play([one])
        rig.engine.media[one.location] = nil

        rig.engine.advance(by: .seconds(10) - .microseconds(1))

        #expect(rig.controller.position <= .seconds(10))
        #expect(rig.controller.snapshot.duration == .seconds(10))
    }

    @Test("stands still while paused, and at the target from a seek on")
    @MediaActor
    func positionStandsStill() async throws {
        let rig = PlaybackRig()
        try await rig.play([one])
        rig.engine.advance(by: .seconds(5))

        try rig.controller.perform(.pause)
        rig.engine.advance(by: .seconds(5))
        #expect(rig.controller.position.isAbout(.seconds(5)))
        try rig.controller.perform(.seek(to: .seconds(60)))
        #expect(rig.controller.position == .seconds(60))
        rig.engine.advance(by: .seconds(5))

        #expect(rig.controller.position == .seconds(60))
    }

    @Test("is where an offset leads from where the engine is, not from where it was last told")
    @MediaActor
    func offsetsAreExact() async throws {
        let rig = PlaybackRig()
        try await rig.play([one])
        rig.engine.advance(by: .seconds(20))
        rig.forget()

        try rig.controller.perform(.seekBy(.seconds(-5)))

        guard case .seek(let target)? = rig.engine.calls.first else {
            Issue.record("no seek: \(rig.engine.calls)")
            return
        }
        #expect(target.isAbout(.seconds(15)))
    }
}

@Suite("Notices of the playback controller")
struct PlaybackNoticeTests {
    private let one = Track.sample("one")
    private let two = Track.sample("two")

    @Test("Several commands in a turn make one notice, with the last state")
    @MediaActor
    func oneNoticePerTurn() async throws {
        let rig = PlaybackRig()

        try rig.controller.perform(.play([one, two], startingAt: 0, shuffled: nil))
        try rig.controller.perform(.setVolume(0.3))
        try rig.controller.perform(.next)
        #expect(rig.notices.isEmpty)
        await settle()

        #expect(rig.changes.count == 1)
        #expect(rig.changes.first?.entry?.track == two)
        #expect(rig.changes.first?.volume == 0.3)
    }

    @Test("A command that changes nothing makes no notice, also while the position grows")
    @MediaActor
    func noNoticeWithoutChange() async throws {
        let rig = PlaybackRig()
        try await rig.play([one, two])
        rig.engine.advance(by: .seconds(3))
        await settle()
        rig.forget()

        try rig.controller.perform(.setVolume(1))
        try rig.controller.perform(.setMuted(false))
        try rig.controller.perform(.resume)
        try rig.controller.perform(.setRepeatMode(.off))
        try rig.controller.perform(.setShuffleMode(.off))
        await settle()

        #expect(rig.notices == [])
    }

    @Test("Time that passes makes no notice")
    @MediaActor
    func noNoticeForTime() async throws {
        let rig = PlaybackRig()
        try await rig.play([one])
        rig.forget()

        for _ in 0..<50 {
            rig.engine.advance(by: .seconds(1))
            await settle()
        }

        #expect(rig.notices == [])
    }

    @Test("A jump is told after the change that it belongs to")
    @MediaActor
    func jumpsComeAfterChanges() async throws {
        let rig = PlaybackRig()
        try await rig.play([one])
        rig.forget()

        try rig.controller.perform(.seek(to: .seconds(90)))
        rig.engine.advance(by: .zero)
        await settle()

        #expect(rig.jumps == [.seconds(90)])
        #expect(rig.notices.last == .jump(.seconds(90)))
    }

    @Test("Pause and resume are no jumps; neither is a new track")
    @MediaActor
    func whatIsNoJump() async throws {
        let rig = PlaybackRig()
        try await rig.play([one, two])

        rig.engine.advance(by: .seconds(10))
        try rig.controller.perform(.pause)
        rig.engine.advance(by: .seconds(1))
        await settle()
        try rig.controller.perform(.resume)
        rig.engine.advance(by: .seconds(1))
        try rig.controller.perform(.next)
        rig.engine.advance(by: .seconds(1))
        await settle()

        #expect(rig.jumps.isEmpty)
    }

    @Test("What cannot be played is told, and the next entry plays")
    @MediaActor
    func failuresAreTold() async throws {
        let rig = PlaybackRig()
        let error = PlaybackError(.notPlayable, "one.flac is not audio")
        rig.engine.media[one.location] = .init(failure: error)

        try await rig.play([one, two])
        rig.engine.advance(by: .zero)
        await settle()

        #expect(rig.notices.contains(.failure(error)))
        #expect(rig.controller.snapshot.entry?.track == two)
        #expect(rig.controller.snapshot.status == .playing)
    }

    @Test("The engine's loudness is told when a mixer changes it, and not sent back")
    @MediaActor
    func volumeFromOutside() async throws {
        let rig = PlaybackRig()
        try await rig.play([one])
        rig.forget()

        rig.engine.changeVolumeFromOutside(to: 0.4, isMuted: true)
        await settle()

        #expect(rig.changes.last?.volume == 0.4)
        #expect(rig.changes.last?.isMuted == true)
        #expect(rig.engine.calls.isEmpty)
    }

    @Test("Nothing is told of an engine that was shut down")
    @MediaActor
    func silenceAfterShutDown() async throws {
        let rig = PlaybackRig()
        try await rig.play([one])
        await rig.controller.shutDown()
        rig.forget()

        rig.engine.onEvent?(.ended(.init(1)))
        await settle()

        #expect(rig.notices.isEmpty)
    }
}
