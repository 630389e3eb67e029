// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import MachineLink
internal import OnCueRuntime

/// A pipe whose ends never block, and which programs started from here do not inherit.
struct UnblockingPipe {
    /// The end to write to.
    let input: Int32
    /// The end to read from.
    let output: Int32

    /// - Throws: `files` if no descriptors are left.
    init() throws(LinkFault) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else {
            throw LinkFault(.files, "no pipe: \(ProcessEnvironment.text(ofError: errno))")
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (input, output) = (ends[1], ends[0])
    }
}
