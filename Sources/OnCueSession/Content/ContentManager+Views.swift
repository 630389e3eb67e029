// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueQuery

/// A page as an endpoint sees it.
package struct ViewedPage: Sendable {
    /// The page, cut to the limits of the view; its total is the number that the view shows.
    package var page: ContentPage
    /// The position of the container, where it is known.
    package var path: IndexPath?
    /// The total number of children.
    package var all: Int
}

extension ContentManager {
    /// Returns a page of the children of the item at a place, as displayed in a view; 0 is the view without limits.
    ///
    /// - Throws: `notContainer` for an item that is too deep for the view; as ``children(at:offset:limit:waits:)``.
    package func children(
        at place: ContentPlace, offset: Int, limit: Int, waits: Bool = true, in view: UInt32, of client: String
    ) async throws(ContentError) -> ViewedPage {
        let limits = view == 0 ? ContentLimits() : try views.limits(of: view, client)
        let (page, path) = try await children(
            at: place, offset: offset, limit: max(1, limits.count(from: offset, limit: limit)), waits: waits)
        guard view != 0 else { return ViewedPage(page: page, path: path, all: page.total) }
        let level = views.level(of: page.container.identifier, at: path, in: view)
        guard limits.mayOpen(at: level) else {
            throw ContentError(
                .notContainer,
                "\"\(page.container.title)\" is too deep for this view; play it as a whole")
        }
        let shown = limits.shown(page, at: level)
        views.note(shown.items, at: level + 1, in: view)
        return ViewedPage(page: shown, path: path, all: page.total)
    }
}
