// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension QueueDifference {
    /// Creates the difference of two lists.
    ///
    /// - Complexity: Grows with the number of changes and of runs; O(*n*) if everything has changed.
    package init(from old: QueueEntries, to new: QueueEntries) {
        guard !old.isApart(from: new) else {
            self.init(
                removed: old.isEmpty ? [] : [0..<old.count],
                inserted: Self.insertions(of: new.ids[...], at: 0))
            return
        }
        let order = new.difference(from: old)
        let movedIDs = order.runs.lazy.filter { !$0.areNew }.flatMap { $0.positions }.map { new.id(at: $0) }
        let indexes = Self.indexes(of: order.removed + movedIDs, in: old)
        self.init()
        for index in order.removed.compactMap({ indexes[$0] }) { remove(index) }
        for run in order.runs {
            if run.areNew {
                inserted += Self.insertions(of: run.positions.map { new.id(at: $0) }[...], at: run.positions.lowerBound)
            } else {
                for position in run.positions {
                    if let index = indexes[new.id(at: position)] { move(from: index, to: position) }
                }
            }
        }
    }

    private mutating func remove(_ index: Int) {
        if let last = removed.last, last.upperBound == index {
            removed[removed.count - 1] = last.lowerBound..<index + 1
        } else {
            removed.append(index..<index + 1)
        }
    }

    private mutating func move(from index: Int, to position: Int) {
        if let last = moved.last, last.start + last.count == index, last.target + last.count == position {
            moved[moved.count - 1].count += 1
        } else {
            moved.append(Move(start: index, target: position, count: 1))
        }
    }

    private static func insertions(of ids: ArraySlice<PlaybackQueue.EntryID>, at target: Int) -> [Insertion] {
        var found: [Insertion] = []
        for (offset, id) in ids.enumerated() {
            if let last = found.last, last.first.number + UInt64(last.count) == id.number {
                found[found.count - 1].count += 1
            } else {
                found.append(Insertion(target: target + offset, count: 1, first: id))
            }
        }
        return found
    }

    /// Returns the positions of some entries; a few are looked up one by one.
    private static func indexes(
        of ids: [PlaybackQueue.EntryID], in entries: QueueEntries
    ) -> [PlaybackQueue.EntryID: Int] {
        var indexes: [PlaybackQueue.EntryID: Int] = [:]
        if ids.count < 8 {
            for id in ids { indexes[id] = entries.index(of: id) }
        } else {
            let wanted = Set(ids)
            for (index, id) in entries.ids.enumerated() where wanted.contains(id) { indexes[id] = index }
        }
        return indexes
    }
}

extension QueueEntries {
    /// Returns whether two lists obviously have no entry in common, as after the queue was replaced.
    fileprivate func isApart(from other: QueueEntries) -> Bool {
        guard let range, let others = other.range else { return true }
        return !range.overlaps(others)
    }

    /// The range from the smallest to the largest number; `nil` without entries.
    private var range: ClosedRange<PlaybackQueue.EntryID>? {
        guard let lowest = runs.map(\.range.lowerBound).min(), let highest = runs.map(\.range.upperBound).max() else {
            return nil
        }
        return lowest...highest
    }
}
