// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCuePlayback
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

extension SoundServerTests {
    /// How one medium goes over into the next one, recorded at a sound server.
    @Suite
    struct JoinSoundTests {
        struct Join: CustomTestStringConvertible, Sendable {
            var format: String
            var first: Int
            var second: Int
            /// How far the join may be from one continuous sine, as a fraction of the peak: at the same rate not at all
            /// (16 bits, and the server's own conversion), at another rate by the edge of a resampler's filter.
            var departure: Double
            var testDescription: String { "\(format) \(first) then \(second)" }
        }

        @Test(
            "Two halves of one tone join without a hole or a jump",
            arguments: [
                Join(format: "wav", first: 44_100, second: 44_100, departure: 0.001),
                Join(format: "wav", first: 48_000, second: 48_000, departure: 0.001),
                Join(format: "flac", first: 44_100, second: 44_100, departure: 0.001),
                Join(format: "flac", first: 48_000, second: 48_000, departure: 0.001),
                Join(format: "wav", first: 44_100, second: 48_000, departure: 0.5),
                Join(format: "flac", first: 48_000, second: 44_100, departure: 0.5),
                // What a lossy coder leaves at the ends of a file.
                Join(format: "mp3", first: 44_100, second: 44_100, departure: 0.25),
                Join(format: "vbr.mp3", first: 44_100, second: 44_100, departure: 0.25),
                Join(format: "ogg", first: 44_100, second: 44_100, departure: 0.25),
                Join(format: "opus", first: 48_000, second: 48_000, departure: 0.25),
            ])
        func joins(_ join: Join) async throws {
            let frequency = 997.3
            let stage = try await SoundStage()
            let first = try await stage.request(.tone(frequency, seconds: 1.5, rate: join.first), as: join.format)
            let second = try await stage.request(
                .tone(frequency, seconds: 1.5, rate: join.second, start: join.second * 3 / 2), as: join.format)

            await stage.engine.load(first, at: .zero, playing: true)
            await stage.engine.cue(second)

            #expect(await stage.events.wait(for: .ended(second.token)) != nil)
            let sound = try await stage.finish().sound()
            let middle = sound.part(0.05, sound.seconds - 0.05)
            #expect(abs(sound.seconds - 3) < 0.005)
            #expect(abs(middle.frequency - frequency) < 0.1)
            #expect(middle.longestSilence() < 0.0002)
            #expect(middle.largestDeparture(fromTone: frequency).value < join.departure)
        }

        @Test("A track that is repeated loses nothing and gains nothing", arguments: ["wav", "flac"])
        func repeats(_ format: String) async throws {
            let stage = try await SoundStage()
            // A whole number of periods, so that the tone goes on when it is repeated.
            let first = try await stage.request(.tone(1000, seconds: 2.5, rate: 44_100), as: format)
            let second = await stage.again(first)

            await stage.engine.load(first, at: .zero, playing: true)
            await stage.engine.cue(second)

            #expect(await stage.events.wait(for: .ended(second.token)) != nil)
            let sound = try await stage.finish().sound()
            #expect(abs(sound.seconds - 5) < 0.005)
            #expect(sound.part(0.05, sound.seconds - 0.05).largestDeparture(fromTone: 1000).value < 0.001)
        }

        @Test("A follower is told to have started when it is heard")
        func startsWhenHeard() async throws {
            let stage = try await SoundStage()
            let first = try await stage.request(.tone(500, seconds: 1))
            let second = try await stage.request(.tone(2000, seconds: 1))
            await stage.engine.load(first, at: .zero, playing: true)
            await stage.engine.cue(second)

            let start = await stage.events.wait(for: .started(first.token))
            let follower = await stage.events.wait(for: .started(second.token))

            let length = try #require(follower).time - (try #require(start).time)
            #expect(abs((length - .milliseconds(1000)) / .milliseconds(1)) < 60)
            #expect(try #require(await stage.engine.position) < .milliseconds(60))
            _ = try await stage.finish()
        }

        @Test("A follower that is revoked in the last second is not heard, and the current medium is not cut")
        func revokedFollowerIsSilent() async throws {
            let stage = try await SoundStage()
            let first = try await stage.request(.tone(500, seconds: 2.5))
            let wrong = try await stage.request(.tone(3000, seconds: 1))
            await stage.engine.load(first, at: .zero, playing: true)
            await stage.engine.cue(wrong)
            #expect(await stage.play(until: .milliseconds(1800)))

            await stage.engine.cue(nil)

            #expect(await stage.events.wait(for: .ended(first.token)) != nil)
            let sound = try await stage.finish().sound()
            #expect(abs(sound.seconds - 2.5) < 0.005)
            #expect(sound.part(0.05, sound.seconds - 0.02).largestDeparture(fromTone: 500).value < 0.001)
        }
    }
}
