// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Standard input, output and error, which a caller may have closed.
package enum StandardDescriptors {
    /// Fills the places of those that are closed, so that no socket or file that is opened later gets the output.
    /// Reading from such a place ends at once, writing to it fails.
    package static func complete() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest number that is free is this one.
            _ = open("/dev/null", O_RDONLY)
        }
    }
}
