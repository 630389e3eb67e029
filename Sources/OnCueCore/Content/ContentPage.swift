// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Part of the children of one container, as they were at one revision.
package struct ContentPage: Sendable, Equatable {
    package var revision: ContentTree.Revision
    package var container: ContentNode
    /// Position of the first item among all children.
    package var offset: Int
    /// Number of all children of the container.
    package var total: Int
    package var items: [ContentNode]
    /// Whether children are still being loaded: `total` and `items` are then preliminary, and a change is announced
    /// when more arrive.
    package var isLoading: Bool
    /// In search results, the branches that did not answer, so that some of their items may be missing.
    package var unanswered: [UnansweredBranch] = []

    package init(
        revision: ContentTree.Revision, container: ContentNode, offset: Int, total: Int, items: [ContentNode],
        isLoading: Bool = false
    ) {
        self.revision = revision
        self.container = container
        self.offset = offset
        self.total = total
        self.items = items
        self.isLoading = isLoading
    }
}
