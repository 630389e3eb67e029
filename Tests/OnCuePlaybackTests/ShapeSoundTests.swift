// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueCore
import OnCuePlayback
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

extension SoundServerTests {
    /// What becomes of the sound on its way: loudness, fades, rate, equalizer; recorded at a sound server.
    @Suite
    struct ShapeSoundTests {
        struct Loudness: Sendable, CustomTestStringConvertible {
            var name: String
            var settings: SoundSettings
            var measured: ReplayGain?
            var isAlbum = false
            /// Decibels between what is in the file and what is heard.
            var expected: Double
            var testDescription: String { name }
        }

        static let measured = ReplayGain(trackGain: -6, trackPeak: 0.5, albumGain: -9, albumPeak: 0.8)
        static let quiet = ReplayGain(trackGain: 9, trackPeak: 0.5, albumGain: nil, albumPeak: nil)

        @Test(
            "What was measured is evened out within 0.2 dB",
            arguments: [
                Loudness(name: "track", settings: .init(loudness: .track), measured: measured, expected: -6),
                Loudness(name: "album", settings: .init(loudness: .album), measured: measured, expected: -9),
                Loudness(
                    name: "auto, in its album", settings: .init(loudness: .auto), measured: measured, isAlbum: true,
                    expected: -9),
                Loudness(name: "auto, alone", settings: .init(loudness: .auto), measured: measured, expected: -6),
                Loudness(name: "off", settings: .init(loudness: .off), measured: measured, expected: 0),
                Loudness(name: "nothing measured", settings: .init(loudness: .track), measured: nil, expected: 0),
                Loudness(
                    name: "preamp", settings: .init(loudness: .track, preamp: 3), measured: measured, expected: -3),
                Loudness(
                    name: "as far as the peak allows", settings: .init(loudness: .track), measured: quiet,
                    expected: 6.02),
            ])
        func evensOut(_ loudness: Loudness) async throws {
            let stage = try await SoundStage()
            var tone = try await stage.request(.tone(1000, seconds: 0.6, amplitude: 0.4))
            tone.replayGain = loudness.measured
            tone.prefersAlbumGain = loudness.isAlbum
            await stage.engine.apply(loudness.settings)

            await stage.engine.load(tone, at: .zero, playing: true)

            #expect(await stage.events.wait(for: .ended(tone.token)) != nil)
            let sound = try await stage.finish().sound()
            let decibels = 20 * log10(sound.part(0.1, 0.5).peak / 0.4)
            #expect(abs(decibels - loudness.expected) < 0.2)
        }

        @Test(
            "What a file says of its loudness is evened out, though nobody else knows of it",
            arguments: ["flac", "opus"], [false, true])
        func evensOutByTags(_ format: String, isFollower: Bool) async throws {
            let stage = try await SoundStage()
            let loud = try await stage.write(.tone(1000, seconds: 0.6, amplitude: 0.4), as: format)
            let tags = format == "flac" ? ["REPLAYGAIN_TRACK_GAIN=-6.00 dB"] : ["R128_TRACK_GAIN=-2816"]
            let tone = await stage.request(path: try await tagged(loud, tags))
            await stage.engine.apply(SoundSettings(loudness: .track))

            if isFollower {
                let first = try await stage.request(.tone(1000, seconds: 0.6, amplitude: 0.4))
                await stage.engine.load(first, at: .zero, playing: true)
                await stage.engine.cue(tone)
            } else {
                await stage.engine.load(tone, at: .zero, playing: true)
            }

            #expect(await stage.events.wait(for: .ended(tone.token)) != nil)
            let sound = try await stage.finish().sound()
            let end = sound.part(sound.seconds - 0.5, sound.seconds - 0.1)
            #expect(abs(20 * log10(end.peak / 0.4) + 6) < 0.2)
            // It is never heard louder before.
            #expect(isFollower || sound.part(0.02, 0.1).peak < 0.4 * 0.52)
        }

        @Test("What is to begin quietly rises from silence, once")
        func risesOnce() async throws {
            let stage = try await SoundStage()
            let first = try await stage.request(.tone(1000, seconds: 2, amplitude: 0.4))
            let second = try await stage.request(.tone(1000, seconds: 0.6, amplitude: 0.4))
            await stage.engine.fadeInNext(within: .seconds(1))

            await stage.engine.load(first, at: .zero, playing: true)
            #expect(await stage.events.wait(for: .ended(first.token)) != nil)
            await stage.engine.load(second, at: .zero, playing: true)
            #expect(await stage.events.wait(for: .ended(second.token)) != nil)

            let sound = try await stage.finish().sound()
            #expect(sound.part(0, 0.2).peak < 0.1)
            #expect(abs(sound.part(0.45, 0.55).peak - 0.2) < 0.04)
            #expect(sound.part(1.2, 1.8).peak > 0.39)
            let again = sound.part(sound.seconds - 0.59, sound.seconds - 0.5)
            #expect(again.peak > 0.39)
        }

        @Test("What goes on quietly rises from where it was paused, and nothing of it is heard as loud as before")
        func goesOnQuietly() async throws {
            let stage = try await SoundStage()
            let tone = try await stage.request(.tone(1000, seconds: 2.4, amplitude: 0.4))
            await stage.engine.load(tone, at: .seconds(0.4), playing: false)
            #expect(await stage.events.wait { if case .prepared = $0 { true } else { false } } != nil)
            await stage.engine.fadeInNext(within: .seconds(1))

            await stage.engine.setPlaying(true)

            #expect(await stage.events.wait(for: .ended(tone.token)) != nil)
            let sound = try await stage.finish().sound()
            #expect(abs(sound.seconds - 2) < 0.05)
            #expect(sound.part(0, 0.2).peak < 0.1)
            #expect(sound.part(1.2, 1.8).peak > 0.39)
        }

        @Test("One medium fades into the next, with no hole, no jump of the loudness and the time that was asked for")
        func crossfades() async throws {
            let stage = try await SoundStage()
            let first = try await stage.request(.tone(500, seconds: 3, amplitude: 0.3))
            let second = try await stage.request(.tone(1500, seconds: 3, amplitude: 0.3))
            await stage.engine.apply(SoundSettings(crossfade: .seconds(1)))

            await stage.engine.load(first, at: .zero, playing: true)
            await stage.engine.cue(second)

            #expect(await stage.events.wait(for: .ended(second.token)) != nil)
            let sound = try await stage.finish().sound()
            #expect(abs(sound.seconds - 5) < 0.1)
            let levels = sound.levels(of: 0.05).dropFirst().dropLast()
            let (low, high) = (levels.min() ?? 0, levels.max() ?? 0)
            #expect(high / low < 1.15, "\(levels)")
            #expect(abs(sound.part(0.2, 1.8).frequency - 500) < 1)
            #expect(abs(sound.part(3.2, 4.8).frequency - 1500) < 1)
        }

        @Test(
            "A crossfade is shortened to half of a short medium, and never cut or left out",
            arguments: [([3, 3, 1, 3], 1.5, 7.5), ([3, 3, 3], 4, 6)])
        func crossfadesShort(_ seconds: [Double], _ crossfade: Double, _ heard: Double) async throws {
            let stage = try await SoundStage()
            var tones: [PlaybackRequest] = []
            for (number, length) in seconds.enumerated() {
                tones.append(
                    try await stage.request(.tone(500 + Double(number % 2) * 1_000, seconds: length, amplitude: 0.3)))
            }
            await stage.engine.apply(SoundSettings(crossfade: .seconds(crossfade)))

            await stage.engine.load(tones[0], at: .zero, playing: true)
            for (tone, next) in zip(tones, tones.dropFirst()) {
                #expect(await stage.events.wait(for: .started(tone.token)) != nil)
                await stage.engine.cue(next)
            }

            #expect(await stage.events.wait(for: .ended(tones[tones.count - 1].token)) != nil)
            let sound = try await stage.finish().sound()
            #expect(abs(sound.seconds - heard) < 0.1)
            let levels = sound.levels(of: 0.05).dropFirst().dropLast()
            #expect((levels.max() ?? 0) / (levels.min() ?? 0) < 1.2, "\(levels)")
            #expect(sound.largestStep(inTone: 1_500, amplitude: 0.45) <= 1)
        }

        @Test("What goes on in the next medium is never faded into it")
        func joinsContinuous() async throws {
            let stage = try await SoundStage()
            let first = try await stage.request(.tone(1000, seconds: 2.5, rate: 44_100))
            var second = try await stage.request(.tone(1000, seconds: 2.5, rate: 44_100))
            second.isContinuous = true
            await stage.engine.apply(SoundSettings(crossfade: .seconds(1)))

            await stage.engine.load(first, at: .zero, playing: true)
            await stage.engine.cue(second)

            #expect(await stage.events.wait(for: .ended(second.token)) != nil)
            let sound = try await stage.finish().sound()
            #expect(abs(sound.seconds - 5) < 0.005)
            #expect(sound.part(0.05, 4.95).largestDeparture(fromTone: 1000).value < 0.001)
        }

        @Test("A pause fades out and playing on fades in, evenly, and nothing is lost")
        func fades() async throws {
            let stage = try await SoundStage()
            let tone = try await stage.request(.tone(1000, seconds: 4))
            await stage.engine.apply(SoundSettings(fade: .milliseconds(400)))
            await stage.engine.load(tone, at: .zero, playing: true)
            #expect(await stage.play(until: .milliseconds(900)))

            await stage.engine.setPlaying(false)
            await stage.record(1.2)
            await stage.engine.setPlaying(true)

            #expect(await stage.events.wait(for: .ended(tone.token)) != nil)
            let sound = try await stage.finish().sound(above: 0.0005)
            let levels = sound.levels(of: 0.02)
            let silent = try #require(levels.firstIndex { $0 < 0.002 })
            let loud = try #require(levels[silent...].firstIndex { $0 > 0.002 })
            #expect(levels[(silent - 18)...silent].isFalling)
            #expect(levels[(loud)...(loud + 17)].reversed().isFalling)
            #expect(levels[..<12].isRising)
            #expect(abs(sound.seconds - sound.longestSilence() - 4) < 0.1)
        }

        @Test("A stop fades out", arguments: [200, 600])
        func fadesToStop(_ milliseconds: Int) async throws {
            let stage = try await SoundStage()
            let tone = try await stage.request(.tone(1000, seconds: 4))
            await stage.engine.apply(SoundSettings(fade: .milliseconds(milliseconds)))
            await stage.engine.load(tone, at: .zero, playing: true)
            #expect(await stage.play(until: .milliseconds(900)))

            await stage.engine.stop()

            #expect(await stage.engine.position == nil)
            await stage.record(1.5)
            let sound = try await stage.finish().sound(above: 0.0005)
            let levels = sound.levels(of: 0.02)
            #expect(levels.suffix(milliseconds / 20 - 2).isFalling)
            #expect(sound.seconds < 3)
            #expect(await !stage.events.events.contains(.ended(tone.token)))
        }

        @Test("A halt does not fade out, whatever is set")
        func halts() async throws {
            let stage = try await SoundStage()
            let tone = try await stage.request(.tone(1000, seconds: 4))
            await stage.engine.apply(SoundSettings(fade: .milliseconds(600)))
            await stage.engine.load(tone, at: .zero, playing: true)
            #expect(await stage.play(until: .milliseconds(1_500)))

            await stage.engine.halt()

            #expect(await stage.engine.position == nil)
            await stage.record(1)
            // The fade at the beginning is over by then.
            let levels = try await stage.finish().sound(above: 0.0005).levels(of: 0.02).dropFirst(40).dropLast(2)
            let loudest = try #require(levels.max())
            #expect(levels.allSatisfy { $0 > 0.9 * loudest })
        }

        @Test("Another rate keeps the pitch within 1 %", arguments: [0.5, 0.8, 1.5, 2, 3])
        func keepsPitch(_ rate: Double) async throws {
            let stage = try await SoundStage()
            var tone = try await stage.request(.tone(600, seconds: rate * 2))
            tone.rate = rate

            await stage.engine.load(tone, at: .zero, playing: true)

            #expect(await stage.events.wait(for: .ended(tone.token)) != nil)
            let sound = try await stage.finish().sound()
            #expect(abs(sound.seconds - 2) < 0.1)
            #expect(abs(sound.part(0.2, 1.8).frequency - 600) < 6)
        }

        @Test("The rate changes in the midst of a medium, at its place")
        func changesRate() async throws {
            let stage = try await SoundStage()
            let stairs = try await stage.request(.stairs(seconds: 4))
            await stage.engine.load(stairs, at: .zero, playing: true)
            #expect(await stage.play(until: .milliseconds(1000)))

            await stage.engine.setRate(2)
            #expect(await stage.play(until: .milliseconds(2000)))
            let place = try #require(await stage.engine.position)

            #expect(place < .milliseconds(2300))
            #expect(await stage.events.wait(for: .ended(stairs.token)) != nil)
            let sound = try await stage.finish().sound()
            #expect(abs(sound.seconds - 2.5) < 0.25)
        }

        @Test("Long silence is left out of what is spoken, and of nothing else", arguments: [true, false])
        func skipsSilence(_ isSpoken: Bool) async throws {
            let stage = try await SoundStage()
            let speech = ToneFile(
                samples: ToneFile.tone(700, seconds: 0.6).samples + Array(repeating: 0, count: 96_000)
                    + ToneFile.tone(700, seconds: 0.6).samples)
            var request = try await stage.request(speech)
            request.isSpokenWord = isSpoken
            await stage.engine.apply(SoundSettings(skipsSilence: true))

            await stage.engine.load(request, at: .zero, playing: true)

            #expect(await stage.events.wait(for: .ended(request.token)) != nil)
            let sound = try await stage.finish().sound()
            #expect(abs(sound.seconds - (isSpoken ? 1.5 : 3.2)) < 0.2)
        }

        @Test("A band of the equalizer takes its frequency down and leaves the others")
        func equalizes() async throws {
            let stage = try await SoundStage()
            let tone = try await stage.request(.tone(947, seconds: 1, amplitude: 0.4))
            let high = try await stage.request(.tone(7523, seconds: 1, amplitude: 0.4))
            var bands = SoundSettings().equalizer
            bands[5] = -12
            await stage.engine.apply(SoundSettings(preventsClipping: false, equalizer: bands))

            await stage.engine.load(tone, at: .zero, playing: true)
            await stage.engine.cue(high)

            #expect(await stage.events.wait(for: .ended(high.token)) != nil)
            let sound = try await stage.finish().sound()
            #expect(abs(20 * log10(sound.part(0.3, 0.8).peak / 0.4) + 12) < 1)
            #expect(abs(20 * log10(sound.part(1.3, 1.8).peak / 0.4)) < 1)
        }

        @Test(
            "A curve is heard as it was asked for at every band, also where all are lowered",
            arguments: ["voice", "all", "outer"])
        func equalizesExactly(_ name: String) async throws {
            let curves: [String: [Double]] = [
                "voice": EqualizerPreset.voice.gains, "all": Array(repeating: -6, count: 10),
                "outer": [-24] + Array(repeating: 0, count: 8) + [-24],
            ]
            let bands = try #require(curves[name])
            let stage = try await SoundStage()
            let numbers = [0, 2, 5, 9]
            let centres = [29.0, 59, 119, 237, 474, 947, 1889, 3770, 7523, 15011]
            let samples = numbers.flatMap { ToneFile.tone(centres[$0], seconds: 1, amplitude: 0.4).samples }
            let tones = try await stage.request(ToneFile(samples: samples))
            await stage.engine.apply(SoundSettings(preventsClipping: false, equalizer: bands))

            await stage.engine.load(tones, at: .zero, playing: true)

            #expect(await stage.events.wait(for: .ended(tones.token)) != nil)
            let recording = try await stage.finish()
            let played = numbers.map { centres[$0] }
            for number in numbers {
                let others = played.filter { $0 != centres[number] }
                let heard = recording.amplitude(ofTone: centres[number], among: others, seconds: 1)
                let level = try #require(heard)
                #expect(abs(20 * log10(level / 0.4) - bands[number]) < 0.5, "\(centres[number]) Hz")
            }
        }

        struct Excess: Sendable, CustomTestStringConvertible {
            var testDescription: String
            var settings = SoundSettings(loudness: .track)
            var measured: ReplayGain?
            var amplitude = 0.95
            var frequency = 474.0
            var format = "wav"
        }

        @Test(
            "Nothing goes beyond full scale while clipping is prevented",
            arguments: [
                Excess(
                    testDescription: "every band raised",
                    settings: SoundSettings(equalizer: Array(repeating: 12, count: 10))),
                Excess(
                    testDescription: "three neighbours raised",
                    settings: SoundSettings(equalizer: [0, 0, 0, 12, 12, 12, 0, 0, 0, 0])),
                Excess(
                    testDescription: "beside what is lowered most",
                    settings: SoundSettings(equalizer: [-24] + Array(repeating: 0, count: 8) + [-24]), frequency: 59),
                Excess(
                    testDescription: "raised without a known peak",
                    measured: ReplayGain(trackGain: 60, trackPeak: nil, albumGain: nil, albumPeak: nil),
                    amplitude: 0.4),
                Excess(testDescription: "a medium that is beyond it", format: "loud.wav"),
            ])
        func preventsClipping(_ excess: Excess) async throws {
            let stage = try await SoundStage()
            var tone = try await stage.request(
                .tone(excess.frequency, seconds: 1, amplitude: excess.amplitude), as: excess.format)
            tone.replayGain = excess.measured
            await stage.engine.apply(excess.settings)

            await stage.engine.load(tone, at: .zero, playing: true)

            #expect(await stage.events.wait(for: .ended(tone.token)) != nil)
            let peak = try await stage.finish().sound().peak
            #expect(peak <= 1.000_1)
            #expect(peak > 0.3)
        }

        @Test("Two loud media that fade into each other do not clip, and what is heard beside it is as it was")
        func limitsCrossfade() async throws {
            let stage = try await SoundStage()
            let first = try await stage.request(.tone(500, seconds: 2, amplitude: 0.95))
            let second = try await stage.request(.tone(1500, seconds: 2, amplitude: 0.95))
            await stage.engine.apply(SoundSettings(crossfade: .seconds(1)))

            await stage.engine.load(first, at: .zero, playing: true)
            await stage.engine.cue(second)

            #expect(await stage.events.wait(for: .ended(second.token)) != nil)
            let sound = try await stage.finish().sound()
            #expect(sound.peak <= 1.000_1)
            #expect(sound.part(0.02, 0.9).largestDeparture(fromTone: 500).value < 0.001)
            #expect(abs(sound.part(0.02, 0.9).peak - 0.95) < 0.002)
        }

        @Test(
            "What is held open begins without being opened again",
            arguments: ["prepared", "at a place and rate", "cued"])
        func takesOver(_ way: String) async throws {
            let stage = try await SoundStage()
            let first = try await stage.request(.tone(500, seconds: 3))
            let second = try await stage.request(.tone(1500, seconds: 0.5))
            await stage.engine.load(first, at: .zero, playing: true)
            let isApart = way == "at a place and rate"
            let (place, rate) = isApart ? (Duration.milliseconds(100), 0.5) : (.zero, 1)
            if way == "cued" {
                await stage.engine.cue(second)
            } else {
                await stage.engine.prepare([PreparedMedium(location: second.location, position: place, rate: rate)])
            }
            #expect(await stage.play(until: .milliseconds(700)))
            let path = try #require(second.location.filePath)
            unlink(path.map(CChar.init(bitPattern:)) + [0])

            var again = await stage.again(second)
            again.rate = rate
            await stage.engine.load(again, at: place, playing: true)

            #expect(await stage.events.wait(for: .ended(again.token)) != nil)
            let sound = try await stage.finish().sound()
            #expect(abs(sound.part(sound.seconds - 0.4, sound.seconds - 0.1).frequency - 1500) < (isApart ? 20 : 2))
        }
    }
}

extension Collection where Element == Double {
    /// True when each is below the one before it, give or take what a resampler does.
    fileprivate var isFalling: Bool { zip(self, dropFirst()).allSatisfy { $1 <= $0 * 1.02 + 0.001 } }

    fileprivate var isRising: Bool { zip(self, dropFirst()).allSatisfy { $1 >= $0 * 0.98 - 0.001 } }
}
