// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Reads lines as they arrive, in bounded memory.
struct LineReader {
    /// The longest accepted line, in bytes.
    static let limit = 64 << 10

    private let descriptor: Int32
    private var buffer: [UInt8] = []
    /// The part of the buffer that has been returned, and the part known to contain no line end.
    private var start = 0
    private var searched = 0
    private var isAtEnd = false
    /// The number of the last returned line, from 1.
    private(set) var number = 0

    /// A line, or the fact that it was longer than ``limit``.
    enum Line: Equatable {
        case text([UInt8])
        case tooLong
    }

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Waits for the next line, and returns it without its end; `nil` if there are no more lines.
    ///
    /// - Throws: ``CommandFailure`` if the file cannot be read.
    mutating func next() throws(CommandFailure) -> Line? {
        var isTooLong = false
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                return give(upTo: end, skipping: end + 1, isTooLong)
            }
            searched = buffer.count
            if searched - start > Self.limit {
                isTooLong = true
                (start, searched) = (buffer.count, buffer.count)
            }
            guard !isAtEnd else {
                return start < buffer.count || isTooLong
                    ? give(upTo: buffer.count, skipping: buffer.count, isTooLong) : nil
            }
            try fill()
        }
    }

    private mutating func give(upTo end: Int, skipping next: Int, _ isTooLong: Bool) -> Line {
        let isLong = isTooLong || end - start > Self.limit
        let line = isLong ? Line.tooLong : .text(Array(buffer[start..<end]))
        (start, searched) = (next, next)
        number += 1
        return line
    }

    private mutating func fill() throws(CommandFailure) {
        buffer.removeFirst(start)
        searched -= start
        start = 0
        let space = 32 << 10
        let old = buffer.count
        buffer.append(contentsOf: repeatElement(0, count: space))
        var count = 0
        repeat {
            count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress?.advanced(by: old), space) }
        } while count < 0 && errno == EINTR
        buffer.removeLast(space - max(0, count))
        guard count >= 0 else {
            throw CommandFailure(.failed, "cannot read the events: \(String(cString: strerror(errno)))")
        }
        isAtEnd = count == 0
    }
}
