// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension PlaybackQueue {
    /// An entry that was taken out, and where it stood.
    struct RemovedEntry: Sendable, Equatable {
        var entry: Entry
        var index: Int
        /// Its turn in the order of playing while shuffled.
        var turn: Int?
        var wasCurrent: Bool
    }

    /// All entries, what they came from, which of them is current, and the order of playing.
    struct Arrangement: Sendable, Equatable {
        var entries: QueueEntries
        var context: PlaybackContext?
        var currentIndex: Int?
        var shuffleMode: ShuffleMode
        var lastingShuffleMode: ShuffleMode?
        var shuffleOrder: ShuffleOrder?
    }

    var arrangement: Arrangement {
        Arrangement(
            entries: entries, context: context, currentIndex: currentIndex, shuffleMode: shuffleMode,
            lastingShuffleMode: lastingShuffleMode, shuffleOrder: shuffleOrder)
    }

    /// What an entry is restored by after it has been removed; `nil` when there is no such entry.
    func place(of id: EntryID) -> RemovedEntry? {
        guard let index = index(of: id) else { return nil }
        return RemovedEntry(
            entry: entries[index], index: index, turn: shuffleOrder?.turn(of: id), wasCurrent: id == current)
    }

    /// Puts all entries back. A shuffled queue stays shuffled, and one in order stays in order, whatever was then; only
    /// entries that were shuffled for themselves are so again.
    mutating func restore(_ arrangement: Arrangement, seed: UInt64) {
        let mode = lastingShuffleMode ?? shuffleMode
        (entries, currentIndex) = (arrangement.entries, arrangement.currentIndex)
        context = arrangement.context
        (shuffleMode, shuffleOrder) = (arrangement.shuffleMode, arrangement.shuffleOrder)
        if arrangement.lastingShuffleMode == nil {
            setShuffleMode(mode, seed: seed)
        } else {
            lastingShuffleMode = shuffleMode == mode ? nil : mode
        }
    }

    /// Puts an entry back to where it stood; another one may stay the current one.
    mutating func restore(_ removed: RemovedEntry, asCurrent isCurrent: Bool) {
        let kept = isCurrent ? nil : current
        entries.insert(removed.entry, at: min(removed.index, entries.count))
        shuffleOrder?.insert(removed.entry.id, at: removed.turn)
        currentIndex = index(of: kept ?? removed.entry.id)
    }

    /// Takes entries out. Where the current one goes, the one that would follow is current afterwards.
    ///
    /// - Complexity: O(n) however many they are.
    mutating func remove(_ ids: Set<EntryID>) {
        let follower = current.flatMap { stays($0, ids) ? $0 : survivor(behind: $0, ids) }
        let behind = follower == nil ? currentIndex : nil
        let before = behind.map { entries.ids[..<$0].count { stays($0, ids) } } ?? 0
        entries.remove(ids)
        shuffleOrder?.remove(ids)
        currentIndex = follower.flatMap(index(of:)) ?? (entries.isEmpty ? nil : max(0, before - 1))
    }

    private func stays(_ id: EntryID, _ removed: Set<EntryID>) -> Bool { !removed.contains(id) }

    /// The first entry behind another in the order of playing that is not removed.
    func survivor(behind id: EntryID, _ removed: Set<EntryID>) -> EntryID? {
        if let shuffleOrder, let turn = shuffleOrder.turn(of: id) {
            return shuffleOrder.order[turn...].first { stays($0, removed) }
        }
        return index(of: id).flatMap { entries[$0...].first { stays($0.id, removed) }?.id }
    }
}
