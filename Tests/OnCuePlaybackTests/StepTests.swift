// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import Glibc
import OnCueCore
import Testing

@testable import OnCuePlayback

@Suite("Corrections of the sound", .serialized)
struct StepTests {
    private func tone(_ frames: Int, from first: Int = 0) -> SoundBlock? {
        guard let block = SoundBlock.silence(frames: frames) else { return nil }
        block.update { samples in
            for frame in 0..<frames {
                samples[2 * frame] = Float(sin(2 * Double.pi * 997 * Double(first + frame) / 48_000))
                samples[2 * frame + 1] = -samples[2 * frame]
            }
        }
        return block
    }

    private func samples(_ block: SoundBlock) -> [Float] {
        var values: [Float] = []
        block.read { samples in
            for index in samples.indices { values.append(samples[index]) }
        }
        return values
    }

    @Test("A tone in a frame more or fewer is the same tone, without a click where blocks meet", arguments: [-1, 1, 4])
    func bends(change: Int) throws {
        _ = MediaFramework.initialize()
        let frames = 1_920
        let blocks = try (0..<3).map { try #require(tone(frames, from: $0 * frames)) }
        let bent = try blocks.map { try #require($0.bent(to: frames + change)) }
        let sound = bent.flatMap { samples($0) }
        #expect(bent.allSatisfy { $0.frames == frames + change })
        for frame in 0..<(sound.count / 2) {
            let (block, inside) = frame.quotientAndRemainder(dividingBy: frames + change)
            let place = Double(block * frames) + Double(inside) * Double(frames) / Double(frames + change)
            let expected = sin(2 * Double.pi * 997 * place / 48_000)
            // 60 dB below the tone, and that only next to the ends of blocks.
            #expect(abs(Double(sound[2 * frame]) - expected) < 0.001, "frame \(frame)")
            #expect(sound[2 * frame + 1] == -sound[2 * frame])
        }
    }

    @Test("A thousandth of the sound is bent at most, until all is done")
    func spreads() {
        for wanted in [-30, 30] {
            var step = Step()
            step.bend = wanted
            var (given, taken) = (0, 0)
            while step.bend != 0 {
                let frames = step.bent(1_024)
                #expect(abs(frames - 1_024) <= 2)
                given += 1_024
                taken += frames
            }
            #expect(given - taken == wanted)
            #expect((28_000...36_000).contains(given))
            #expect(step.bent(1_024) == 1_024)
        }
    }

    @Test("A timeline knows what was left out, what was waited, and what was bent")
    func timeline() {
        var timeline = Timeline(rate: 48_000)
        timeline.add(48_000, of: PlaybackRequest.Token(1), at: .seconds(10), pace: 1)
        timeline.pass(4_800)
        timeline.add(48_000, of: PlaybackRequest.Token(1), at: .seconds(11) + .milliseconds(100), pace: 1)
        #expect(timeline.place(at: .seconds(1.5))?.position == .milliseconds(11_600))
        timeline.wait(9_600)
        timeline.add(48_000, of: PlaybackRequest.Token(1), at: .seconds(12) + .milliseconds(100), pace: 1)
        #expect(timeline.place(at: .seconds(2.1))?.position == .milliseconds(12_100), "while it waits nothing passes")
        #expect(timeline.place(at: .seconds(2.5))?.position == .milliseconds(12_400))
        var bent = Timeline(rate: 48_000)
        bent.add(48_000, of: PlaybackRequest.Token(1), at: .zero, pace: 1)
        bent.add(47_952, of: PlaybackRequest.Token(1), at: .seconds(1), pace: 48_000 / 47_952)
        bent.add(48_000, of: PlaybackRequest.Token(1), at: .seconds(2), pace: 1)
        let position = bent.place(at: .seconds(2.5))?.position ?? .zero
        #expect(abs(position / .seconds(1) - 2.501) < 0.000_001)
    }
}
