// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// The sound of an alarm when nothing else can be played: three short notes, and a rest.
package enum AlarmTone {
    private static let rate = 16_000
    private static let note = 0.18
    private static let frequencies = [880.0, 1_108.73, 1_318.51]
    /// The length of the sound, in seconds.
    private static let length = 2.0

    /// The content of a WAV file with the sound, to be repeated.
    package static var file: [UInt8] {
        let count = Int(length * Double(rate))
        let samples = (0..<count).map { sample(Double($0) / Double(rate)) }
        var file = Array("RIFF".utf8) + bytes(36 + count * 2, 4) + Array("WAVEfmt ".utf8)
        // PCM, one channel, 16 bits.
        file += bytes(16, 4) + bytes(1, 2) + bytes(1, 2) + bytes(rate, 4) + bytes(rate * 2, 4) + bytes(2, 2)
        file += bytes(16, 2) + Array("data".utf8) + bytes(count * 2, 4)
        for sample in samples { file += bytes(Int(sample * 32_767), 2) }
        return file
    }

    /// Returns a sample. Each note swells and fades within its time, without a click.
    private static func sample(_ time: Double) -> Double {
        let number = Int(time / note)
        guard number < frequencies.count else { return 0 }
        let part = time / note - Double(number)
        return 0.8 * sin(.pi * part) * sin(2 * .pi * frequencies[number] * time)
    }

    /// Returns a number with its lowest byte first.
    private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
