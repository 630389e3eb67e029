// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface

/// A part of the children of a container, or of the results of a search, at one revision.
package struct ContentListing: Sendable, Equatable {
    package var revision: ContentTree.Revision
    /// The container of the items; `nil` for a search.
    package var container: ContentRecord?
    /// Position of the first item among all.
    package var offset: Int
    /// Number of all items.
    package var total: Int
    package var items: [ContentRecord]
    /// Whether remote items are being fetched; a notice announces them.
    package var isLoading: Bool
    /// The items show how far each has been played.
    package var showsProgress: Bool
    /// In search results, the branches that failed.
    package var unanswered: [UnansweredBranch] = []

    package init(
        revision: ContentTree.Revision, container: ContentRecord? = nil, offset: Int = 0, total: Int,
        items: [ContentRecord], isLoading: Bool = false, showsProgress: Bool = false
    ) {
        self.revision = revision
        self.container = container
        self.offset = offset
        self.total = total
        self.items = items
        self.isLoading = isLoading
        self.showsProgress = showsProgress
    }

    /// The most items that one call returns.
    package static let pageLimit = 1000
}
