// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What went wrong, in words for people.
///
/// ``PlayableContentManager/run()`` throws it, and a data source or a delegate may: ``Code/notFound`` tells OnCue that
/// something is not there, any other code that it cannot be had now.
public struct PlayableContentError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: Sendable, Equatable {
        /// The item is not there, or not any more.
        case notFound
        /// It cannot be had now.
        case unavailable
        /// The message bus cannot be reached, or has ended.
        case noBus
        /// Another program has the bus name.
        case nameTaken
        /// OnCue does not take the program.
        case refused
    }

    /// Which kind of failure it is.
    public var code: Code
    /// What failed and on what, in a sentence that OnCue shows; at most 500 bytes of it.
    public var message: String

    /// An error with a sentence for people.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// An error with the code ``Code/notFound``: the item is not there, or not any more.
    public static func notFound(_ message: String) -> PlayableContentError { PlayableContentError(.notFound, message) }

    /// The ``message``.
    public var description: String { message }
}
