// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension PlaybackQueue {
    /// The position of new entries.
    package enum Placement: Sendable, Equatable {
        /// After all others; while shuffled, at random places among those that are still to come.
        case last
        /// Right after the current entry, also in the playing order while shuffled.
        case next
        /// Inserts the first entry at an index, from 0 to the number of entries. While shuffled, the entries get random
        /// turns among those to come, like appended ones.
        case at(Int)
    }

    /// Inserts entries into the queue, in the given order, and returns their positions. Entries beyond the capacity are
    /// left out.
    ///
    /// - Complexity: O(n) in the length of the queue.
    @discardableResult
    package mutating func insert(_ tracks: [Track], at placement: Placement) -> Range<Int> {
        switch placement {
        case .last: append(tracks)
        case .next: insertBehindCurrent(tracks)
        case .at(let index): insert(tracks, at: index)
        }
    }

    private mutating func insertBehindCurrent(_ tracks: [Track]) -> Range<Int> {
        guard let currentIndex, let current else { return append(tracks) }
        let new = makeEntries(tracks)
        let start = currentIndex + 1
        entries.insert(contentsOf: new, at: start)
        shuffleOrder?.insert(new.map(\.id), directlyAfter: current)
        return start..<start + new.count
    }

    private mutating func insert(_ tracks: [Track], at index: Int) -> Range<Int> {
        guard let currentIndex, entries.indices.contains(index) else { return append(tracks) }
        let new = makeEntries(tracks)
        entries.insert(contentsOf: new, at: index)
        if index <= currentIndex { self.currentIndex = currentIndex + new.count }
        let (albums, current) = (albums, current)
        shuffleOrder?.insert(new.map(\.id), of: albums, after: current)
        return index..<index + new.count
    }
}
