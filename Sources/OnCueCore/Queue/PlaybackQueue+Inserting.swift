// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension PlaybackQueue {
    /// Where new entries go.
    package enum Placement: Sendable, Equatable {
        /// Behind all others; while shuffled, at random places among those that are still to come.
        case last
        /// Right behind the current entry, also in the order of playing while shuffled.
        case next
    }

    /// Puts entries into the queue, in the order given, and returns where they stand. What is over the capacity is left
    /// out.
    ///
    /// - Complexity: O(n) in the length of the queue.
    @discardableResult
    package mutating func insert(_ tracks: [Track], at placement: Placement) -> Range<Int> {
        guard placement == .next, let currentIndex, let current else { return append(tracks) }
        let new = makeEntries(tracks)
        let start = currentIndex + 1
        entries.insert(contentsOf: new, at: start)
        shuffleOrder?.insert(new.map(\.id), directlyAfter: current)
        return start..<start + new.count
    }
}
