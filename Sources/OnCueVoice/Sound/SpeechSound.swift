// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Speech in the format of recognisers: one channel of 16,000 samples a second.
package struct SpeechSound: Sendable, Equatable {
    /// Samples per second.
    package static let rate = 16_000
    /// The longest that is recorded or understood.
    package static let longest = Duration.seconds(10)
    /// The most samples.
    package static let mostSamples = rate * 10

    /// The samples; those after ``mostSamples`` are left out.
    package let samples: [Int16]

    package init(_ samples: some Sequence<Int16>) { self.samples = Array(samples.prefix(Self.mostSamples)) }

    /// Reads samples of two bytes, the lower one first; an odd byte at the end is left out.
    package init(bytes: some Collection<UInt8>) {
        var samples: [Int16] = []
        samples.reserveCapacity(min(bytes.count / 2, Self.mostSamples))
        var low: UInt8?
        for byte in bytes {
            if let first = low {
                guard samples.count < Self.mostSamples else { break }
                samples.append(Int16(bitPattern: UInt16(byte) << 8 | UInt16(first)))
                low = nil
            } else {
                low = byte
            }
        }
        self.samples = samples
    }

    /// Samples of two bytes, the lower one first.
    package static func bytes(_ samples: some Collection<Int16>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(samples.count * 2)
        for sample in samples {
            let word = UInt16(bitPattern: sample)
            bytes.append(UInt8(truncatingIfNeeded: word))
            bytes.append(UInt8(truncatingIfNeeded: word >> 8))
        }
        return bytes
    }

    package var duration: Duration { .milliseconds(samples.count * 1_000 / Self.rate) }

    /// The sound from the first to the last loud moment, with a twentieth of a second of silence at both ends, and
    /// quiet noise over it all.
    ///
    /// Recognisers compare each moment with the mean of the whole, so another length of silence around the same words
    /// changes the result. And the logarithm of perfect silence, which no microphone produces, is far from anything
    /// that they have learnt.
    package var trimmed: SpeechSound {
        let length = Self.rate / 100
        let levels = stride(from: 0, to: samples.count - length + 1, by: length).map { start in
            let sum = samples[start..<start + length].reduce(0.0) { $0 + Double($1) * Double($1) }
            return (sum / Double(length)).squareRoot()
        }
        guard let loudest = levels.max(), loudest > 0 else { return self }
        // The quietest tenth is the noise of the room, unless there is hardly any silence.
        let room = levels.sorted()[levels.count / 10]
        let bound = max(100, loudest * 0.03, min(room * 2.5, loudest * 0.15))
        guard let first = levels.firstIndex(where: { $0 > bound }), let last = levels.lastIndex(where: { $0 > bound })
        else { return self }
        let silence = [Int16](repeating: 0, count: Self.rate / 20)
        return SpeechSound(Self.noisy(silence + samples[first * length..<(last + 1) * length] + silence))
    }

    /// Adds quiet noise, always the same.
    private static func noisy(_ samples: [Int16]) -> [Int16] {
        var state: UInt32 = 1
        return samples.map { sample in
            state = state &* 1_664_525 &+ 1_013_904_223
            let sum = Int(sample) + Int((state >> 16) % 41) - 20
            return Int16(max(Int(Int16.min), min(Int(Int16.max), sum)))
        }
    }
}
