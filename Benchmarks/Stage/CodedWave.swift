// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// WAV files in which each millisecond says which one it is, so that a recording shows what was heard.
///
/// The number of a millisecond is in both channels, its upper part in the left one and its lower part in the right one.
enum CodedWave {
    static let framesPerMillisecond = 48
    private static let bytesPerFrame = 4
    private static let (base, step, codes) = (1_000, 100, 256)

    /// 48,000 frames a second, two channels of 16 bit.
    ///
    /// - Parameter seconds: At most 65.
    static func file(seconds: Int) -> [UInt8] {
        let sound = (0..<(seconds * 1_000)).flatMap { millisecond -> [UInt8] in
            let frame = [millisecond / codes, millisecond % codes].flatMap { SquareWave.number(base + $0 * step, 2) }
            return [[UInt8]](repeating: frame, count: framesPerMillisecond).flatMap(\.self)
        }
        return SquareWave.file(sound)
    }

    /// The milliseconds that the frames of a recording have; `nil` for a frame that was faded.
    static func milliseconds(in sound: ArraySlice<UInt8>) -> [Int?] {
        stride(from: sound.startIndex, to: sound.endIndex - bytesPerFrame + 1, by: bytesPerFrame).map { place in
            guard let upper = code(sound[place], sound[place + 1]), let lower = code(sound[place + 2], sound[place + 3])
            else { return nil }
            return upper * codes + lower
        }
    }

    private static func code(_ low: UInt8, _ high: UInt8) -> Int? {
        let value = Int(Int16(bitPattern: UInt16(low) | UInt16(high) << 8)) - base
        let code = (value + step / 2) / step
        // Dither changes the last bits.
        guard value >= -2, abs(value - code * step) <= 2, code < codes else { return nil }
        return code
    }
}
