// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueQuery
package import OnCueRuntime

/// Finds items of programs that are not in the tree, for the searches of desktops.
@MediaActor
package protocol ForeignSearching: AnyObject {
    /// Returns the matches, the latest first.
    func matches(_ search: DesktopSearch, limit: Int) async -> [ForeignMatch]

    /// Returns the match with an identifier; `nil` if it is of another source, is gone, or searches may not show it.
    func match(_ id: String) async -> ForeignMatch?

    /// Continues it in its program.
    func open(_ id: String) async throws
}

/// A result from another program.
package struct ForeignMatch: Sendable, Equatable {
    /// The prefix of the identifiers of items of other programs.
    package static let prefix = "foreign:"

    /// Returns whether an identifier is that of an item outside the tree, or of an event, which cannot be played.
    package static func isOne(_ id: String) -> Bool {
        id.hasPrefix(prefix) || ContentIdentifier(id)?.kind == .event
    }

    package var id: String
    package var title: String
    /// The name of its program, and a description.
    package var about: String
    /// The URI of a picture that is a file, if it has one.
    package var picture: String?

    package init(id: String, title: String, about: String, picture: String? = nil) {
        (self.id, self.title, self.about, self.picture) = (id, title, about, picture)
    }
}
