// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Part of the children of a container, or of what a search found, at one revision.
package struct ContentListing: Sendable, Equatable {
    package var revision: ContentTree.Revision
    /// What the items are children of; `nil` for a search.
    package var container: ContentRecord?
    /// Position of the first item among all.
    package var offset: Int
    /// Number of all items.
    package var total: Int
    package var items: [ContentRecord]

    package init(
        revision: ContentTree.Revision, container: ContentRecord? = nil, offset: Int = 0, total: Int,
        items: [ContentRecord]
    ) {
        self.revision = revision
        self.container = container
        self.offset = offset
        self.total = total
        self.items = items
    }

    /// The most items that one call returns.
    package static let pageLimit = 1000
}
