// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib
internal import Glibc

/// The two ends of a new pipe, which are its owner's to close.
///
/// No program inherits them, not even one that another thread starts at the same moment: it would keep a reader waiting
/// for the end.
package struct PipeEnds: Sendable {
    /// The end to read from.
    package let output: Int32
    /// The end to write to.
    package let input: Int32

    /// `nil` if no more files can be opened; `errno` has the reason.
    ///
    /// - Parameter isBlocking: Whether reading waits for data, and writing for room.
    package init?(isBlocking: Bool = true) {
        var ends: [Int32] = [-1, -1]
        guard unsafe g_unix_open_pipe(&ends, FD_CLOEXEC, nil) != 0 else { return nil }
        (output, input) = (ends[0], ends[1])
        if !isBlocking { for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) } }
    }
}
