// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("Saving the session")
struct PlaybackSavingTests {
    private let one = Track.sample("one")
    private let two = Track.sample("two")
    private let three = Track.sample("three")

    @Test("A new queue is saved with its entries, a loudness without them")
    @MediaActor
    func savesAreAsSmallAsPossible() async throws {
        let rig = PlaybackRig()

        try await rig.play([one, two])
        try await rig.store.saves.wait(count: 1)
        try rig.controller.perform(.setVolume(0.5))
        try await rig.store.saves.wait(count: 2)

        guard case .everything(let first) = rig.store.saves.events[0],
            case .position(let second) = rig.store.saves.events[1]
        else {
            Issue.record("unexpected saves: \(rig.store.saves.events)")
            return
        }
        #expect(first.entries.map(\.track) == [one, two])
        #expect(second.volume == 0.5)
        #expect(rig.store.session.entries.count == 2)
    }

    @Test("While a save is under way only the newest state waits")
    @MediaActor
    func newestWins() async throws {
        let rig = PlaybackRig()
        rig.store.hold()
        try await rig.play([one])
        try await rig.store.saves.wait(count: 1)

        for volume in [0.1, 0.2, 0.3] { try rig.controller.perform(.setVolume(volume)) }
        rig.store.release()
        await rig.controller.shutDown()

        #expect(rig.store.saves.events.dropFirst().first?.session.volume == 0.3)
        #expect(rig.store.session.volume == 0.3)
        #expect(rig.store.saves.count <= 3)
    }

    @Test("Entries that changed are saved, also when a smaller save came after them")
    @MediaActor
    func entriesAreNotForgotten() async throws {
        let rig = PlaybackRig()
        rig.store.hold()
        try await rig.play([one])
        try await rig.store.saves.wait(count: 1)

        try rig.controller.perform(.enqueue([two], at: .last, shuffled: false))
        try rig.controller.perform(.setVolume(0.2))
        rig.store.release()
        try await rig.store.saves.wait(count: 2)

        guard case .everything(let saved) = rig.store.saves.events[1] else {
            Issue.record("the entries were not saved: \(rig.store.saves.events[1])")
            return
        }
        #expect(saved.entries.count == 2)
        #expect(saved.volume == 0.2)
    }

    @Test("After a complete save failed, the next save is complete, whatever it is about")
    @MediaActor
    func failedSaveIsMadeUpFor() async throws {
        let rig = PlaybackRig()
        rig.store.setFull(true)
        try await rig.play([one, two])
        try await rig.store.saves.wait(count: 1)
        rig.store.setFull(false)

        try rig.controller.perform(.setVolume(0.5))
        try await rig.store.saves.wait(count: 2)
        await settle()

        #expect(rig.store.session.entries.map(\.track) == [one, two])
        #expect(rig.store.session.volume == 0.5)
    }

    @Test("When the saved entries are lost, saving the position saves them again")
    @MediaActor
    func lostEntriesAreSavedAgain() async throws {
        let rig = PlaybackRig()
        try await rig.play([one, two])
        try await rig.store.saves.wait(count: 1)
        await settle()
        rig.store.lose()

        try rig.controller.perform(.setVolume(0.5))
        try await rig.store.saves.wait(count: 3)
        await settle()

        #expect(rig.store.session.entries.map(\.track) == [one, two])
        #expect(rig.store.session.volume == 0.5)
    }

    @Test("Who gave a command can wait until what it did is on disk, but not for a disk that does not answer")
    @MediaActor
    func waiting() async throws {
        let rig = PlaybackRig()
        try await rig.controller.saved()
        rig.store.hold()
        try rig.controller.perform(.setVolume(0.5))
        let answers = EventLog<Double>()
        let waiter = Task { @MediaActor in
            try await rig.controller.saved()
            answers.append(rig.store.session.volume)
        }
        try await rig.store.saves.wait(count: 1)
        await settle()
        #expect(answers.events.isEmpty)

        rig.store.release()
        try await waiter.value
        #expect(answers.events == [0.5])
    }

    @Test("Who gave a command is told when what it did cannot be kept; with room all of it is kept")
    @MediaActor
    func fullDiskIsTold() async throws {
        let rig = PlaybackRig()
        try await rig.play([one, two])
        try await rig.controller.saved()
        rig.store.setFull(true)

        try rig.controller.perform(.enqueue([three], at: .last, shuffled: false))
        try await rig.store.saves.wait(count: 2)
        await settle()
        let error = await #expect(throws: PlaybackCommandError.self) { try await rig.controller.saved() }
        try rig.controller.perform(.setVolume(0.25))
        await #expect(throws: PlaybackCommandError.self) { try await rig.controller.saved() }

        #expect(error?.code == .notKept)
        #expect(error?.message == "done, but not kept in memory: No space left on device")
        #expect(rig.controller.queue.entries.count == 3, "what was done stays done")
        #expect(rig.store.session.entries.count == 2)

        rig.store.setFull(false)
        try await rig.controller.saved()
        #expect(rig.store.session.entries.count == 3)
        #expect(rig.store.session.volume == 0.25)
    }

    @Test("What a disk does not take in time is not waited for any longer, and is not said to be kept")
    @MediaActor
    func limit() async throws {
        let rig = PlaybackRig(savingLimit: .milliseconds(50))
        try await rig.controller.saved()
        rig.store.hold()
        try rig.controller.perform(.setVolume(0.75))
        let start = ContinuousClock.now
        await #expect(throws: PlaybackCommandError.self) { try await rig.controller.saved() }
        #expect(ContinuousClock.now - start >= .milliseconds(50))
        rig.store.release()
        try await rig.store.saves.wait(count: 1)
        try await rig.controller.saved()
        #expect(rig.store.session.volume == 0.75)
    }

    @Test("Shutting down notes the exact position, gives the engine back and returns when all is saved")
    @MediaActor
    func shutDownSaves() async throws {
        let rig = PlaybackRig()
        try await rig.play([one, two], at: 1)
        rig.engine.advance(by: .seconds(77))

        await rig.controller.shutDown()

        #expect(rig.engine.calls.last == .shutDown)
        let session = rig.store.session
        #expect(session.wasActive)
        #expect(session.position.isAbout(.seconds(77)))
        #expect(session.current == session.entries.last?.id)
    }

    @Test(
        "When the session is finished, observers hear that playback stands where it was saved, and nothing afterwards")
    @MediaActor
    func standing() async throws {
        let rig = PlaybackRig()
        try await rig.play([one])
        rig.engine.advance(by: .seconds(12))
        var told: [PlaybackSnapshot] = []
        rig.controller.endings.listen { told.append($0) }

        let playing = await rig.controller.finishSession()
        rig.engine.advance(by: .seconds(5))

        #expect(playing.status == .playing)
        #expect(told.map(\.status) == [.paused])
        #expect(told.first?.position == PositionAnchor(rig.store.session.position))
        #expect(rig.controller.snapshot == told.first)
        #expect(rig.controller.position == rig.store.session.position)
        #expect(rig.store.session.wasPlaying)
    }

    @Test("What was saved is what a new controller begins with")
    @MediaActor
    func roundTrip() async throws {
        let rig = PlaybackRig()
        try await rig.play([one, two, one])
        try rig.controller.perform(.setVolume(0.6))
        try rig.controller.perform(.setRepeatMode(.all))
        try rig.controller.perform(.next)
        rig.engine.advance(by: .seconds(30))
        await rig.controller.shutDown()

        let again = PlaybackRig(rig.store.session)

        let (old, new) = (rig.controller.snapshot, again.controller.snapshot)
        #expect(again.controller.queue.entries == rig.controller.queue.entries)
        #expect(new.entry == old.entry)
        #expect(new.volume == 0.6)
        #expect(new.repeatMode == .all)
        #expect(new.status == .paused)
        #expect(again.controller.position.isAbout(.seconds(30)))
    }
}
