// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// A branch that keeps the favourites and the ratings of its items itself, in place of the listening store: another
/// program, which may have them from a server.
@MediaActor
package protocol MarkingContentSource: ContentSource {
    /// Whether it keeps them at present.
    var keepsMarks: Bool { get }

    /// Makes an item a favourite, or no longer one.
    ///
    /// - Throws: `notFound`, `unavailable`, `refused`.
    func setFavourite(_ isFavourite: Bool, of item: ContentIdentifier) async throws(ContentError)

    /// Rates an item, or removes its rating.
    ///
    /// - Throws: As ``setFavourite(_:of:)``.
    func setStars(_ stars: Stars?, of item: ContentIdentifier) async throws(ContentError)
}

extension MarkingContentSource {
    package nonisolated func marks(of item: ContentIdentifier) -> (any MarkingContentSource)? {
        item.kind == .provided ? self : nil
    }
}

extension ContentManager {
    /// Returns the source that keeps the marks of an item itself; `nil` for an item whose marks the listening store
    /// keeps.
    package func marks(of item: ContentIdentifier) -> (any MarkingContentSource)? {
        guard let source = source.marks(of: item), source.keepsMarks else { return nil }
        return source
    }
}
