// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import MachineLink
internal import OnCueRuntime

extension PipeEnds {
    /// Makes a pipe whose ends never block.
    ///
    /// - Throws: `files` if no descriptors are left.
    static func unblocking() throws(LinkFault) -> PipeEnds {
        guard let ends = PipeEnds(isBlocking: false) else {
            throw LinkFault(.files, "no pipe: \(ProcessEnvironment.text(ofError: errno))")
        }
        return ends
    }
}
