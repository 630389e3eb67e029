// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The reason why there is no link, or no longer one, with a message of one line.
package struct LinkFault: Error, Sendable, Equatable {
    package enum Code: String, Sendable {
        /// No machine answers.
        case unreachable
        /// It took too long.
        case late
        /// The other end has closed it, or does not speak TLS 1.3.
        case closed
        /// The other end is not the machine that was paired.
        case otherMachine
        /// The received data cannot be read.
        case unreadable
        /// The key or the list of machines cannot be read or kept.
        case files
    }

    package var code: Code
    package var message: String

    package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }
}
