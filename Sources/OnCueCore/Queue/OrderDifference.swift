// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The difference between two lists of entries: remove the removed ones, then insert each run between its neighbours,
/// in order. It concerns only the presence and the order of entries, not their contents.
package struct OrderDifference: Sendable, Equatable {
    /// Adjacent entries of the new list that are new, or were elsewhere.
    package struct Run: Sendable, Equatable {
        /// The positions in the new list; never empty.
        package var positions: Range<Int>
        /// Whether all entries are new; otherwise the old list had all of them. A run never mixes the two.
        package var areNew: Bool
        /// The entry right before them in the new list; `nil` at the beginning.
        package var predecessor: PlaybackQueue.EntryID?
        /// The next entry after them that keeps its place; `nil` if there is none.
        package var successor: PlaybackQueue.EntryID?
    }

    /// The entries missing from the new list, in the old order.
    package var removed: [PlaybackQueue.EntryID] = []
    /// The runs, in the order of the new list.
    package var runs: [Run] = []

    package init(removed: [PlaybackQueue.EntryID] = [], runs: [Run] = []) {
        self.removed = removed
        self.runs = runs
    }

    package var isEmpty: Bool { removed.isEmpty && runs.isEmpty }

    /// The number of entries that are new or elsewhere.
    package var placedCount: Int { runs.reduce(0) { $0 + $1.positions.count } }

    /// Returns the difference of two lists without duplicates.
    ///
    /// - Complexity: O(n) with a small factor for changes of single entries and for one run, otherwise O(*n* log *n*).
    package static func between(
        _ old: [PlaybackQueue.EntryID], _ new: [PlaybackQueue.EntryID]
    ) -> OrderDifference {
        let start = zip(old, new).prefix { $0 == $1 }.count
        let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
        let (oldMiddle, newMiddle) = (Array(old[start..<old.count - end]), Array(new[start..<new.count - end]))
        let changes = CommonOrder.changes(from: oldMiddle, to: newMiddle)
        return OrderDifference(
            lifted: changes.lifted.map { oldMiddle[$0] }, placed: changes.placed.map { $0 + start }, count: new.count
        ) { new[$0] }
    }

    /// - Parameters:
    ///   - lifted: Entries of the old list that do not keep their place.
    ///   - placed: Indexes of such entries in the new list, ascending.
    ///   - id: Returns the entry at an index of the new list.
    init(
        lifted: [PlaybackQueue.EntryID], placed: [Int], count: Int, id: (Int) -> PlaybackQueue.EntryID
    ) {
        let known = Set(lifted)
        var moved: Set<PlaybackQueue.EntryID> = []
        var next = placed[...]
        while let start = next.first {
            let areNew = !known.contains(id(start))
            var end = start
            while next.first == end, known.contains(id(end)) != areNew {
                if !areNew { moved.insert(id(end)) }
                end += 1
                next.removeFirst()
            }
            runs.append(Run(positions: start..<end, areNew: areNew, predecessor: start == 0 ? nil : id(start - 1)))
        }
        removed = lifted.filter { !moved.contains($0) }
        var successor: PlaybackQueue.EntryID?
        for index in runs.indices.reversed() {
            let end = runs[index].positions.upperBound
            let isBeforeRun = runs.indices.contains(index + 1) && runs[index + 1].positions.lowerBound == end
            if !isBeforeRun { successor = end < count ? id(end) : nil }
            runs[index].successor = successor
        }
    }
}
