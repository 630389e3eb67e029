// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Where a person or a client points: the text of a `PLACE` argument, understood.
package enum ContentPlace: Sendable, Equatable {
    /// A position; without a revision, the current one is meant.
    case indexPath(IndexPath, revision: ContentTree.Revision?)
    case identifier(ContentIdentifier)
    /// A file, a folder or a stream, as an absolute URI.
    case location(MediaLocation)
    /// Titles from the root downwards, or words to search when no section has the first name.
    case names([String])

    /// Parses the text form.
    ///
    /// `/` and `/0/2/5` (with an optional `@revision`) are index paths, `kind:key` with a known kind is an
    /// identifier, `scheme://…` is a location, everything else is names divided by `/`.
    ///
    /// - Throws: ``ContentError`` with `invalidPlace`.
    package init(_ text: String) throws(ContentError) {
        if text.isEmpty || text.utf8.contains(0) {
            throw ContentError(.invalidPlace, "an empty place; expected /0/2, album:…, a name, a file or a URL")
        }
        if let path = try IndexPathText.parse(text) {
            self = .indexPath(path.indexPath, revision: path.revision)
        } else if let identifier = ContentIdentifier(text) {
            self = .identifier(identifier)
        } else if let location = MediaLocation(uri: text) {
            self = .location(location)
        } else {
            self = .names(text.split(separator: "/").map(String.init).filter { !$0.isEmpty })
        }
    }
}
