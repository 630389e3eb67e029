// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCuePlayback
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

/// What every playback engine promises about jumps.
extension EngineContractTests {
    @Test("A seek is told when it has been carried out, playing or paused", arguments: EngineKind.allCases)
    func seeks(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let tone = try await bench.tone(5)
        bench.engine.load(tone, at: .zero, playing: true)
        #expect(await bench.wait(for: .started(tone.token)))

        bench.engine.seek(to: .seconds(2))
        #expect(await bench.wait(for: .seeked(tone.token, to: .seconds(2))))
        #expect(await bench.play(until: .milliseconds(2100)))

        bench.engine.setPlaying(false)
        bench.engine.seek(to: .seconds(1))
        #expect(await bench.wait(for: .seeked(tone.token, to: .seconds(1))))
        #expect(bench.engine.position == .seconds(1))
        await bench.engine.shutDown()
    }

    @Test(
        "A seek in a stream that cannot jump tells where it stands, and not before the call is over",
        arguments: EngineKind.allCases)
    func tellsRefusedSeeks(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let stream = try bench.stream(20)
        bench.engine.load(stream, at: .seconds(5), playing: true)
        #expect(await bench.wait(for: .started(stream.token)))
        #expect(
            bench.events.events.contains {
                if case .prepared(stream.token, _, isSeekable: false) = $0 { true } else { false }
            })
        #expect(bench.events.events.contains(.seeked(stream.token, to: .zero)), "it begins where it can")

        let count = bench.events.events.count
        bench.engine.seek(to: .seconds(10))
        #expect(bench.events.events.count == count)

        let told = await bench.wait(after: count) { if case .seeked = $0 { true } else { false } }
        guard case .seeked(_, let position) = told else { throw Missing() }
        #expect(position < .seconds(5))
        #expect(try #require(bench.engine.position) < .seconds(5))
        await bench.engine.shutDown()
    }

    @Test("A seek beyond the end goes to the end", arguments: EngineKind.allCases)
    func clampsSeeks(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let tone = try await bench.tone(2)
        bench.engine.load(tone, at: .zero, playing: true)
        #expect(await bench.wait(for: .started(tone.token)))

        bench.engine.seek(to: .seconds(1000))

        #expect(await bench.wait(for: .ended(tone.token)))
        #expect(bench.events.events.contains(.seeked(tone.token, to: .seconds(2))))
        await bench.engine.shutDown()
    }

    @Test("Of many seeks in a row the last one counts", arguments: EngineKind.allCases)
    func seeksQuickly(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let tone = try await bench.tone(20)
        bench.engine.load(tone, at: .zero, playing: true)
        #expect(await bench.wait(for: .started(tone.token)))

        for second in 1...15 { bench.engine.seek(to: .seconds(second)) }

        #expect(await bench.wait(for: .seeked(tone.token, to: .seconds(15))))
        #expect(await bench.play(until: .milliseconds(15_100)))
        await bench.engine.shutDown()
    }

    @Test(
        "A seek in the last second stays in the current medium and keeps the follower", arguments: EngineKind.allCases)
    func seeksInTheWindow(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let first = try await bench.tone(1.5)
        let second = try await bench.tone(0.3)
        bench.engine.load(first, at: .zero, playing: true)
        bench.engine.cue(second)
        #expect(await bench.play(until: .milliseconds(1000)))

        bench.engine.seek(to: .milliseconds(200))

        #expect(await bench.wait(for: .seeked(first.token, to: .milliseconds(200))))
        #expect(try #require(bench.engine.position) < .milliseconds(400))
        #expect(await bench.wait(for: .ended(second.token)))
        #expect(bench.story(of: first) == ["prepared", "started", "seeked"])
        #expect(bench.story(of: second) == ["started", "ended"])
        await bench.engine.shutDown()
    }

    private struct Missing: Error {}
}
