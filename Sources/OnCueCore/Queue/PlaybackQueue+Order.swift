// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The playing order.
extension PlaybackQueue {
    /// A step from the current entry to another one, on request or at the end of the entry.
    package enum Step: Sendable {
        /// Forward in the playing order, past unplayable entries.
        case forward
        /// Back the way that playback came.
        case backward
        /// To an entry chosen by its identity.
        case choice
    }

    /// Returns the entry that plays automatically after the current one; `nil` if playback ends then.
    package func follower(skipping unplayable: Set<EntryID> = []) -> Entry? {
        if repeatMode == .one, let entry = currentEntry, !unplayable.contains(entry.id) { return entry }
        return next(skipping: unplayable)
    }

    /// Returns the entry that the command "next" leads to, or `nil` at the end.
    ///
    /// - Complexity: O(n) while shuffled, otherwise O(1) except for skipped entries.
    package func next(skipping unplayable: Set<EntryID> = []) -> Entry? {
        guard let current, let currentIndex else { return nil }
        if let shuffleOrder, let turn = shuffleOrder.turn(of: current) {
            let isWanted = { (id: EntryID) in !unplayable.contains(id) }
            if let id = shuffleOrder.order[(turn + 1)...].first(where: isWanted) { return entry(id) }
            return repeatMode == .all ? nextRound.order.first(where: isWanted).flatMap(entry) : nil
        }
        let isWanted = { (entry: Entry) in !unplayable.contains(entry.id) }
        if let next = entries[(currentIndex + 1)...].first(where: isWanted) { return next }
        return repeatMode == .all ? entries[...currentIndex].first(where: isWanted) : nil
    }

    /// Returns whether ``next(skipping:)`` returns an entry, at a lower cost if the queue repeats.
    package func hasNext(skipping unplayable: Set<EntryID> = []) -> Bool {
        guard repeatMode == .all else { return next(skipping: unplayable) != nil }
        return entries.contains { !unplayable.contains($0.id) }
    }

    /// The entry that the command "previous" leads to, or `nil` at the beginning.
    package var previous: Entry? {
        guard let current, let currentIndex else { return nil }
        if let shuffleOrder, let turn = shuffleOrder.turn(of: current) {
            if turn > 0 { return entry(shuffleOrder.order[turn - 1]) }
            if let last = shuffleOrder.lastOfPreviousRound { return entry(last) }
            return repeatMode == .all ? shuffleOrder.order.last.flatMap(entry) : nil
        }
        if currentIndex > 0 { return entries[currentIndex - 1] }
        return repeatMode == .all ? entries.last : nil
    }

    /// Returns the entry after another in the playing order; `nil` after the last.
    func neighbour(behind id: EntryID) -> EntryID? {
        if let shuffleOrder {
            let turn = shuffleOrder.turn(of: id).map { $0 + 1 } ?? shuffleOrder.order.endIndex
            return shuffleOrder.order.indices.contains(turn) ? shuffleOrder.order[turn] : nil
        }
        let index = index(of: id).map { $0 + 1 } ?? entries.endIndex
        return entries.indices.contains(index) ? entries[index].id : nil
    }

    /// The entries after the current one in the playing order.
    var followers: ArraySlice<EntryID> {
        guard let current, let currentIndex else { return [] }
        guard let order = shuffleOrder?.order, let turn = order.firstIndex(of: current) else {
            return entries.ids[(currentIndex + 1)...]
        }
        return order[(turn + 1)...]
    }

    /// Makes an entry the current one.
    ///
    /// - Returns: `false` if the entry does not exist.
    @discardableResult
    package mutating func select(_ id: EntryID, _ step: Step = .choice) -> Bool {
        guard let index = index(of: id) else { return false }
        if let current, current != id || step == .forward { turn(from: current, to: id, step) }
        currentIndex = index
        return true
    }

    private mutating func turn(from current: EntryID, to id: EntryID, _ step: Step) {
        guard let order = shuffleOrder, let old = order.turn(of: current), let new = order.turn(of: id) else { return }
        switch step {
        case .forward: if new <= old, repeatMode == .all { shuffleOrder = nextRound }
        case .backward: if new > old, old == 0, let before = order.previousRound { shuffleOrder = before }
        case .choice: shuffleOrder = order.taking(id, of: albums, after: current)
        }
    }

    /// Goes to the first entry when all have been heard; while shuffled, to that of a new order.
    mutating func rewind() {
        if shuffleOrder != nil { shuffleOrder = nextRound }
        currentIndex = shuffleOrder?.first.flatMap(index(of:)) ?? entries.indices.first
    }
}
