// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore
internal import Synchronization

/// Writes lines to a descriptor without waiting: a reader that has stopped reading costs lines, not time, since the
/// thread may be the one that controls the sound. Safe from any thread; lines do not mix.
package final class LineWriter: Sendable {
    /// The length of a line with its end, in bytes, beyond which it is cut: the size that a pipe takes at once whenever
    /// it can be written to (PIPE_BUF).
    package static let longest = 4_096

    private let descriptor: Int32
    /// The number of lines that could not be written.
    private let dropped = Mutex(0)

    /// - Parameter descriptor: It stays open.
    package init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// - Parameter line: Without its end.
    package func write(_ line: String) {
        dropped.withLock { dropped in
            guard isWritable else {
                dropped += 1
                return
            }
            let notice = dropped == 0 ? "" : "(\(dropped) lines were dropped because they were not read in time)\n"
            dropped = 0
            var text = (notice + line).shortened(toBytes: Self.longest - 1) + "\n"
            text.withUTF8 { bytes in
                // If the descriptor is closed, the failure cannot be reported anywhere.
                unsafe _ = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            }
        }
    }

    private var isWritable: Bool {
        var output = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&output, 1, 0) != 0
    }
}
