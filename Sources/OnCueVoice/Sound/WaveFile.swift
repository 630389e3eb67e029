// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Reads sound out of a WAV file: uncompressed, 16 bits, one or two channels, 8 to 96 kHz.
package enum WaveFile {
    /// The largest file that is read, in bytes: ten seconds of the best sound, with a header.
    package static let largest = 8 << 20

    /// The reason why a file is not accepted.
    package struct Refusal: Error, Sendable, Equatable, CustomStringConvertible {
        package let description: String
    }

    /// Returns the sound, at the rate of ``SpeechSound``.
    ///
    /// The length of the sound may be wrong: programs that write to a pipe do not know it.
    ///
    /// - Throws: ``Refusal``. Input never traps.
    package static func sound(_ bytes: [UInt8]) throws(Refusal) -> SpeechSound {
        guard bytes.count >= 12, text(bytes, 0) == "RIFF", text(bytes, 8) == "WAVE" else {
            throw Refusal(description: "it is not a WAV file")
        }
        var offset = 12
        var format: (channels: Int, rate: Int)?
        while offset + 8 <= bytes.count {
            let (name, length) = (text(bytes, offset), number(bytes, offset + 4, 4))
            let start = offset + 8
            let end = min(bytes.count, start + length)
            switch name {
            case "fmt ": format = try self.format(bytes, start, end)
            case "data":
                guard let format else { throw Refusal(description: "its format comes after its sound") }
                return try sound(bytes[start..<end], format.channels, format.rate)
            default: break
            }
            offset = start + length + length % 2
        }
        throw Refusal(description: "it has no sound")
    }

    private static func format(
        _ bytes: [UInt8], _ start: Int, _ end: Int
    ) throws(Refusal) -> (channels: Int, rate: Int) {
        guard end - start >= 16 else { throw Refusal(description: "its format is cut off") }
        let (kind, channels) = (number(bytes, start, 2), number(bytes, start + 2, 2))
        let (rate, bits) = (number(bytes, start + 4, 4), number(bytes, start + 14, 2))
        // 0xFFFE: the same, with more details about the channels.
        guard kind == 1 || kind == 0xFFFE, bits == 16, (1...2).contains(channels), (8_000...96_000).contains(rate)
        else {
            throw Refusal(
                description: "only uncompressed sound of 16 bits, one or two channels and 8 to 96 kHz is understood")
        }
        return (channels, rate)
    }

    private static func sound(
        _ bytes: ArraySlice<UInt8>, _ channels: Int, _ rate: Int
    ) throws(Refusal) -> SpeechSound {
        let count = bytes.count / 2 / channels
        guard count <= rate * SpeechSound.mostSamples / SpeechSound.rate else {
            throw Refusal(description: "it is longer than \(SpeechSound.longest.components.seconds) s")
        }
        var samples = [Float](repeating: 0, count: count)
        for index in 0..<count {
            for channel in 0..<channels {
                let offset = bytes.startIndex + (index * channels + channel) * 2
                let word = UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8
                samples[index] += Float(Int16(bitPattern: word)) / Float(channels)
            }
        }
        return SpeechSound(SpeechResampler.resample(samples, from: rate))
    }

    private static func text(_ bytes: [UInt8], _ offset: Int) -> String {
        String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
    }

    private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
}
