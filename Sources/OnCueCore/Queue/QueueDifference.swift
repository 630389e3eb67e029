// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The difference between two states of the queue, by positions only: it is small even if many entries are concerned.
///
/// From the old list, remove `removed` and the entries of `moved`; then insert the moved and the new entries, the
/// smallest new index first.
package struct QueueDifference: Sendable, Equatable {
    /// Adjacent entries that have moved.
    package struct Move: Sendable, Equatable {
        /// The index of the first in the old list.
        package var start: Int
        /// The index of the first in the new list.
        package var target: Int
        package var count: Int

        package init(start: Int, target: Int, count: Int) {
            (self.start, self.target, self.count) = (start, target, count)
        }
    }

    /// Adjacent new entries.
    package struct Insertion: Sendable, Equatable {
        /// The index of the first in the new list.
        package var target: Int
        package var count: Int
        /// The identifier of the first; the others have the following numbers.
        package var first: PlaybackQueue.EntryID

        package init(target: Int, count: Int, first: PlaybackQueue.EntryID) {
            (self.target, self.count, self.first) = (target, count, first)
        }
    }

    /// The removed positions in the old list, ascending.
    package var removed: [Range<Int>]
    /// The moves, in the order of the new list.
    package var moved: [Move]
    /// The insertions, in the order of the new list.
    package var inserted: [Insertion]

    package init(removed: [Range<Int>] = [], moved: [Move] = [], inserted: [Insertion] = []) {
        (self.removed, self.moved, self.inserted) = (removed, moved, inserted)
    }

    /// The number of parts, which determines the size.
    package var partCount: Int { removed.count + moved.count + inserted.count }

    package var isEmpty: Bool { partCount == 0 }

    /// The increase in the number of entries.
    package var growth: Int { inserted.reduce(0) { $0 + $1.count } - removed.reduce(0) { $0 + $1.count } }
}

// MARK: New positions of entries

extension QueueDifference {
    /// The positions in the new list of the entries of the old one.
    package struct Positions: Sendable {
        private let removed: [Range<Int>]
        private let moved: [Move]
        /// The ranges that leave their place, in the old list, ascending.
        private let lifted: [Range<Int>]
        /// The ranges placed between the others, in the new list, ascending.
        private let placed: [Range<Int>]

        init(_ difference: QueueDifference) {
            (removed, moved) = (difference.removed, difference.moved)
            lifted = (removed + moved.map { $0.start..<$0.start + $0.count }).sorted { $0.lowerBound < $1.lowerBound }
            placed =
                (moved.map { $0.target..<$0.target + $0.count }
                + difference.inserted.map { $0.target..<$0.target + $0.count }).sorted { $0.lowerBound < $1.lowerBound }
        }

        /// Returns the new index of the entry at an old one, or `nil` if it was removed.
        ///
        /// - Complexity: O(m) in the number of parts.
        package subscript(old: Int) -> Int? {
            if let move = moved.first(where: { ($0.start..<$0.start + $0.count).contains(old) }) {
                return move.target + old - move.start
            }
            if removed.contains(where: { $0.contains(old) }) { return nil }
            let before = lifted.prefix { $0.upperBound <= old }.reduce(0) { $0 + $1.count }
            return placed.reduce(old - before) { $1.lowerBound <= $0 ? $0 + $1.count : $0 }
        }
    }

    package var positions: Positions { Positions(self) }
}
