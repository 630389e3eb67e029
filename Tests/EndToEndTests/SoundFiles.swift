// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueTestSupport

/// Sound files for tests.
enum SoundFiles {
    /// A WAV file of silence: one channel, 8 bit, 8 kHz, so that minutes are small.
    static func silence(seconds: Int) -> [UInt8] {
        let count = UInt32(seconds * 8000)
        var bytes: [UInt8] = []
        bytes += "RIFF".utf8
        bytes += little(36 + count, 4)
        bytes += "WAVEfmt ".utf8
        bytes +=
            little(16, 4) + little(1, 2) + little(1, 2) + little(8000, 4) + little(8000, 4) + little(1, 2)
            + little(8, 2)
        bytes += "data".utf8
        bytes += little(count, 4)
        let silence = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, used in
            buffer.initialize(repeating: 0x80)
            used = Int(count)
        }
        return bytes + silence
    }

    private static func little(_ number: UInt32, _ width: UInt32) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}

extension Machine {
    /// Writes files of silence into the folder `work/music` and returns their paths.
    @discardableResult
    func writeMusic(_ names: String..., seconds: Int = 180) throws -> [String] {
        let bytes = SoundFiles.silence(seconds: seconds)
        return try names.map { try directory.write("work/music/" + $0, bytes) }
    }
}
