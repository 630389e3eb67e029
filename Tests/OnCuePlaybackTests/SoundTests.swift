// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCuePlayback
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

extension SoundServerTests {
    /// What comes out of a sound server, recorded there.
    @Suite
    struct SoundTests {
        @Test("A tone has its pitch, its loudness and its length")
        func plays() async throws {
            let stage = try await SoundStage()
            let tone = try await stage.request(.tone(1000, seconds: 1.5))

            await stage.engine.load(tone, at: .zero, playing: true)

            #expect(await stage.events.wait(for: .ended(tone.token)) != nil)
            let sound = try await stage.finish().sound()
            #expect(abs(sound.seconds - 1.5) < 0.005)
            #expect(abs(sound.frequency - 1000) < 0.5)
            #expect(abs(sound.peak - 0.5) < 0.01)
            #expect(sound.part(0.05, 1.4).largestDeparture(fromTone: 1000).value < 0.001)
            #expect(await stage.engine.output == AudioOutput(name: "pulse", isSilent: false))
        }

        @Test("A pause is silence, and afterwards nothing is missing")
        func pauses() async throws {
            let stage = try await SoundStage()
            let tone = try await stage.request(.tone(1000, seconds: 2))
            await stage.engine.load(tone, at: .zero, playing: true)
            #expect(await stage.play(until: .milliseconds(500)))

            await stage.engine.setPlaying(false)
            await stage.record(0.6)
            await stage.engine.setPlaying(true)

            #expect(await stage.events.wait(for: .ended(tone.token)) != nil)
            let sound = try await stage.finish().sound()
            let silence = sound.longestSilence()
            #expect(silence > 0.4)
            #expect(abs(sound.seconds - silence - 2) < 0.03)
        }

        @Test("A seek lands within 50 ms, at the first try and while paused", arguments: ["wav", "flac"])
        func seeks(_ format: String) async throws {
            let stage = try await SoundStage()
            let stairs = try await stage.request(.stairs(seconds: 6), as: format)
            await stage.engine.load(stairs, at: .milliseconds(500), playing: true)
            #expect(await stage.play(until: .milliseconds(900)))

            await stage.engine.setPlaying(false)
            await stage.record(0.4)
            await stage.engine.seek(to: .milliseconds(4000))
            #expect(await stage.events.wait(for: .seeked(stairs.token, to: .milliseconds(4000))) != nil)
            await stage.engine.setPlaying(true)
            await stage.record(0.5)
            await stage.engine.stop()

            let sound = try await stage.finish().sound()
            #expect(sound.stairHeard(after: 0, within: 0.05) == 0.5)
            let pause = try #require(sound.endOfSilence(longerThan: 0.2))
            #expect(sound.stairHeard(after: pause, within: 0.05) == 4.0)
        }

        @Test("Loudness is cubic and holds from the first sound on")
        func isCubic() async throws {
            let stage = try await SoundStage()
            let tone = try await stage.request(.tone(1000, seconds: 0.8))
            await stage.engine.setVolume(0.5)

            await stage.engine.load(tone, at: .zero, playing: true)

            #expect(await stage.events.wait(for: .ended(tone.token)) != nil)
            let sound = try await stage.finish().sound(above: 0.001)
            #expect(abs(sound.peak - 0.5 * 0.125) < 0.003)
            #expect(await !stage.events.events.contains { if case .volumeChanged = $0 { true } else { false } })
        }

        @Test("A change at the mixer is told once, our own is not")
        func seesTheMixer() async throws {
            let stage = try await SoundStage()
            let tone = try await stage.request(.tone(1000, seconds: 20))
            await stage.engine.load(tone, at: .zero, playing: true)
            #expect(await stage.events.wait(for: .started(tone.token)) != nil)
            await stage.engine.setVolume(0.8)
            let stream = try #require(try await stage.server.streamNumbers().first)

            try await stage.server.control(["set-sink-input-volume", "\(stream)", "50%"])

            let changed = await stage.events.wait { if case .volumeChanged = $0 { true } else { false } }
            guard case .volumeChanged(let volume, false) = try #require(changed).event else {
                Issue.record("\(String(describing: changed))")
                return
            }
            #expect(abs(volume - 0.5) < 0.005)

            try await stage.server.control(["set-sink-input-mute", "\(stream)", "1"])
            #expect(await stage.events.wait { if case .volumeChanged(_, true) = $0 { true } else { false } } != nil)
            await stage.record(0.3)
            let changes = await stage.events.events.filter { if case .volumeChanged = $0 { true } else { false } }
            #expect(changes.count == 2)
            _ = try await stage.finish()
        }

        @Test("The stream has a name and a role for mixers")
        func namesItself() async throws {
            let stage = try await SoundStage()
            let tone = try await stage.request(.tone(1000, seconds: 20))
            await stage.engine.load(tone, at: .zero, playing: true)
            #expect(await stage.events.wait(for: .started(tone.token)) != nil)

            let listing = try await stage.server.control(["list", "sink-inputs"])

            #expect(listing.contains("application.name = \"OnCue\""))
            #expect(listing.contains("media.role = \"music\""))
            _ = try await stage.finish()
        }

        @Test("A stop gives the output back")
        func givesBack() async throws {
            let stage = try await SoundStage()
            let tone = try await stage.request(.tone(1000, seconds: 20))
            await stage.engine.load(tone, at: .zero, playing: true)
            #expect(await stage.events.wait(for: .started(tone.token)) != nil)
            #expect(try await stage.server.clientNames().contains("OnCue"))

            await stage.engine.stop()

            let limit = ContinuousClock.now + .seconds(5)
            while try await stage.server.clientNames().contains("OnCue"), ContinuousClock.now < limit {}
            #expect(ContinuousClock.now < limit)
            _ = try await stage.finish()
        }
    }
}

extension PulseServer {
    /// The names of the programs that are connected.
    fileprivate func clientNames() async throws -> String { try await control(["list", "clients"]) }
}

extension SoundRecording {
    /// Where a silence of at least this length ends, in seconds.
    fileprivate func endOfSilence(longerThan seconds: Double) -> Double? {
        var run = 0
        for (index, sample) in samples.enumerated() {
            if abs(sample) < 0.002 {
                run += 1
                continue
            }
            if Double(run) / Double(rate) > seconds { return Double(index) / Double(rate) }
            run = 0
        }
        return nil
    }

    /// The step of `ToneFile.stairs` that is heard first, when the next one comes after 100 ms less `within`.
    fileprivate func stairHeard(after start: Double, within tolerance: Double) -> Double? {
        // The first step lasts 100 ms if it is heard from its beginning, so after another 100 ms the second is on.
        let first = stairPosition(at: start + 0.01)
        let second = stairPosition(at: start + 0.1 + 0.005)
        guard abs(second - first - 0.1) < 0.01, part(start, start + 0.1 - tolerance).isPitch(of: first) else {
            return nil
        }
        return (first * 10).rounded() / 10
    }

    private func isPitch(of position: Double) -> Bool {
        abs(part(0.005, seconds - 0.005).frequency - ToneFile.stairFrequency(at: position + 0.01)) < 20
    }
}
