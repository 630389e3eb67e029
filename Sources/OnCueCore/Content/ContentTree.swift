// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Names that belong to the tree as a whole.
package enum ContentTree {
    /// The maximum number of tracks in one selection; further ones below a container are left out.
    package static let selectionLimit = 20_000

    /// A number that increases with every change of the tree; an index path is a position at one revision.
    package struct Revision: Hashable, Comparable, Sendable {
        package let number: UInt64

        package init(_ number: UInt64) {
            self.number = number
        }

        package static func < (left: Revision, right: Revision) -> Bool { left.number < right.number }
    }
}

extension ContentTree.Revision: CustomStringConvertible {
    package var description: String { String(number) }
}
