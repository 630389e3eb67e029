// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import FoundationEssentials

/// WAV files of known content, 16 bit.
package struct ToneFile: Sendable {
    /// Samples of one channel, -1 to 1.
    package var samples: [Double]
    package var rate: Int
    package var channels: Int

    package init(samples: [Double], rate: Int = 48_000, channels: Int = 2) {
        self.samples = samples
        self.rate = rate
        self.channels = channels
    }

    /// A sine of `seconds`; `start` is the number of its first sample, for tones that go on in another file.
    package static func tone(
        _ frequency: Double, seconds: Double, rate: Int = 48_000, start: Int = 0, amplitude: Double = 0.5,
        channels: Int = 2
    ) -> ToneFile {
        let step = 2 * Double.pi * frequency / Double(rate)
        let count = Int((seconds * Double(rate)).rounded())
        return ToneFile(
            samples: (0..<count).map { amplitude * sine(step * Double(start + $0)) }, rate: rate, channels: channels)
    }

    /// Tones of 100 ms, each 100 Hz above the one before, from which a position can be read.
    package static func stairs(seconds: Double, rate: Int = 48_000, amplitude: Double = 0.5) -> ToneFile {
        var samples: [Double] = []
        var phase = 0.0
        for index in 0..<Int(seconds * Double(rate)) {
            phase += 2 * Double.pi * stairFrequency(at: Double(index) / Double(rate)) / Double(rate)
            samples.append(amplitude * sine(phase))
        }
        return ToneFile(samples: samples, rate: rate)
    }

    /// The frequency that `stairs` has at a time.
    package static func stairFrequency(at seconds: Double) -> Double { 400 + 100 * (seconds * 10).rounded(.down) }

    /// A tone that rises by 1000 Hz a second from 400 Hz, and begins there again every ten seconds: from each place of
    /// it the position can be read to a few milliseconds.
    package static func rising(seconds: Double, rate: Int = 48_000, amplitude: Double = 0.5) -> ToneFile {
        var phase = 0.0
        let samples = (0..<Int(seconds * Double(rate))).map { index in
            let place = Double(index % (10 * rate)) / Double(rate)
            phase += 2 * Double.pi * (400 + 1000 * place) / Double(rate)
            return amplitude * sine(phase)
        }
        return ToneFile(samples: samples, rate: rate)
    }

    /// The file's bytes.
    package var data: Data {
        var data = Data()
        let byteCount = samples.count * 2 * channels
        data.reserveCapacity(44 + byteCount)
        data.append(contentsOf: "RIFF".utf8)
        data.append(littleEndian: UInt32(36 + byteCount))
        data.append(contentsOf: "WAVEfmt ".utf8)
        data.append(littleEndian: UInt32(16))
        data.append(littleEndian: UInt16(1))
        data.append(littleEndian: UInt16(channels))
        data.append(littleEndian: UInt32(rate))
        data.append(littleEndian: UInt32(rate * 2 * channels))
        data.append(littleEndian: UInt16(2 * channels))
        data.append(littleEndian: UInt16(16))
        data.append(contentsOf: "data".utf8)
        data.append(littleEndian: UInt32(byteCount))
        // Whole minutes are millions of samples: they are appended at once.
        var frames: [Int16] = []
        frames.reserveCapacity(samples.count * channels)
        for sample in samples {
            let value = Int16((max(-1, min(1, sample)) * 32_767).rounded()).littleEndian
            for _ in 0..<channels { frames.append(value) }
        }
        frames.withUnsafeBufferPointer { data.append($0) }
        return data
    }

    /// Writes a file that `make` describes, away from the caller's actor: whole minutes of samples take their time.
    @concurrent
    package static func write(to path: String, _ make: @Sendable () -> ToneFile) async throws {
        try make().write(to: path)
    }

    package func write(to path: String) throws {
        try data.write(to: URL(fileURLWithPath: path))
    }
}

extension Data {
    fileprivate mutating func append<T: FixedWidthInteger>(littleEndian value: T) {
        for index in 0..<(T.bitWidth / 8) { append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
}
