// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A failure with a readable message.
///
/// It is thrown by ``PlayableContentManager/run()``, and may be thrown by a data source or a delegate:
/// ``Code/notFound`` means for OnCue that an item does not exist, any other code that it is not available now.
public struct PlayableContentError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: Sendable, Equatable {
        /// The item does not exist, or no longer.
        case notFound
        /// It is not available now.
        case unavailable
        /// The message bus cannot be reached, or has ended.
        case noBus
        /// Another program has the bus name.
        case nameTaken
        /// OnCue does not take the program.
        case refused
    }

    /// The kind of failure.
    public var code: Code
    /// A sentence about the failure and its object, which OnCue displays; at most 500 bytes of it.
    public var message: String

    /// An error with a sentence for people.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Creates an error with the code ``Code/notFound``: the item does not exist, or no longer.
    public static func notFound(_ message: String) -> PlayableContentError { PlayableContentError(.notFound, message) }

    /// The ``message``.
    public var description: String { message }
}
