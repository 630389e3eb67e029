// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Where an item is: the number of the child to go to, at each level from the root downwards.
///
/// The root has none. As Foundation's type of this name behaves, which would bring the whole of it into each program.
package struct IndexPath: Hashable, Sendable {
    private var indexes: [Int]

    package init(indexes: [Int] = []) {
        self.indexes = indexes
    }

    package init(index: Int) {
        self.init(indexes: [index])
    }

    /// The child at an index.
    package func appending(_ index: Int) -> IndexPath { IndexPath(indexes: indexes + [index]) }

    /// What another path leads to from here.
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
