// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

extension SoundServerTests {
    @Suite("Parts of a medium, as they are heard")
    struct SegmentSoundTests {
        @Test(
            "A tone that is cut into tracks has no seam, and each is told when it begins", arguments: ["wav", "flac"])
        func adjacent(_ format: String) async throws {
            let stage = try await SoundStage()
            let medium = try await stage.request(.tone(997, seconds: 3, rate: 44_100), as: format)
            let cuts: [Duration?] = [.zero, .microseconds(1_013_333), .microseconds(1_906_667), nil]
            let parts = await (0..<3).asyncMap { await stage.part(of: medium, cuts[$0] ?? .zero, cuts[$0 + 1]) }

            await stage.engine.load(parts[0], at: .zero, playing: true)
            await stage.engine.cue(parts[1])
            let first = await stage.events.wait(for: .started(parts[0].token))
            let second = await stage.events.wait(for: .started(parts[1].token))
            await stage.engine.cue(parts[2])
            let third = await stage.events.wait(for: .started(parts[2].token))

            #expect(await stage.events.wait(for: .ended(parts[2].token)) != nil)
            let sound = try await stage.finish().sound()
            #expect(abs(sound.seconds - 3) < 0.005)
            #expect(sound.part(0.05, sound.seconds - 0.05).largestDeparture(fromTone: 997).value < 0.001)
            #expect(sound.part(0.05, sound.seconds - 0.05).longestSilence() < 0.0005)
            let begin = try #require(first).time
            #expect(abs((try #require(second).time - begin) / .milliseconds(1) - 1013) < 150)
            #expect(abs((try #require(third).time - begin) / .milliseconds(1) - 1907) < 150)
        }

        @Test("A part in the middle begins and ends where it should")
        func alone() async throws {
            let stage = try await SoundStage()
            let medium = try await stage.request(.stairs(seconds: 4))
            let part = await stage.part(of: medium, .milliseconds(1500), .milliseconds(2700))

            await stage.engine.load(part, at: .zero, playing: true)

            #expect(await stage.events.wait(for: .ended(part.token)) != nil)
            let sound = try await stage.finish().sound()
            #expect(abs(sound.seconds - 1.2) < 0.04)
            #expect(abs(sound.stairPosition(at: 0.35) - 1.8) < 0.06)
        }
    }
}

extension Sequence {
    fileprivate func asyncMap<T>(_ transform: (Element) async -> T) async -> [T] {
        var results: [T] = []
        for element in self { results.append(await transform(element)) }
        return results
    }
}
