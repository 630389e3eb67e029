// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Why a command was not carried out.
package struct PlaybackCommandError: Error, Sendable, Equatable {
    /// What stands against it; other codes may be added.
    package enum Code: Sendable {
        /// There is no current entry.
        case nothingPlaying
        /// A live stream, or a medium that cannot be sought in.
        case notSeekable
        case noSuchEntry
        case noSuchChapter
        /// The command would have no effect in the present state, or on what plays.
        case notAvailable
        case invalidValue
        /// The queue is at its capacity.
        case queueFull
        /// No queue waits for what is played in between.
        case nothingWaiting
        /// There is no change of the queue to take back.
        case nothingToUndo
        /// Something else was asked for while this was being looked up.
        case overtaken
        /// It was carried out, but is lost when the service ends, since it cannot be written.
        case notKept
        /// The service is about to end.
        case stopping
    }

    package var code: Code
    /// What failed and what to do next.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = HiddenPassword.hidden(in: message)
    }
}

extension PlaybackCommandError {
    /// There is only one way through what plays.
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
