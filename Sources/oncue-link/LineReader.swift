// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Lines from a descriptor, each within a time and a length.
struct LineReader {
    let descriptor: Int32
    /// The longest line in bytes.
    let longest: Int
    private var rest: [UInt8] = []

    init(_ descriptor: Int32, longest: Int) { (self.descriptor, self.longest) = (descriptor, longest) }

    enum End: Error {
        case over
        case late
        case tooLong
    }

    /// Whether a line is there already.
    var hasLine: Bool { rest.contains(UInt8(ascii: "\n")) }

    /// - Parameter limit: How long to wait for the whole of it; without end if absent.
    mutating func next(within limit: Duration? = nil) throws(End) -> String {
        let deadline = limit.map { ContinuousClock.now + $0 }
        var searched = 0
        while true {
            if let end = rest[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest.removeFirst(end + 1) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            guard rest.count <= longest else { throw .tooLong }
            searched = rest.count
            var buffer = [UInt8](repeating: 0, count: 64 << 10)
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
