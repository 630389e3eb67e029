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

        @Test(
            "A beginning in the midst lands within 5 ms, and a seek while paused within 50 ms",
            arguments: ["wav", "flac", "alac.m4a", "mp3", "vbr.mp3", "ogg", "opus", "m4a"])
        func seeks(_ format: String) async throws {
            let stage = try await SoundStage()
            let tone = try await stage.request(.rising(seconds: 40), as: format)
            await stage.engine.load(tone, at: .milliseconds(12_500), playing: true)
            #expect(await stage.play(until: .milliseconds(12_800)))

            await stage.engine.setPlaying(false)
            await stage.record(0.35)
            await stage.engine.seek(to: .milliseconds(33_300))
            #expect(await stage.events.wait(for: .seeked(tone.token, to: .milliseconds(33_300))) != nil)
            await stage.engine.setPlaying(true)
            await stage.record(0.4)
            await stage.engine.stop()

            let sound = try await stage.finish().sound()
            let pause = try #require(sound.endOfSilence(longerThan: 0.2))
            #expect(abs(sound.risingPosition(at: 0) - 2.5) < 0.005)
            // The server swallows some of what comes first after a pause.
            #expect(abs(sound.risingPosition(at: pause) - 3.3) < 0.05)
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

            // While a stream is new, another volume is taken for that of the server, and ours is restored.
            var changed: EngineRecorder.Entry?
            for _ in 0..<5 where changed == nil {
                try await stage.server.control(["set-sink-input-volume", "\(stream)", "50%"])
                changed = await stage.events.wait { if case .volumeChanged = $0 { true } else { false } }
            }
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
    }
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
}
