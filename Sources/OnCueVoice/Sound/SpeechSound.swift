// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Speech as recognisers take it: one channel of 16,000 samples a second.
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

    /// With a third of a second of near silence at both ends, from which recognisers learn the noise of the room.
    package var padded: SpeechSound {
        let length = Self.rate / 3
        // The lowest bits keep a recogniser from the logarithm of zero.
        let quiet = { (count: Int) in (0..<count).map { Int16(truncatingIfNeeded: ($0 &* 7_919) % 17 - 8) } }
        return SpeechSound(quiet(length) + samples + quiet(length))
    }
}
