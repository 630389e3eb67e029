// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("Waiting for what comes of a play command")
struct PlaybackOutcomeTests {
    private let one = Track.sample("one")
    private let two = Track.sample("two")
    private let broken = PlaybackError(.notPlayable, "one.flac is not audio")
    private static let long: Duration = .seconds(10)

    @MediaActor
    private func outcome(
        _ rig: PlaybackRig, of tracks: [Track], within limit: Duration = long,
        _ meanwhile: @MediaActor @escaping () async throws -> Void
    ) async throws -> (error: PlaybackError?, time: Duration) {
        let start = ContinuousClock.now
        try rig.controller.perform(.play(tracks, startingAt: 0, shuffled: nil))
        let waiting = Task { @MediaActor in await rig.controller.outcome(within: limit) }
        await settle()
        try await meanwhile()
        return (await waiting.value, .now - start)
    }

    @Test("Sound that starts ends the wait without an error")
    @MediaActor
    func started() async throws {
        let rig = PlaybackRig()

        let (error, time) = try await outcome(rig, of: [one]) { rig.engine.advance(by: .zero) }

        #expect(error == nil)
        #expect(time < Self.long)
    }

    @Test("A failure of all that was asked for is the outcome")
    @MediaActor
    func failed() async throws {
        let rig = PlaybackRig()
        rig.engine.media = [one.location: .init(failure: broken), two.location: .init(failure: broken)]

        let (error, _) = try await outcome(rig, of: [one, two]) {
            rig.engine.advance(by: .zero)
            rig.engine.advance(by: .zero)
        }

        #expect(error == broken)
        #expect(rig.controller.snapshot.status == .stopped)
    }

    @Test("A failure of all that was played in between is the outcome, although the queue plays on")
    @MediaActor
    func failedInBetween() async throws {
        let rig = PlaybackRig()
        rig.engine.media = [one.location: .init(failure: broken)]
        try await rig.play([two])
        try rig.controller.perform(.play([one], startingAt: 0, shuffled: nil, interrupting: true))
        let waiting = Task { @MediaActor in await rig.controller.outcome(within: Self.long) }
        await settle()

        rig.engine.advance(by: .zero)

        #expect(await waiting.value == broken)
        #expect(rig.controller.snapshot.entry?.track == two)
        #expect(rig.controller.snapshot.status == .playing)
    }

    @Test("When the second entry plays in place of the first, that is no failure")
    @MediaActor
    func nextOnePlays() async throws {
        let rig = PlaybackRig()
        rig.engine.media[one.location] = .init(failure: broken)

        let (error, _) = try await outcome(rig, of: [one, two]) {
            rig.engine.advance(by: .zero)
            rig.engine.advance(by: .zero)
        }

        #expect(error == nil)
        #expect(rig.controller.snapshot.entry?.track == two)
    }

    @Test("No output is a failure at once, whatever else is in the queue")
    @MediaActor
    func noOutput() async throws {
        let rig = PlaybackRig()
        rig.engine.hasOutput = false

        let (error, _) = try await outcome(rig, of: [one, two]) { rig.engine.advance(by: .zero) }

        #expect(error?.code == .noAudioOutput)
    }

    @Test("A later play command overtakes the earlier one, whose wait ends with the later one's start")
    @MediaActor
    func overtaken() async throws {
        let rig = PlaybackRig()

        let (error, time) = try await outcome(rig, of: [one]) { [two] in
            try rig.controller.perform(.play([two], startingAt: 0, shuffled: nil))
            rig.engine.advance(by: .zero)
        }

        #expect(error == nil)
        #expect(time < Self.long)
    }

    @Test(
        "Stopping or pausing before the first sound ends the wait",
        arguments: [PlaybackCommand.stop, .pause, .clearQueue])
    @MediaActor
    func givenUp(command: PlaybackCommand) async throws {
        let rig = PlaybackRig()

        let (error, time) = try await outcome(rig, of: [one]) { try rig.controller.perform(command) }

        #expect(error == nil)
        #expect(time < Self.long)
    }

    @Test("Shutting down ends the wait")
    @MediaActor
    func shutDown() async throws {
        let rig = PlaybackRig()

        let (error, time) = try await outcome(rig, of: [one]) { await rig.controller.shutDown() }

        #expect(error == nil)
        #expect(time < Self.long)
    }

    @Test("The wait is bounded")
    @MediaActor
    func timeLimit() async throws {
        let rig = PlaybackRig()

        let (error, time) = try await outcome(rig, of: [one], within: .milliseconds(20)) {}

        #expect(error == nil)
        #expect(time >= .milliseconds(20))
    }

    @Test("There is nothing to wait for when something plays already")
    @MediaActor
    func nothingToWaitFor() async throws {
        let rig = PlaybackRig()
        try await rig.play([one])

        #expect(await rig.controller.outcome(within: Self.long) == nil)
    }
}
