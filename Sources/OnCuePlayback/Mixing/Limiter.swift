// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer

/// Turns down peaks beyond full scale, evenly and in advance; everything else passes unchanged.
///
/// It looks ahead into the next block, if there is one, and so delays nothing.
struct Limiter {
    /// The time before a peak at which it begins to turn down, in seconds.
    private static let attack: Float = 0.005
    /// The time after a peak in which two thirds of that are reversed, in seconds.
    private static let release: Float = 0.1

    private var level: Float = 1
    /// The levels of a block, kept so that none is allocated each time.
    private var levels: [Float] = []

    /// Forgets the sound before, as for sound that begins.
    mutating func reset() {
        level = 1
    }

    /// Limits a block.
    ///
    /// - Parameters:
    ///   - peak: The largest amplitude in it.
    ///   - next: The block after it, with its largest amplitude.
    ///   - rate: Frames a second.
    mutating func limit(_ block: SoundBlock, peak: Float, next: (block: SoundBlock, peak: Float)?, rate: Int) {
        guard level < 1 || peak > 1 || next.map({ $0.peak > 1 }) == true else { return }
        let rise = 1 / (Self.attack * Float(rate))
        var bound: Float = 1
        if let next, next.peak > 1 {
            let frames = Int(Self.attack * Float(rate))
            next.block.read { samples in
                for frame in (0..<min(frames, samples.count / 2)).reversed() {
                    bound = min(bound + rise, Self.bound(samples[2 * frame], samples[2 * frame + 1]))
                }
            }
        }
        let recovery = 1 / (Self.release * Float(rate))
        block.update { samples in
            let count = samples.count / 2
            if levels.count < count { levels.append(contentsOf: repeatElement(1, count: count - levels.count)) }
            for frame in (0..<count).reversed() {
                bound = min(bound + rise, Self.bound(samples[2 * frame], samples[2 * frame + 1]))
                levels[frame] = bound
            }
            for frame in 0..<count {
                level = min(levels[frame], level + (1 - level) * recovery)
                samples[2 * frame] = max(-1, min(samples[2 * frame] * level, 1))
                samples[2 * frame + 1] = max(-1, min(samples[2 * frame + 1] * level, 1))
            }
        }
        if level > 0.999_9 { level = 1 }
    }

    /// Returns the level at which a frame does not exceed full scale.
    private static func bound(_ left: Float, _ right: Float) -> Float {
        let peak = max(abs(left), abs(right))
        return peak > 1 ? 1 / peak : 1
    }
}
