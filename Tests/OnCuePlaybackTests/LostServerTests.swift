// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCuePlayback
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

extension SoundServerTests {
    /// A sound server that is killed, at any moment of playback, and is there again.
    @MediaActor
    @Suite
    struct LostServerTests {
        enum Moment: CaseIterable {
            case playing, paused, stopped, starting, seeking, finished
        }

        @Test(
            "A server that is killed takes nothing with it, says so, and is heard when it is there again",
            arguments: Moment.allCases, [false, true])
        func killed(_ moment: Moment, isChosen: Bool) async throws {
            let stage = try await SoundStage()
            if isChosen { stage.engine.setOutput(.device("oncue_test")) }
            var tone = try await stage.reach(moment)

            stage.server.kill()
            // As whoever watches the server does.
            try await Task.sleep(for: .milliseconds(100))
            stage.engine.setOutput(.automatic)
            stage.engine.setPlaying(true)
            try await stage.expectNoFalsePlaying(of: tone)

            try await stage.server.startAgain()
            if isChosen { stage.engine.setOutput(.device("oncue_test")) }
            let isGone = moment == .stopped || moment == .finished || stage.hasFailed(tone)
            if isGone {
                tone = stage.again(tone)
                stage.engine.load(tone, at: .seconds(2), playing: true)
            } else {
                stage.engine.setPlaying(true)
            }
            #expect(try await stage.isHeard())
            await stage.engine.shutDown()
        }

        @Test("What was paused while its server was killed and came back goes on at once", arguments: [false, true])
        func backBefore(isChosen: Bool) async throws {
            let stage = try await SoundStage()
            if isChosen { stage.engine.setOutput(.device("oncue_test")) }
            let tone = try await stage.reach(.paused)
            let position = try #require(stage.engine.position)
            stage.server.kill()
            stage.engine.setOutput(.automatic)
            try await stage.server.startAgain()
            if isChosen { stage.engine.setOutput(.device("oncue_test")) }

            stage.engine.setPlaying(true)

            #expect(try await stage.isHeard())
            #expect(!stage.isLost(tone))
            #expect(try #require(stage.engine.position) >= position)
            #expect(try #require(stage.engine.position) < position + .seconds(4))
            await stage.engine.shutDown()
        }

        @Test("An output that is chosen while the stream is being made hangs nothing", arguments: 0..<8)
        func choosesWhileBeginning(_ number: Int) async throws {
            let stage = try await SoundStage()
            let tone = try await stage.request(.tone(1000, seconds: 20))
            stage.engine.load(tone, at: .zero, playing: true)
            for _ in 0..<(20 * (number + 1)) {
                stage.engine.setOutput(.device("oncue_test"))
                await Task.yield()
            }
            #expect(await stage.events.wait(for: .started(tone.token)) != nil)
            #expect(try await stage.isHeard())
            await stage.engine.shutDown()
        }

        @Test("Whatever was asked for while servers were killed, the last one is heard", arguments: TestEffort.seeds(1))
        func randomly(_ seed: Int) async throws {
            var numbers = SeededNumbers(state: UInt64(seed) + 1)
            let stage = try await SoundStage()
            let tone = try await stage.request(.tone(1000, seconds: 20))
            var isThere = true
            for _ in 0..<60 {
                switch Int.random(in: 0..<12, using: &numbers) {
                case 0, 1:
                    let position = Duration.milliseconds(Int.random(in: 0..<19_000, using: &numbers))
                    stage.engine.load(
                        stage.again(tone), at: position, playing: Bool.random(using: &numbers))
                case 2, 3, 4: stage.engine.setPlaying(Bool.random(using: &numbers))
                case 5, 6:
                    stage.engine.seek(to: .milliseconds(Int.random(in: 0..<19_000, using: &numbers)))
                case 7: stage.engine.setOutput(Bool.random(using: &numbers) ? .automatic : .device("oncue_test"))
                case 8: stage.engine.setVolume(Double.random(in: 0.2...1, using: &numbers))
                case 9: if Int.random(in: 0..<3, using: &numbers) == 0 { stage.engine.stop() }
                case 10:
                    stage.server.kill()
                    isThere = false
                default:
                    if !isThere { try await stage.server.startAgain() }
                    isThere = true
                }
                try await Task.sleep(for: .milliseconds(Int.random(in: 0..<60, using: &numbers)))
            }
            if !isThere { try await stage.server.startAgain() }
            stage.engine.setVolume(1)
            stage.engine.load(stage.again(tone), at: .zero, playing: true)
            let isHeard = try await stage.isHeard(within: .seconds(20))
            #expect(
                isHeard,
                "seed \(seed), at \(String(describing: stage.engine.position)), after \(stage.events.events.suffix(8))")
            await stage.engine.shutDown()
        }
    }
}

extension SoundStage {
    /// Brings a tone of 20 s there.
    fileprivate func reach(_ moment: SoundServerTests.LostServerTests.Moment) async throws -> PlaybackRequest {
        let tone = try await request(.tone(1000, seconds: 20))
        engine.load(tone, at: moment == .finished ? .milliseconds(19_700) : .seconds(1), playing: true)
        if moment == .starting { return tone }
        #expect(await events.wait(for: .started(tone.token)) != nil)
        switch moment {
        case .finished: #expect(await events.wait(for: .ended(tone.token)) != nil)
        case .playing: #expect(await play(until: .milliseconds(1_500)))
        case .paused:
            #expect(await play(until: .milliseconds(1_500)))
            engine.setPlaying(false)
            try await Task.sleep(for: .milliseconds(600))
        case .stopped: engine.stop()
        case .seeking: engine.seek(to: .seconds(5))
        case .starting: break
        }
        return tone
    }

    fileprivate func isLost(_ tone: PlaybackRequest) -> Bool {
        events.events.contains { if case .outputLost(tone.token, _, _) = $0 { true } else { false } }
    }

    fileprivate func hasFailed(_ tone: PlaybackRequest) -> Bool {
        events.events.contains { if case .failed(tone.token, _) = $0 { true } else { false } }
    }

    /// Waits until it is said that nothing is heard; what was over has nothing to say.
    fileprivate func expectNoFalsePlaying(of tone: PlaybackRequest) async throws {
        let limit = ContinuousClock.now + .seconds(8)
        while !isLost(tone), !hasFailed(tone), engine.position != nil, ContinuousClock.now < limit {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(ContinuousClock.now < limit, "it says that it plays, with no server")
    }

    /// Whether the server has something to hear before long.
    fileprivate func isHeard(within limit: Duration = .seconds(8)) async throws -> Bool {
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end {
            let recorder = try await server.record()
            let start = recorder.seconds
            while recorder.seconds < start + 0.3, ContinuousClock.now < end {
                try await Task.sleep(for: .milliseconds(10))
            }
            if try await recorder.finish().peak > 0.02 { return true }
        }
        return false
    }
}
