// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueRuntime
import Synchronization

/// A WAV file of 16-bit sound in two channels that grows with the sound heard.
///
/// A file from another run is continued; any other file is not touched. Its header is right at any time, so that it can
/// be played even after kill -9. Safe from any thread.
final class WaveFile: Sendable {
    static let rate = 48_000
    static let caps = "audio/x-raw,format=S16LE,layout=interleaved,channels=2,rate=\(rate)"
    private static let headerSize = 44
    /// The largest number of bytes that a header can state.
    private static let limit = Int(UInt32.max) - 100

    private struct State {
        var descriptor: Int32
        var length: Int
        var hasToldLoss = false

        /// Reports a loss of sound once.
        mutating func tellLoss(_ reason: String) {
            guard !hasToldLoss else { return }
            hasToldLoss = true
            Logger("playback").warning("the recording of the output stopped", ["reason": reason])
        }
    }

    private let state: Mutex<State>

    /// `nil` if it cannot be written, or is another kind of file.
    init?(path: String) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return nil }
        let size = Int(lseek(descriptor, 0, SEEK_END))
        let length = size == 0 ? 0 : Self.ownLength(descriptor, size)
        state = Mutex(State(descriptor: descriptor, length: length ?? 0))
        guard length != nil, size > 0 || Self.writeHeader(descriptor, length: 0) else { return nil }
    }

    deinit {
        state.withLock { state in
            _ = close(state.descriptor)
        }
    }

    /// Appends sound; sound for which the disk has no room is lost.
    func append(_ bytes: UnsafeRawBufferPointer) {
        state.withLock { state in
            guard state.length + bytes.count <= Self.limit else { return state.tellLoss("the file is full") }
            let place = off_t(Self.headerSize + state.length)
            let written = pwrite(state.descriptor, bytes.baseAddress, bytes.count, place)
            guard written > 0 else { return state.tellLoss(String(cString: strerror(errno))) }
            state.length += written - written % 4
            _ = Self.writeHeader(state.descriptor, length: state.length)
        }
    }

    /// Returns the amount of sound in a file that was created here; `nil` for any other file.
    private static func ownLength(_ descriptor: Int32, _ size: Int) -> Int? {
        var found = [UInt8](repeating: 0, count: headerSize)
        guard pread(descriptor, &found, headerSize, 0) == headerSize else { return nil }
        let expected = header(length: 0)
        let fixed = Array(0..<4) + Array(8..<40)
        guard fixed.allSatisfy({ found[$0] == expected[$0] }) else { return nil }
        return (size - headerSize) / 4 * 4
    }

    private static func writeHeader(_ descriptor: Int32, length: Int) -> Bool {
        let bytes = header(length: length)
        return pwrite(descriptor, bytes, bytes.count, 0) == bytes.count
    }

    private static func header(length: Int) -> [UInt8] {
        func number(_ value: Int, _ size: Int) -> [UInt8] {
            (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        return Array("RIFF".utf8) + number(36 + length, 4) + Array("WAVEfmt ".utf8) + number(16, 4) + number(1, 2)
            + number(2, 2) + number(rate, 4) + number(rate * 4, 4) + number(4, 2) + number(16, 2)
            + Array("data".utf8) + number(length, 4)
    }
}
