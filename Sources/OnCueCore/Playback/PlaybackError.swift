// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Why something does not play.
package struct PlaybackError: Error, Sendable, Equatable {
    /// What went wrong; other codes may be added.
    package enum Code: String, Sendable {
        /// The file or address does not exist.
        case notFound
        /// It exists but must not be read.
        case permissionDenied
        /// It is not audio, or it is damaged.
        case notPlayable
        /// A decoder is not installed; the message names the Debian package.
        case missingDecoder
        /// The server of a stream does not answer or refuses.
        case network
        /// No sound server or device takes the audio.
        case noAudioOutput
        /// The sound server or device went away while playing.
        case audioOutputLost
        /// Anything else that the engine says.
        case failed
    }

    package var code: Code
    /// What failed, on what, and what to do next.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = HiddenPassword.hidden(in: message)
    }

    /// True when another entry would fail in the same way, so that going on makes no sense.
    package var concernsOutput: Bool { code == .noAudioOutput || code == .audioOutputLost }
}

extension PlaybackError: CustomStringConvertible {
    package var description: String { message }
}
