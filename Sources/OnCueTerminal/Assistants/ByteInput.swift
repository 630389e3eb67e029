// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueRuntime

/// Bytes that arrive while the program runs.
package protocol ByteInput: Sendable {
    /// Whether the input comes from a keyboard.
    var isTerminal: Bool { get }
    /// Waits for the next bytes, without blocking the caller's thread; returns `nil` at the end, and if they cannot be
    /// read.
    func next() async -> [UInt8]?
}

/// An input that has ended.
package struct NoInput: ByteInput {
    package init() {}

    package var isTerminal: Bool { false }
    package func next() async -> [UInt8]? { nil }
}

/// Standard input, read on a thread that may block. It is read only on request, so a faster writer has to wait.
struct StandardInput: ByteInput {
    private static let largest = 64 << 10
    private static let executor = BlockingExecutor(label: "oncue.input")

    var isTerminal: Bool { isatty(0) == 1 }

    func next() async -> [UInt8]? { await Self.executor.run { Self.read() } }

    private static func read() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: largest)
        while true {
            let count = Glibc.read(0, &buffer, buffer.count)
            if count > 0 { return Array(buffer[..<count]) }
            guard count < 0 else { return nil }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                var waiting = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
                poll(&waiting, 1, -1)
            default: return nil
            }
        }
    }
}
