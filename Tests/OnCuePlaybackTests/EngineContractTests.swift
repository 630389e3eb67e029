// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCuePlayback
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

/// What every playback engine promises.
@MediaActor
@Suite(.serialized, .steadyMachine)
struct EngineContractTests {
    @Test("A medium is prepared, started and ended, in this order", arguments: EngineKind.allCases)
    func plays(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let tone = try await bench.tone(0.4)

        bench.engine.load(tone, at: .zero, playing: true)

        #expect(await bench.wait(for: .ended(tone.token)))
        #expect(bench.story(of: tone) == ["prepared", "started", "ended"])
        #expect(bench.events.events.contains(.prepared(tone.token, duration: .milliseconds(400), isSeekable: true)))
        #expect(bench.engine.position == nil)
        await bench.engine.shutDown()
    }

    @Test("No event comes from inside a call", arguments: EngineKind.allCases)
    func isAsynchronous(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let missing = bench.missing()
        let tone = try await bench.tone(1)

        bench.engine.load(missing, at: .zero, playing: true)
        bench.engine.cue(tone)
        bench.engine.stop()

        #expect(bench.events.events.isEmpty)
        await bench.engine.shutDown()
    }

    @Test("A medium that is loaded paused is prepared and starts when it is to play", arguments: EngineKind.allCases)
    func loadsPaused(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let tone = try await bench.tone(0.8)

        bench.engine.load(tone, at: .milliseconds(300), playing: false)

        #expect(await bench.wait { if case .prepared = $0 { true } else { false } } != nil)
        #expect(bench.story(of: tone) == ["prepared"])
        #expect(bench.engine.position == .milliseconds(300))

        bench.engine.setPlaying(true)

        #expect(await bench.wait(for: .ended(tone.token)))
        #expect(bench.story(of: tone) == ["prepared", "started", "ended"])
        await bench.engine.shutDown()
    }

    @Test("The position stands while paused and goes on afterwards", arguments: EngineKind.allCases)
    func pauses(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let tone = try await bench.tone(5)
        bench.engine.load(tone, at: .zero, playing: true)
        #expect(await bench.play(until: .milliseconds(200)))

        bench.engine.setPlaying(false)
        await bench.pass(.milliseconds(100))
        let first = try #require(bench.engine.position)
        await bench.pass(.milliseconds(200))
        let second = try #require(bench.engine.position)

        #expect(first == second)
        bench.engine.setPlaying(true)
        #expect(await bench.play(until: second + .milliseconds(100)))
        await bench.engine.shutDown()
    }

    @Test("A cued medium follows, and the one before does not tell its end", arguments: EngineKind.allCases)
    func follows(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let first = try await bench.tone(2.5)
        let second = try await bench.tone(0.5)
        bench.engine.load(first, at: .zero, playing: true)

        bench.engine.cue(second)

        #expect(await bench.wait(for: .ended(second.token)))
        #expect(bench.story(of: first) == ["prepared", "started"])
        #expect(bench.story(of: second) == ["started", "ended"])
        #expect(bench.events.events.contains(.durationChanged(second.token, .milliseconds(500))))
        await bench.engine.shutDown()
    }

    @Test("Media follow one after the other as long as one is cued", arguments: EngineKind.allCases)
    func followsOnAndOn(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let tones = try await bench.tones(0..<4, 0.3)
        bench.engine.load(tones[0], at: .zero, playing: true)

        for (tone, next) in zip(tones, tones.dropFirst()) {
            bench.engine.cue(next)
            #expect(await bench.wait(for: .started(next.token)), "after \(tone.token)")
        }

        #expect(await bench.wait(for: .ended(tones[3].token)))
        #expect(tones.dropFirst().allSatisfy { bench.story(of: $0).first == "started" })
        await bench.engine.shutDown()
    }

    @Test("A follower tells when it cannot jump as the medium before it could", arguments: EngineKind.allCases)
    func followerTellsSeekability(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let first = try await bench.tone(1.5)
        let stream = try bench.stream(5)
        bench.engine.load(first, at: .zero, playing: true)

        bench.engine.cue(stream)

        let told = await bench.wait {
            if case .prepared(stream.token, _, isSeekable: false) = $0 { true } else { false }
        }
        #expect(told != nil)
        #expect(bench.story(of: stream) == ["started", "prepared"])
        await bench.engine.shutDown()
    }

    @Test("A medium may follow itself", arguments: EngineKind.allCases)
    func followsItself(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let tone = try await bench.tone(0.4)
        let again = bench.again(tone)
        bench.engine.load(tone, at: .zero, playing: true)

        bench.engine.cue(again)

        #expect(await bench.wait(for: .ended(again.token)))
        #expect(bench.story(of: tone) == ["prepared", "started"])
        #expect(bench.story(of: again) == ["started", "ended"])
        await bench.engine.shutDown()
    }

    @Test("A follower can be replaced in the last second", arguments: EngineKind.allCases)
    func replacesFollower(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let first = try await bench.tone(1.5)
        let wrong = try await bench.tone(1)
        let right = try await bench.tone(0.3)
        bench.engine.load(first, at: .zero, playing: true)
        bench.engine.cue(wrong)
        #expect(await bench.play(until: .milliseconds(1000)))

        bench.engine.cue(right)

        #expect(await bench.wait(for: .ended(right.token)))
        #expect(bench.story(of: wrong).isEmpty)
        #expect(bench.story(of: first) == ["prepared", "started"])
        #expect(bench.story(of: right) == ["started", "ended"])
        await bench.engine.shutDown()
    }

    @Test("A follower can be taken away in the last second", arguments: EngineKind.allCases)
    func removesFollower(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let first = try await bench.tone(1.5)
        let wrong = try await bench.tone(1)
        bench.engine.load(first, at: .zero, playing: true)
        bench.engine.cue(wrong)
        #expect(await bench.play(until: .milliseconds(1000)))

        bench.engine.cue(nil)

        #expect(await bench.wait(for: .ended(first.token)))
        #expect(bench.story(of: wrong).isEmpty)
        await bench.engine.shutDown()
    }

    @Test("A follower that does not exist fails in time, and the current medium ends", arguments: EngineKind.allCases)
    func missingFollower(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let first = try await bench.tone(1)
        let missing = bench.missing()
        bench.engine.load(first, at: .zero, playing: true)

        bench.engine.cue(missing)

        #expect(await bench.wait(for: .ended(first.token)))
        #expect(bench.story(of: missing) == ["failed notFound"])
        #expect(bench.story(of: first) == ["prepared", "started", "ended"])
        await bench.engine.shutDown()
    }

    @Test(
        "A follower that cannot be decoded fails, and the current medium is heard to its end",
        arguments: EngineKind.allCases)
    func undecodableFollower(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let first = try await bench.tone(2.5)
        let text = try bench.text()
        let start = ContinuousClock.now
        bench.engine.load(first, at: .zero, playing: true)

        bench.engine.cue(text)

        #expect(await bench.wait(for: .ended(first.token)))
        #expect(bench.story(of: text) == ["failed notPlayable"])
        #expect(bench.story(of: first) == ["prepared", "started", "ended"])
        if kind == .decks { #expect(ContinuousClock.now - start > .milliseconds(2400)) }
        await bench.engine.shutDown()
    }

    @Test("After a follower has failed, a pause lasts until it is ended", arguments: EngineKind.allCases)
    func pausesAfterBadFollower(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let first = try await bench.tone(2)
        let text = try bench.text()
        bench.engine.load(first, at: .zero, playing: true)
        bench.engine.cue(text)
        #expect(await bench.wait { if case .failed(text.token, _) = $0 { true } else { false } } != nil)
        #expect(await bench.play(until: .milliseconds(600)))

        bench.engine.setPlaying(false)
        await bench.pass(.milliseconds(1800))
        #expect(bench.story(of: first) == ["prepared", "started"])
        bench.engine.setPlaying(true)

        #expect(await bench.wait(for: .ended(first.token)))
        await bench.engine.shutDown()
    }

    @Test("After a follower has failed another one can be cued", arguments: EngineKind.allCases)
    func cuesAfterBadFollower(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let first = try await bench.tone(2)
        let text = try bench.text()
        let second = try await bench.tone(0.3)
        bench.engine.load(first, at: .zero, playing: true)
        bench.engine.cue(text)
        #expect(await bench.wait { if case .failed(text.token, _) = $0 { true } else { false } } != nil)

        bench.engine.cue(second)

        #expect(await bench.wait(for: .ended(second.token)))
        #expect(bench.story(of: first) == ["prepared", "started"])
        #expect(bench.story(of: second) == ["started", "ended"])
        await bench.engine.shutDown()
    }

    @Test("A medium that cannot be played fails once and tells nothing else", arguments: EngineKind.allCases)
    func fails(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let missing = bench.missing()
        let text = try bench.text()
        let tone = try await bench.tone(0.3)

        bench.engine.load(missing, at: .zero, playing: true)
        await bench.wait { if case .failed = $0 { true } else { false } }
        bench.engine.load(text, at: .zero, playing: true)
        await bench.wait { if case .failed(text.token, _) = $0 { true } else { false } }
        #expect(bench.engine.position == nil)
        bench.engine.load(tone, at: .zero, playing: true)

        #expect(await bench.wait(for: .ended(tone.token)))
        #expect(bench.story(of: missing) == ["failed notFound"])
        #expect(bench.story(of: text) == ["failed notPlayable"])
        #expect(bench.story(of: tone) == ["prepared", "started", "ended"])
        await bench.engine.shutDown()
    }

    @Test("A later load overtakes those before it", arguments: EngineKind.allCases)
    func overtakes(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let tones = try await bench.tones(0..<20, 0.3)

        for tone in tones { bench.engine.load(tone, at: .zero, playing: true) }

        #expect(await bench.wait(for: .ended(tones[19].token)))
        #expect(tones.dropLast().allSatisfy { bench.story(of: $0).isEmpty })
        await bench.engine.shutDown()
    }

    @Test("After a stop nothing is told and nothing plays", arguments: EngineKind.allCases)
    func stops(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let tone = try await bench.tone(1)
        bench.engine.load(tone, at: .zero, playing: true)
        #expect(await bench.wait(for: .started(tone.token)))

        bench.engine.stop()
        let count = bench.events.events.count
        await bench.pass(.milliseconds(300))

        #expect(bench.events.events.count == count)
        #expect(bench.engine.position == nil)
        let again = bench.again(tone)
        bench.engine.load(again, at: .zero, playing: true)
        #expect(await bench.wait(for: .ended(again.token)))
        await bench.engine.shutDown()
    }

    @Test("Sound that is sent elsewhere in its midst is told, and goes on", arguments: EngineKind.allCases)
    func movesElsewhere(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let tone = try await bench.tone(2)
        bench.engine.load(tone, at: .zero, playing: true)
        #expect(await bench.wait(for: .started(tone.token)))
        let count = bench.events.events.count

        bench.engine.setOutput(.device("elsewhere"))

        #expect(await bench.wait(after: count) { if case .outputChanged = $0 { true } else { false } } != nil)
        #expect(await bench.wait(for: .ended(tone.token)))
        #expect(bench.story(of: tone) == ["prepared", "started", "ended"])
        await bench.engine.shutDown()
    }

    @Test("Without a loaded medium, playing, seeking and cueing do nothing", arguments: EngineKind.allCases)
    func idles(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)

        bench.engine.setPlaying(true)
        bench.engine.seek(to: .seconds(3))
        bench.engine.cue(try await bench.tone(1))
        await bench.pass(.milliseconds(100))

        #expect(bench.events.events.isEmpty)
        #expect(bench.engine.position == nil)
        await bench.engine.shutDown()
    }

    @Test("After it has been shut down no events come", arguments: EngineKind.allCases)
    func shutsDown(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let tone = try await bench.tone(1)
        bench.engine.load(tone, at: .zero, playing: true)
        #expect(await bench.wait(for: .started(tone.token)))

        await bench.engine.shutDown()
        let count = bench.events.events.count
        await bench.pass(.milliseconds(200))

        #expect(bench.events.events.count == count)
    }

    @Test(
        "Calls while it is shut down and afterwards do nothing and keep nobody waiting", arguments: EngineKind.allCases)
    func endsForGood(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let tone = try await bench.tone(1)
        var endings = 0

        for _ in 0..<2 {
            Task {
                await bench.engine.shutDown()
                endings += 1
            }
        }
        for _ in 0..<5 {
            await Task.yield()
            bench.engine.load(bench.again(tone), at: .zero, playing: true)
            bench.engine.cue(tone)
            bench.engine.setPlaying(true)
            bench.engine.seek(to: .milliseconds(300))
            bench.engine.setVolume(0.5)
            bench.engine.setMuted(true)
            bench.engine.stop()
            bench.engine.load(tone, at: .zero, playing: true)
        }

        try await waitUntil("both have ended") { endings >= 2 }
        #expect(endings == 2)
        await bench.pass(.milliseconds(200))
        #expect(bench.engine.position == nil)
        #expect(bench.engine.output == nil)
        await bench.engine.shutDown()
    }

    @Test("Our own loudness is not told as a change from outside", arguments: EngineKind.allCases)
    func keepsOwnLoudness(_ kind: EngineKind) async throws {
        let bench = try EngineBench(kind)
        let tone = try await bench.tone(0.5)
        bench.engine.setVolume(0.3)
        bench.engine.load(tone, at: .zero, playing: true)
        #expect(await bench.wait(for: .started(tone.token)))

        bench.engine.setVolume(0.7)
        bench.engine.setMuted(true)

        #expect(await bench.wait(for: .ended(tone.token)))
        #expect(!bench.events.events.contains { if case .volumeChanged = $0 { true } else { false } })
        await bench.engine.shutDown()
    }
}
