// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A change of a branch of the content tree, or of the whole tree.
package struct ContentChange: Sendable, Equatable {
    /// The revision of the branch after the change.
    package var revision: ContentTree.Revision
    /// The containers whose children have changed in number, order or content; `nil` if it may be any.
    package var containers: Set<ContentIdentifier>?
    /// Branches of the tree in which any container may have changed; a branch itself reports that with `nil`
    /// containers.
    package var scopes: Set<ContentScope>

    package init(
        revision: ContentTree.Revision, containers: Set<ContentIdentifier>? = nil, scopes: Set<ContentScope> = []
    ) {
        self.revision = revision
        self.containers = containers
        self.scopes = scopes
    }

    /// Returns whether the children of a container may have changed.
    package func concerns(_ container: ContentIdentifier) -> Bool {
        guard let containers else { return true }
        return containers.contains(container) || scopes.contains { $0.contains(container) }
    }

    /// Returns both changes combined.
    package func merged(with later: ContentChange) -> ContentChange {
        var containers: Set<ContentIdentifier>?
        if let mine = self.containers, let others = later.containers { containers = mine.union(others) }
        return ContentChange(
            revision: max(revision, later.revision), containers: containers, scopes: scopes.union(later.scopes))
    }
}
