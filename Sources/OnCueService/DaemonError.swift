// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A failure to start the service, or the reason for its end.
package struct DaemonError: Error, Sendable, Equatable {
    /// The kind of failure; other codes may be added.
    package enum Code: Sendable, Equatable {
        /// Another instance has the name on this bus.
        case alreadyRunning(processIdentifier: Int?)
        /// No bus, or it went away.
        case bus
        /// The catalog cannot be used.
        case storage
        /// A directory cannot be created or belongs to another user.
        case directory
    }

    package var code: Code
    /// A description of the failure: the operation, its object, and the next step.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// - Parameter process: The number of the daemon that runs, where it is known.
    static func alreadyRunning(_ process: Int?) -> DaemonError {
        let who = process.map { " (process \($0))" } ?? ""
        return DaemonError(
            .alreadyRunning(processIdentifier: process), "oncued is already running\(who); nothing to do")
    }
}

extension DaemonError: CustomStringConvertible {
    package var description: String { message }
}
