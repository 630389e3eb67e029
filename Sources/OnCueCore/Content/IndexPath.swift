// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The position of an item: the number of the child at each level from the root downwards.
///
/// The path of the root is empty. It behaves like Foundation's type of the same name, which would add all of Foundation
/// to each program.
package struct IndexPath: Hashable, Sendable {
    private var indexes: [Int]

    package init(indexes: [Int] = []) {
        self.indexes = indexes
    }

    package init(index: Int) {
        self.init(indexes: [index])
    }

    /// Returns the path of the child at an index.
    package func appending(_ index: Int) -> IndexPath { IndexPath(indexes: indexes + [index]) }

    /// Returns this path followed by another one.
    package func appending(_ path: IndexPath) -> IndexPath { IndexPath(indexes: indexes + path.indexes) }
}

extension IndexPath: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { indexes.count }

    package subscript(position: Int) -> Int { indexes[position] }

    /// The rest of the path, counted from its own beginning.
    package subscript(bounds: Range<Int>) -> IndexPath { IndexPath(indexes: Array(indexes[bounds])) }
}

extension IndexPath: ExpressibleByArrayLiteral {
    package init(arrayLiteral indexes: Int...) {
        self.init(indexes: indexes)
    }
}
