// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Standard input, output and error, which a caller may have closed.
package enum StandardDescriptors {
    /// Opens the closed ones, so that the output does not go to a socket or file that is opened later. Reading from
    /// such a descriptor ends immediately, writing to it fails.
    package static func complete() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is this one.
            _ = open("/dev/null", O_RDONLY)
        }
    }
}
