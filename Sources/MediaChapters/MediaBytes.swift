// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// The bytes of an untrusted medium: reads outside of it return nothing, and the total of reads is limited.
final class MediaBytes {
    /// The total number of bytes that may be read, which is enough for chapters; a file with circular references ends
    /// here.
    private static let byteLimit = 48 << 20
    private static let callLimit = 50_000

    let count: Int
    private let fetch: (_ offset: Int, _ count: Int) -> [UInt8]
    private var bytesLeft = MediaBytes.byteLimit
    private var callsLeft = MediaBytes.callLimit

    /// Bytes in memory.
    init(_ bytes: [UInt8]) {
        count = bytes.count
        fetch = { offset, count in Array(bytes[offset..<(offset + count)]) }
    }

    /// An open file, which the caller keeps open.
    init(descriptor: Int32, count: Int) {
        self.count = count
        fetch = { Self.read(descriptor, $0, $1) }
    }

    var all: Range<Int> { 0..<count }

    /// At most `limit` bytes from `offset` on, fewer at the end, none once too much was read.
    func bytes(at offset: Int, _ limit: Int) -> [UInt8] {
        guard offset >= 0, offset < count, limit > 0 else { return [] }
        let size = min(limit, count - offset)
        guard callsLeft > 0, bytesLeft >= size else {
            callsLeft = 0
            return []
        }
        callsLeft -= 1
        bytesLeft -= size
        return fetch(offset, size)
    }

    /// Returns exactly `count` bytes; `nil` if there are fewer.
    func exactly(_ count: Int, at offset: Int) -> [UInt8]? {
        let bytes = bytes(at: offset, count)
        return bytes.count == count ? bytes : nil
    }

    private static func read(_ descriptor: Int32, _ offset: Int, _ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
            while done < count {
                let got = pread(descriptor, buffer.baseAddress.map { $0 + done }, count - done, off_t(offset + done))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return }
                done += got
            }
        }
    }
}

extension RandomAccessCollection where Element == UInt8, Index == Int {
    /// A number that is written with its highest byte first; 0 where the bytes do not reach. At most 8 bytes.
    func bigEndian(at offset: Int, _ size: Int) -> UInt64 {
        guard offset >= 0, size <= 8, offset <= count - size else { return 0 }
        return self[(startIndex + offset)..<(startIndex + offset + size)].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Returns a number with the lowest byte first.
    func littleEndian(at offset: Int, _ size: Int) -> UInt64 {
        guard offset >= 0, size <= 8, offset <= count - size else { return 0 }
        return self[(startIndex + offset)..<(startIndex + offset + size)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    func starts(_ text: StaticString) -> Bool {
        guard count >= text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { prefix($0.count).elementsEqual($0) }
    }
}
