// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// WAV files that are equally loud from their first sample on, so that it is told at once which of them is heard.
enum SquareWave {
    /// 48,000 frames a second, two channels of 16 bit, 500 Hz.
    static func file(level: Double, seconds: Int) -> [UInt8] {
        let frames = 48_000 * seconds
        let value = Int16(level * 32_767)
        let halves = [value, -value].map { half in
            [[UInt8]](repeating: number(Int(UInt16(bitPattern: half)), 2), count: 2 * 48).flatMap(\.self)
        }
        let sound = (0..<(frames / 96)).flatMap { _ in halves[0] + halves[1] }
        return file(sound)
    }

    /// A file with this sound.
    static func file(_ sound: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + number(36 + sound.count, 4) + Array("WAVEfmt ".utf8) + number(16, 4)
            + number(1, 2) + number(2, 2) + number(48_000, 4) + number(48_000 * 4, 4) + number(4, 2) + number(16, 2)
            + Array("data".utf8) + number(sound.count, 4) + sound
    }

    /// A number of so many bytes, the lowest first.
    static func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
