// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGStreamer
internal import Glibc

extension SoundBlock {
    /// Returns a block of silence; `nil` without memory for it.
    package static func silence(frames: Int) -> SoundBlock? {
        guard let block = empty(frames: frames, mediaTime: nil, mediaRate: 1) else { return nil }
        block.update { samples in
            for index in samples.indices { samples[index] = 0 }
        }
        return block
    }

    /// Returns the same sound in a few frames more or fewer, interpolated between samples, with its beginning and
    /// continuation unchanged.
    ///
    /// - Parameter count: The number of frames; within some thousandths of the present number, so that the pitch stays.
    package func bent(to count: Int) -> SoundBlock? {
        guard count > 0, frames > 0 else { return nil }
        let step = Double(frames) / Double(count)
        guard let block = Self.empty(frames: count, mediaTime: mediaTime, mediaRate: mediaRate * step) else {
            return nil
        }
        read { source in
            block.update { samples in
                for frame in 0..<min(count, samples.count / 2) {
                    let place = Double(frame) * step
                    let whole = Int(place)
                    let weights = Interpolation.weights(place - Double(whole))
                    var (left, right): (Float, Float) = (0, 0)
                    for (index, weight) in weights.enumerated() {
                        // At the ends, positions are close to those of samples, so the weights of samples beyond are
                        // next to nothing.
                        let near = min(max(whole + index - Interpolation.reach + 1, 0), source.count / 2 - 1)
                        left += source[2 * near] * weight
                        right += source[2 * near + 1] * weight
                    }
                    samples[2 * frame] = left
                    samples[2 * frame + 1] = right
                }
            }
        }
        return block
    }

    private static func empty(frames: Int, mediaTime: Duration?, mediaRate: Double) -> SoundBlock? {
        guard frames > 0, let buffer = unsafe gst_buffer_new_allocate(nil, gsize(frames * frameSize), nil) else {
            return nil
        }
        return unsafe SoundBlock(owning: buffer, mediaTime: mediaTime, mediaRate: mediaRate)
    }
}

/// A windowed sinc (Lanczos): flat far beyond the audible range.
private enum Interpolation {
    /// The number of samples on either side.
    static let reach = 8

    /// Returns the weights of the samples around a position.
    ///
    /// - Parameter part: The fraction of the distance from one sample to the next, from 0 to less than 1.
    static func weights(_ part: Double) -> [Float] {
        guard part > 1e-9 else { return (0..<2 * reach).map { $0 == reach - 1 ? 1 : 0 } }
        let weights = (0..<2 * reach).map { index in
            let distance = part - Double(index - reach + 1)
            return sinc(distance) * sinc(distance / Double(reach))
        }
        let sum = weights.reduce(0, +)
        return weights.map { Float($0 / sum) }
    }

    private static func sinc(_ x: Double) -> Double {
        abs(x) < 1e-12 ? 1 : sin(.pi * x) / (.pi * x)
    }
}
