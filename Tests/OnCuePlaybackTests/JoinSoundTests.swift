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
        /// One of two files with a tone in it.
        struct Half: CustomTestStringConvertible, Sendable {
            var format: String
            var rate = 48_000

            var isLossless: Bool { ["wav", "flac", "aiff", "alac.m4a"].contains(format) }
            var testDescription: String { "\(format) \(rate)" }
        }

        struct Join: CustomTestStringConvertible, Sendable {
            var first: Half
            var second: Half

            init(_ first: Half, _ second: Half) { (self.first, self.second) = (first, second) }

            init(_ format: String, _ rate: Int = 48_000) {
                let half = Half(format: format, rate: rate)
                self.init(half, half)
            }

            /// Nothing is made anew at the join, as by a lossy coder or a resampler that begins there.
            var isExact: Bool { first.isLossless && second.isLossless && first.rate == second.rate }
            var testDescription: String { "\(first.testDescription) then \(second.testDescription)" }
        }

        static let frequency = 997.3
        /// Of each half.
        static let seconds = 0.75
        /// Of both halves, as they are heard.
        static let frames = 72_000

        @Test(
            "Two halves of one tone join without a hole or a jump",
            arguments: [
                Join("wav", 44_100), Join("wav"), Join("flac", 44_100), Join("flac"), Join("aiff"), Join("alac.m4a"),
                Join("mp3", 44_100), Join("vbr.mp3", 44_100), Join("ogg", 44_100), Join("opus"),
                Join(Half(format: "wav", rate: 44_100), Half(format: "wav")),
                Join(Half(format: "flac"), Half(format: "flac", rate: 44_100)),
                Join(Half(format: "flac"), Half(format: "mp3")),
                Join(Half(format: "mp3"), Half(format: "flac")),
                Join(Half(format: "opus"), Half(format: "wav")),
                Join(Half(format: "alac.m4a"), Half(format: "ogg")),
            ])
        func joins(_ join: Join) async throws {
            let stage = try await SoundStage()
            let (first, second) = try await stage.halves(of: join)

            let sound = try await stage.hear(first, then: second)

            // The first frame is a zero, which silence has, too; the server's own conversion has edges of its own.
            let isConverted = join.first.rate != 48_000
            let extra = sound.samples.count - (Self.frames - 1)
            #expect(
                abs(extra) <= (isConverted ? 24 : 1),
                "\(extra) frames too many; not the tone at \(sound.largestDeparture(fromTone: Self.frequency).at) s")
            let middle = sound.part(0.05, sound.seconds - 0.05)
            #expect(abs(middle.frequency - Self.frequency) < 0.1)
            #expect(middle.longestSilence() < 0.0001)
            let bounds = join.isExact ? (departure: 0.001, step: 1.005) : (departure: 0.11, step: 1.5)
            #expect(middle.largestDeparture(fromTone: Self.frequency).value < bounds.departure)
            #expect(middle.largestStep(inTone: Self.frequency, amplitude: 0.5) < bounds.step)
        }

        @Test("One lost frame, or one too many, would be beyond every bound", arguments: [-1, 1])
        func bounds(_ change: Int) {
            var samples = ToneFile.tone(Self.frequency, seconds: 2 * Self.seconds).samples
            let join = Self.frames / 2
            if change < 0 { samples.remove(at: join) } else { samples.insert(samples[join], at: join) }
            let sound = SoundRecording(samples: samples)

            #expect(sound.largestDeparture(fromTone: Self.frequency).value > 0.12)
            if change < 0 { #expect(sound.largestStep(inTone: Self.frequency, amplitude: 0.5) > 1.9) }
        }

        struct Count: CustomTestStringConvertible, Sendable {
            var join: Join
            /// Frames that may be missing, and that may be too many.
            var lost = 0
            var added = 0

            var testDescription: String { join.testDescription }
        }

        @Test(
            "No frame is lost at a join, and none is added",
            arguments: [
                Count(join: Join("wav")), Count(join: Join("flac")), Count(join: Join("aiff")),
                Count(join: Join("alac.m4a")), Count(join: Join("mp3")), Count(join: Join("vbr.mp3")),
                Count(join: Join("opus")), Count(join: Join(Half(format: "flac"), Half(format: "mp3"))),
                // The resampler may keep one of each file.
                Count(join: Join("flac", 44_100), lost: 2), Count(join: Join("mp3", 44_100), lost: 2),
                Count(join: Join("ogg")),
                // Of each file the part of a frame at its end (GStreamer 1.22); the edit list at its beginning is heeded.
                Count(join: Join("m4a"), lost: 2 * 1023),
            ])
        func counts(_ count: Count) async throws {
            let stage = try await FileStage()
            let (first, second) = try await stage.halves(of: count.join)

            let sound = try await stage.hear(first, then: second)

            #expect(((Self.frames - count.lost)...(Self.frames + count.added)).contains(sound.samples.count))
        }

        @Test("What follows the last part of a medium joins it")
        func joinsParts() async throws {
            let stage = try await FileStage()
            let medium = try await stage.request(.tone(Self.frequency, seconds: 1.2), as: "flac")
            let part = await stage.part(of: medium, .milliseconds(500), nil)
            let second = try await stage.request(.tone(Self.frequency, seconds: 0.6, start: 57_600))

            let sound = try await stage.hear(part, then: second)

            #expect(sound.samples.count == 62_400)
            #expect(sound.part(0.05, 1.25).largestDeparture(fromTone: Self.frequency).value < 0.001)
        }

        @Test("What comes over the network is opened early, and joins what plays")
        func joinsNetwork() async throws {
            let stage = try await FileStage()
            let first = try await stage.request(.tone(Self.frequency, seconds: 1.2))
            let bytes = Array(ToneFile.tone(Self.frequency, seconds: 0.6, start: 57_600).data)
            let server = try HTTPServer { HTTPServer.file(bytes, tag: "a", for: $0) }
            let second = await stage.request(try #require(MediaLocation(uri: server.address + "/second.wav")))

            let sound = try await stage.hear(first, then: second)

            #expect(sound.samples.count == 86_400)
            #expect(sound.part(0.05, 1.75).largestDeparture(fromTone: Self.frequency).value < 0.001)
            let start = try #require(await stage.events.wait(for: .started(second.token))).time
            #expect(start - (try #require(server.requests.first).time) > .milliseconds(500))
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

        @Test("The end is heard to the last frame when the sound server is late")
        func endsLate() async throws {
            let stage = try await SoundStage()
            let medium = try await stage.request(.tone(Self.frequency, seconds: 1))
            await stage.engine.load(medium, at: .zero, playing: true)
            #expect(await stage.play(until: .milliseconds(900)))

            stage.server.holdStill()
            #expect(await stage.events.wait(for: .ended(medium.token)) != nil)
            stage.server.goOn()

            let sound = try await stage.finish().sound()
            #expect(abs(sound.samples.count - 47_999) <= 1)
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
            #expect(abs((length - .milliseconds(1000)) / .milliseconds(1)) < 150)
            #expect(try #require(await stage.engine.position) < .milliseconds(150))
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

extension MediaStage {
    /// Two files with the halves of one tone.
    fileprivate func halves(of join: SoundServerTests.JoinSoundTests.Join) async throws -> (
        PlaybackRequest, PlaybackRequest
    ) {
        typealias Tests = SoundServerTests.JoinSoundTests
        let rate = join.second.rate
        return (
            try await request(
                .tone(Tests.frequency, seconds: Tests.seconds, rate: join.first.rate), as: join.first.format),
            try await request(
                .tone(Tests.frequency, seconds: Tests.seconds, rate: rate, start: Int(Tests.seconds * Double(rate))),
                as: join.second.format)
        )
    }
}

extension MediaStage {
    /// Plays two media, one after the other, to the end.
    fileprivate func play(_ first: PlaybackRequest, then second: PlaybackRequest) async {
        engine.load(first, at: .zero, playing: true)
        engine.cue(second)
        #expect(await events.wait(for: .ended(second.token)) != nil)
    }
}

extension SoundStage {
    fileprivate func hear(_ first: PlaybackRequest, then second: PlaybackRequest) async throws -> SoundRecording {
        await play(first, then: second)
        return try await finish().sound()
    }
}

extension FileStage {
    fileprivate func hear(_ first: PlaybackRequest, then second: PlaybackRequest) async throws -> SoundRecording {
        await play(first, then: second)
        return try await finish()
    }
}
