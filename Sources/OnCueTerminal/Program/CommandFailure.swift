// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// Why a command did not do what it was asked: the status to end with and one line for the person.
package struct CommandFailure: Error, Sendable, Equatable {
    package var status: ExitStatus
    /// Empty when everything has been said.
    package var message: String

    package init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = HiddenPassword.hidden(in: message)
    }

    init(_ error: ClientError) {
        // What the daemon advises cannot be done as long as it runs itself.
        let hint = error.code == .noAudioOutput ? " (oncue quit stops the daemon that is running now)" : ""
        self.init(ExitStatus(error), error.message + hint)
    }
}
