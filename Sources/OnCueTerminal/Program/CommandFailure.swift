// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// The failure of a command: the exit status, and a message of one line.
package struct CommandFailure: Error, Sendable, Equatable {
    package var status: ExitStatus
    /// The message; empty if everything has already been printed.
    package var message: String
    /// Whether the missing item may be in files that a running scan has yet to read.
    package var mayBeUnread: Bool

    package init(_ status: ExitStatus, _ message: String, mayBeUnread: Bool = false) {
        self.status = status
        self.mayBeUnread = mayBeUnread
        self.message = HiddenPassword.hidden(in: message)
    }

    init(_ error: ClientError) {
        // The advice of the daemon cannot be followed while the daemon itself is running.
        let hint = error.code == .noAudioOutput ? " (oncue quit stops the daemon that is running now)" : ""
        self.init(ExitStatus(error), error.message + hint, mayBeUnread: error.code == .nothingMatches)
    }
}
