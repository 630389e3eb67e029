// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The reason why a command was not carried out.
package struct PlaybackCommandError: Error, Sendable, Equatable {
    /// The kind of obstacle; other codes may be added.
    package enum Code: Sendable {
        /// There is no current entry.
        case nothingPlaying
        /// A live stream, or a medium that cannot be sought in.
        case notSeekable
        case noSuchEntry
        case noSuchChapter
        /// The command would have no effect in the current state, or on the current item.
        case notAvailable
        case invalidValue
        /// The queue is at its capacity.
        case queueFull
        /// No queue is set aside.
        case nothingWaiting
        /// There is no change of the queue to undo.
        case nothingToUndo
        /// Another command arrived while this one was being looked up.
        case overtaken
        /// The command was carried out, but its effect is lost when the service ends, since it cannot be written.
        case notKept
        /// The service is about to end.
        case stopping
    }

    package var code: Code
    /// A description of the failure, and the next step.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = HiddenPassword.hidden(in: message)
    }
}

extension PlaybackCommandError {
    /// Returns the error for a medium that can only be played in order.
    static func notSeekable(isStation: Bool) -> PlaybackCommandError {
        PlaybackCommandError(
            .notSeekable,
            isStation
                ? "a live stream has no positions to jump to"
                : "it is not possible to jump within this track: its server or its format can only be read in order")
    }
}

extension PlaybackCommandError: CustomStringConvertible {
    package var description: String { message }
}
