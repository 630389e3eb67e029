// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueQuery
package import OnCueRuntime

/// Finds what programs have told of that is no item of the tree, for the searches of desktops.
@MediaActor
package protocol ForeignSearching: AnyObject {
    /// Returns what matches, the latest first.
    func matches(_ search: DesktopSearch, limit: Int) async -> [ForeignMatch]

    /// Returns what has an identifier; `nil` if it is of another source, is gone, or searches may not show it.
    func match(_ id: String) async -> ForeignMatch?

    /// Takes it up again in its program.
    func open(_ id: String) async throws
}

/// Something of another program that was found.
package struct ForeignMatch: Sendable, Equatable {
    /// How the identifiers of what programs have told of begin.
    package static let prefix = "foreign:"

    /// Whether an identifier is that of something that is no item of the tree, or of an event, which does not play.
    package static func isOne(_ id: String) -> Bool {
        id.hasPrefix(prefix) || ContentIdentifier(id)?.kind == .event
    }

    package var id: String
    package var title: String
    /// Its program, and words about it.
    package var about: String
    /// The URI of a picture that is a file, if it has one.
    package var picture: String?

    package init(id: String, title: String, about: String, picture: String? = nil) {
        (self.id, self.title, self.about, self.picture) = (id, title, about, picture)
    }
}
