// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Which children of a container televisions are shown, by their positions in the tree.
package struct TelevisionListing: Sendable, Equatable {
    /// Positions in ascending order.
    package enum Positions: Sendable, Equatable {
        /// All of so many.
        case all(Int)
        case some([Int])

        package var count: Int {
            switch self {
            case .all(let count): count
            case .some(let positions): positions.count
            }
        }

        /// Returns the positions of a part of what is shown.
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
    /// Content of programs is located by them alone, so there is nothing in it for a television. For You reveals what
    /// the user likes and does, which should not be visible in the network.
    var isTelevisionContainer: Bool {
        isContainer && !isUnavailable && identifier != RootBranch.forYou.identifier
            && TelevisionTree.containerKinds.contains(kind)
    }

    /// Whether it is something that a television may be able to play.
    var isTelevisionItem: Bool { !isContainer && !isUnavailable && TelevisionTree.itemKinds.contains(kind) }
}
