// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A failure with a readable message.
///
/// It is thrown by ``PlayableContentManager/run()``, and may be thrown by a data source or a delegate. To OnCue,
/// ``Code/notFound`` means that an item does not exist, and any other code that it is not available now.
public struct PlayableContentError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: Sendable, Equatable {
        /// The item does not exist, or no longer exists.
        case notFound
        /// It is not available now.
        case unavailable
        /// The message bus cannot be reached, or has closed.
        case noBus
        /// Another program has the bus name.
        case nameTaken
        /// OnCue does not accept the program.
        case refused
    }

    /// The kind of failure.
    public var code: Code
    /// A sentence about the failure and its object, of which OnCue shows at most 500 bytes.
    public var message: String

    /// Creates an error with a sentence for users.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Creates an error with the code ``Code/notFound``, for an item that does not exist, or no longer exists.
    public static func notFound(_ message: String) -> PlayableContentError { PlayableContentError(.notFound, message) }

    /// The ``message``.
    public var description: String { message }
}
