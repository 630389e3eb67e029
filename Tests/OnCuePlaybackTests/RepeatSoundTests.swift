// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

extension SoundServerTests {
    @Suite("A part that is repeated, as it is heard")
    @MediaActor
    struct RepeatSoundTests {
        /// Waits for so many returns to a position, and gives when they were told.
        private func returns(
            _ count: Int, to start: Duration, of request: PlaybackRequest, _ stage: SoundStage
        ) async throws -> [ContinuousClock.Instant] {
            var (times, first) = ([ContinuousClock.Instant](), 0)
            for _ in 0..<count {
                let entry = await stage.events.wait(after: first) { $0 == .seeked(request.token, to: start) }
                times.append(try #require(entry).time)
                first = (stage.events.entries.lastIndex { $0.time == times.last } ?? first) + 1
            }
            return times
        }

        @Test("The end of the part is joined to its start without a seam", arguments: ["wav", "flac"])
        func seam(_ format: String) async throws {
            let stage = try await SoundStage()
            // Half a second has whole periods of it.
            let medium = try await stage.request(.tone(1_000, seconds: 4, rate: 44_100), as: format)
            stage.engine.load(medium, at: .zero, playing: true)
            try #require(await stage.events.wait(for: .started(medium.token)) != nil)

            stage.engine.repeatPart(.milliseconds(500)..<Duration.milliseconds(1_000))
            let times = try await returns(4, to: .milliseconds(500), of: medium, stage)

            for (earlier, later) in zip(times, times.dropFirst()) {
                #expect(abs((later - earlier) / .milliseconds(1) - 500) < 150)
            }
            let position = try #require(stage.engine.position)
            #expect((.milliseconds(480) ... .milliseconds(1_000)).contains(position), "\(position)")
            let sound = try await stage.finish().sound()
            #expect(sound.part(0.05, 2.4).largestDeparture(fromTone: 1_000).value < 0.001)
            #expect(sound.part(0.05, 2.4).longestSilence() < 0.0005)
        }

        @Test("Playback goes on behind the part when it is no longer repeated, and ends as usual")
        func off() async throws {
            let stage = try await SoundStage()
            let medium = try await stage.request(.tone(1_000, seconds: 2, rate: 44_100))
            stage.engine.load(medium, at: .zero, playing: true)
            try #require(await stage.events.wait(for: .started(medium.token)) != nil)
            stage.engine.repeatPart(.milliseconds(500)..<Duration.milliseconds(1_000))
            _ = try await returns(2, to: .milliseconds(500), of: medium, stage)

            stage.engine.repeatPart(nil)

            #expect(!stage.engine.returnsByItself)
            #expect(await stage.events.wait(for: .ended(medium.token)) != nil)
            let sound = try await stage.finish().sound()
            #expect((2.8...3.3).contains(sound.seconds), "\(sound.seconds)")
        }

        @Test("A part that ends with its medium is repeated, too, also behind a pause and a jump")
        func end() async throws {
            let stage = try await SoundStage()
            let medium = try await stage.request(.tone(1_000, seconds: 1, rate: 44_100), as: "flac")
            stage.engine.load(medium, at: .zero, playing: true)
            try #require(await stage.events.wait(for: .started(medium.token)) != nil)
            stage.engine.repeatPart(.milliseconds(500)..<Duration.seconds(1))
            _ = try await returns(2, to: .milliseconds(500), of: medium, stage)

            stage.engine.setPlaying(false)
            stage.engine.seek(to: .milliseconds(600))
            try #require(await stage.events.wait(for: .seeked(medium.token, to: .milliseconds(600))) != nil)
            let count = stage.events.entries.count
            stage.engine.setPlaying(true)

            let again = await stage.events.wait(after: count) { $0 == .seeked(medium.token, to: .milliseconds(500)) }
            #expect(again != nil)
            #expect(!stage.events.events.contains(.ended(medium.token)))
            _ = try await stage.finish()
        }
    }
}
