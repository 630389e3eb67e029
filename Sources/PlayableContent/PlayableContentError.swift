// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What went wrong, in words for people.
public struct PlayableContentError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What it is about.
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

    /// What it is about.
    public var code: Code
    /// What failed and on what, in a sentence that OnCue shows.
    public var message: String

    /// An error with a sentence for people.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The item is not there, or not any more.
    public static func notFound(_ message: String) -> PlayableContentError { PlayableContentError(.notFound, message) }

    /// The message.
    public var description: String { message }
}
