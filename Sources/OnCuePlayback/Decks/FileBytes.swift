// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc

/// Reads a few bytes from anywhere in a file.
final class FileBytes: Sendable {
    private let descriptor: Int32
    /// In bytes.
    let size: Int

    /// `nil` when it cannot be read.
    init?(path: [UInt8]) {
        descriptor = open(path.map(CChar.init(bitPattern:)) + [0], O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        size = max(0, Int(lseek(descriptor, 0, SEEK_END)))
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Returns up to `count` bytes; fewer at the end. Blocks.
    func bytes(at offset: Int, _ count: Int) -> [UInt8] {
        guard offset >= 0, offset < size else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
            done = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
        }
    }

    static func big(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

    static func little(_ bytes: some BidirectionalCollection<UInt8>) -> UInt64 { big(bytes.reversed()) }

    /// Returns the present size of a file, in bytes; `nil` if it is gone.
    static func size(ofFileAt path: [UInt8]) -> Int? {
        var status = stat()
        return stat(path.map(CChar.init(bitPattern:)) + [0], &status) == 0 ? Int(status.st_size) : nil
    }
}
