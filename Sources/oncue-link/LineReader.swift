// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Reads lines from a descriptor, each with a limit on its time and length.
struct LineReader {
    let descriptor: Int32
    /// The longest line in bytes.
    let longest: Int
    private var rest: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)

    init(_ descriptor: Int32, longest: Int) { (self.descriptor, self.longest) = (descriptor, longest) }

    enum End: Error {
        case over
        case late
        case tooLong
    }

    /// Whether a whole line has already arrived.
    var hasLine: Bool { end(from: 0) != nil }

    /// Returns the end of the first line, which must not be before an index.
    private func end(from searched: Int) -> Int? {
        rest.withUnsafeBytes { bytes in
            bytes.baseAddress.flatMap { start in
                memchr(start + searched, Int32(UInt8(ascii: "\n")), bytes.count - searched).map {
                    UnsafeRawPointer($0) - start
                }
            }
        }
    }

    /// Returns the next line.
    ///
    /// - Parameter limit: The time to wait for the whole line; `nil` to wait without a limit.
    mutating func next(within limit: Duration? = nil) throws(End) -> String {
        let deadline = limit.map { ContinuousClock.now + $0 }
        var searched = 0
        while true {
            if let end = end(from: searched) {
                defer { rest.removeFirst(end + 1) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            guard rest.count <= longest else { throw .tooLong }
            searched = rest.count
            var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            var patience: Int32 = -1
            if let deadline {
                let left = (deadline - .now) / .milliseconds(1)
                guard left > 0 else { throw .late }
                patience = Int32(min(left + 1, 600_000))
            }
            let ready = poll(&poller, 1, patience)
            if ready == 0 || ready < 0 && errno == EINTR { continue }
            let count = ready < 0 ? -1 : read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { throw .over }
            rest += buffer[..<count]
        }
    }
}
