// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The reason why a request for a place in the content tree failed.
package struct ContentError: Error, Sendable, Equatable {
    /// The kind of failure; other codes may be added.
    package enum Code: Sendable, Equatable {
        /// There is nothing at that place.
        case notFound
        /// No item has these titles, or matches these words or this query.
        case nothingMatches
        /// The index path belongs to an earlier revision.
        case staleIndexPath(current: ContentTree.Revision)
        /// The item has no children.
        case notContainer
        /// Neither the item nor anything below it can be played.
        case notPlayable
        /// The text is not a place, or a number is out of its bounds.
        case invalidPlace
        /// A file cannot be read.
        case unreadable
        /// The provider of the item does not answer, or not in time.
        case unavailable
        /// The text is not a query; `column` counts characters from 1.
        case invalidQuery(column: Int)
        /// The item already exists, or the limit for items of its kind is reached.
        case refused
        /// The catalog failed.
        case storage
    }

    package var code: Code
    /// A description of the failure: the operation, the item, and the next step.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = HiddenPassword.hidden(in: message)
    }
}

extension ContentError {
    /// Whether the item does not exist, in whatever form the place was given.
    package var isAbsence: Bool { code == .notFound || code == .nothingMatches }
}

extension ContentError: CustomStringConvertible {
    package var description: String { message }
}
