// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The children of a container that televisions are shown, by their positions in the tree.
package struct TelevisionListing: Sendable, Equatable {
    /// Positions in ascending order.
    package enum Positions: Sendable, Equatable {
        /// All of this many.
        case all(Int)
        case some([Int])

        package var count: Int {
            switch self {
            case .all(let count): count
            case .some(let positions): positions.count
            }
        }

        /// Returns the positions of a part of the shown children.
        func part(offset: Int, limit: Int) -> [Int] {
            let end = min(count, offset + min(limit, count))
            guard offset < end else { return [] }
            return switch self {
            case .all: Array(offset..<end)
            case .some(let positions): Array(positions[offset..<end])
            }
        }
    }

    /// The kind of children.
    enum Part {
        case children, containers, items
    }

    package var revision: ContentTree.Revision
    package var children: Positions
    package var containers: Positions
    package var items: Positions

    func positions(_ part: Part) -> Positions {
        switch part {
        case .children: children
        case .containers: containers
        case .items: items
        }
    }
}

extension ContentNode {
    /// Whether televisions are shown it as a container.
    ///
    /// Only programs themselves can locate their content, so there is nothing in it for a television. For You reveals
    /// the user's preferences and habits, which should not be visible on the network.
    var isTelevisionContainer: Bool {
        isContainer && !isUnavailable && identifier != RootBranch.forYou.identifier
            && TelevisionTree.containerKinds.contains(kind)
    }

    /// Whether it is something that a television may be able to play.
    var isTelevisionItem: Bool { !isContainer && !isUnavailable && TelevisionTree.itemKinds.contains(kind) }
}
