// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How the queue differs from what it was, by places alone: small however many entries are concerned.
///
/// From the old list, take out `removed` and what `moved` names; then put in what was moved and what is new, the smallest
/// new index first.
package struct QueueDifference: Sendable, Equatable {
    /// Entries side by side that stand elsewhere.
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

    /// New entries side by side.
    package struct Insertion: Sendable, Equatable {
        /// The index of the first in the new list.
        package var target: Int
        package var count: Int
        /// The others have the numbers that follow.
        package var first: PlaybackQueue.EntryID

        package init(target: Int, count: Int, first: PlaybackQueue.EntryID) {
            (self.target, self.count, self.first) = (target, count, first)
        }
    }

    /// Places in the old list, ascending.
    package var removed: [Range<Int>]
    /// In the order of the new list.
    package var moved: [Move]
    /// In the order of the new list.
    package var inserted: [Insertion]

    package init(removed: [Range<Int>] = [], moved: [Move] = [], inserted: [Insertion] = []) {
        (self.removed, self.moved, self.inserted) = (removed, moved, inserted)
    }

    /// What its size grows with.
    package var partCount: Int { removed.count + moved.count + inserted.count }

    package var isEmpty: Bool { partCount == 0 }

    /// How many entries more there are afterwards.
    package var growth: Int { inserted.reduce(0) { $0 + $1.count } - removed.reduce(0) { $0 + $1.count } }
}

// MARK: Where entries stand afterwards

extension QueueDifference {
    /// Where the entries of the old list stand in the new one.
    package struct Places: Sendable {
        private let removed: [Range<Int>]
        private let moved: [Move]
        /// What leaves its place, in the old list, ascending.
        private let lifted: [Range<Int>]
        /// What comes to stand between the others, in the new list, ascending.
        private let placed: [Range<Int>]

        init(_ difference: QueueDifference) {
            (removed, moved) = (difference.removed, difference.moved)
            lifted = (removed + moved.map { $0.start..<$0.start + $0.count }).sorted { $0.lowerBound < $1.lowerBound }
            placed =
                (moved.map { $0.target..<$0.target + $0.count }
                + difference.inserted.map { $0.target..<$0.target + $0.count }).sorted { $0.lowerBound < $1.lowerBound }
        }

        /// The new index of what stood at an old one; `nil` for what is gone.
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

    package var places: Places { Places(self) }
}
