// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The reason why something cannot be played.
package struct PlaybackError: Error, Sendable, Equatable {
    /// The kind of failure; other codes may be added.
    package enum Code: String, Sendable {
        /// The file or address does not exist.
        case notFound
        /// It exists but may not be read.
        case permissionDenied
        /// It is not audio, or it is damaged.
        case notPlayable
        /// A decoder is not installed; the message names the Debian package.
        case missingDecoder
        /// The server of a stream does not answer, or refuses the request.
        case network
        /// No sound server or device accepts the audio.
        case noAudioOutput
        /// The sound server or device disappeared during playback.
        case audioOutputLost
        /// Any other failure of the engine.
        case failed
    }

    package var code: Code
    /// A description of the failure: the operation, its object, and the next step.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = HiddenPassword.hidden(in: message)
    }

    /// Whether other entries would fail in the same way, so that continuing is of no use.
    package var concernsOutput: Bool { code == .noAudioOutput || code == .audioOutputLost }
}

extension PlaybackError: CustomStringConvertible {
    package var description: String { message }
}
