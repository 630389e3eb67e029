// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Tells that a branch of the tree has changed.
package struct ContentChange: Sendable, Equatable {
    /// The revision of the branch after the change.
    package var revision: ContentTree.Revision
    /// The containers whose children differ, in number, order or content; `nil` when it may be any.
    package var containers: Set<ContentIdentifier>?

    package init(revision: ContentTree.Revision, containers: Set<ContentIdentifier>? = nil) {
        self.revision = revision
        self.containers = containers
    }

    /// The two as one.
    package func merged(with later: ContentChange) -> ContentChange {
        var containers: Set<ContentIdentifier>?
        if let mine = self.containers, let others = later.containers { containers = mine.union(others) }
        return ContentChange(revision: max(revision, later.revision), containers: containers)
    }
}
