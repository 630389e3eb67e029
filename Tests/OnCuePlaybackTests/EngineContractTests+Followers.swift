// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

/// What every playback engine promises of several followers.
extension EngineContractTests {
    @Test("Several that are cued follow one after the other, each told once", arguments: EngineKind.allCases)
    func followsSeveral(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let tones = try await bench.tones(0..<6, 0.05)
        bench.engine.load(tones[0], at: .zero, playing: true)

        bench.engine.cue(Array(tones.dropFirst()))

        #expect(await bench.wait(for: .ended(tones[5].token)))
        #expect(bench.starts == tones.map(\.token))
        #expect(bench.story(of: tones[3]) == ["started"])
        let durations = bench.events.events.compactMap {
            if case .durationChanged(let token, .milliseconds(50)) = $0 { token } else { nil }
        }
        #expect(durations == tones.dropFirst().map(\.token))
        await bench.engine.shutDown()
    }

    @Test("One medium may follow itself several times", arguments: EngineKind.allCases)
    func repeatsItself(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let tone = try await bench.tone(0.05)
        let again = (0..<5).map { _ in bench.again(tone) }
        bench.engine.load(tone, at: .zero, playing: true)

        bench.engine.cue(again)

        #expect(await bench.wait(for: .ended(again[4].token)))
        #expect(bench.starts == ([tone] + again).map(\.token))
        await bench.engine.shutDown()
    }

    @Test("What is cued anew keeps what it begins with, and replaces the rest", arguments: EngineKind.allCases)
    func replacesTheRest(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let first = try await bench.tone(1)
        let tones = try await bench.tones(0..<4, 0.1)
        let wrong = try await bench.tones(0..<2, 0.1)
        bench.engine.load(first, at: .zero, playing: true)
        bench.engine.cue([tones[0], tones[1]] + wrong)
        #expect(await bench.play(until: .milliseconds(600)))

        bench.engine.cue(tones)

        #expect(await bench.wait(for: .ended(tones[3].token)))
        #expect(bench.starts == ([first] + tones).map(\.token))
        #expect(wrong.allSatisfy { bench.story(of: $0).isEmpty })
        await bench.engine.shutDown()
    }

    @Test(
        "What follows a short medium can be taken away while that one is about to be heard",
        arguments: EngineKind.allCases)
    func replacesBehindTheNext(_ kind: EngineKind) async throws {
        // By then a mixer may have gone on to all of them.
        let (bench, first, tones, right) = try await nearEnd(kind, followers: 3, .milliseconds(960))

        bench.engine.cue([tones[0], right])

        #expect(await bench.wait(for: .ended(right.token)))
        let expected = [first, tones[0], right].map(\.token)
        // On a busy machine the call may come after the first of them has begun.
        #expect(bench.starts.filter(expected.contains) == expected)
        #expect(bench.story(of: tones[2]).isEmpty)
        await bench.engine.shutDown()
    }

    /// Plays a second of sound, which others of 30 ms follow, until shortly before its end. A busy machine may come too
    /// late, and tries again.
    ///
    /// - Returns: What plays, what follows, and another one.
    private func nearEnd(
        _ kind: EngineKind, followers count: Int, _ position: Duration
    ) async throws -> (EngineBench, PlaybackRequest, [PlaybackRequest], PlaybackRequest) {
        for _ in 0..<20 {
            let bench = try EngineBench(kind)
            let first = try await bench.tone(1)
            let tones = try await bench.tones(0..<count, 0.03)
            let other = try await bench.tone(0.2)
            bench.engine.load(first, at: .zero, playing: true)
            bench.engine.cue(tones)
            if await bench.play(first, until: position) { return (bench, first, tones, other) }
            await bench.engine.shutDown()
        }
        throw SupportError("the machine was too late each time")
    }

    @Test("Nothing follows any more when all are taken away", arguments: EngineKind.allCases)
    func takesAllAway(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let first = try await bench.tone(1)
        let wrong = try await bench.tones(0..<5, 0.05)
        bench.engine.load(first, at: .zero, playing: true)
        bench.engine.cue(wrong)
        #expect(await bench.play(until: .milliseconds(500)))

        bench.engine.cue([])

        #expect(await bench.wait(for: .ended(first.token)))
        #expect(bench.starts == [first.token])
        await bench.engine.shutDown()
    }

    @Test(
        "A follower that fails is dropped with those behind it; those before it are heard",
        arguments: EngineKind.allCases)
    func failsInTheMidst(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let first = try await bench.tone(0.8)
        let (second, third) = (try await bench.tone(0.1), try await bench.tone(0.1))
        let missing = bench.missing()
        bench.engine.load(first, at: .zero, playing: true)

        bench.engine.cue([second, missing, third])

        #expect(await bench.wait(for: .ended(second.token)))
        #expect(bench.story(of: missing) == ["failed notFound"])
        #expect(bench.starts == [first, second].map(\.token))
        await bench.engine.shutDown()
    }

    @Test("After a jump the same follow, also when they had been handed over already", arguments: EngineKind.allCases)
    func jumpsBeforeFollowers(_ kind: EngineKind) async throws {
        let (bench, _, tones, _) = try await nearEnd(kind, followers: 4, .milliseconds(950))

        bench.engine.seek(to: .milliseconds(500))

        #expect(await bench.wait(for: .ended(tones[3].token)))
        #expect(bench.starts.suffix(4) == tones.map(\.token).suffix(4))
        await bench.engine.shutDown()
    }

    @Test("A load of what was to follow later plays it from its beginning", arguments: EngineKind.allCases)
    func loadsLaterFollower(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let tones = try await bench.tones(0..<4, 0.05)
        bench.engine.load(tones[0], at: .zero, playing: false)
        bench.engine.cue(Array(tones.dropFirst()))
        #expect(await bench.wait { if case .prepared = $0 { true } else { false } } != nil)

        let again = bench.again(tones[2])
        bench.engine.load(again, at: .zero, playing: true)

        #expect(await bench.wait(for: .ended(again.token)))
        #expect(bench.story(of: again) == ["prepared", "started", "ended"])
        #expect(bench.starts == [again.token])
        await bench.engine.shutDown()
    }
}

extension EngineBench {
    /// Lets a medium play on until shortly before its end.
    ///
    /// - Returns: False if another one has begun, as where this came too late.
    fileprivate func play(_ request: PlaybackRequest, until position: Duration) async -> Bool {
        let end = ContinuousClock.now + .seconds(60)
        while starts.last != request.token || (engine.position ?? .zero) < position {
            guard starts.last == nil || starts.last == request.token, ContinuousClock.now < end else { return false }
            await pass(.milliseconds(2))
        }
        return starts.last == request.token
    }

    /// What has started, in order.
    fileprivate var starts: [PlaybackRequest.Token] {
        events.events.compactMap { if case .started(let token) = $0 { token } else { nil } }
    }
}
