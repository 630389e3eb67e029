// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension PlaybackQueue {
    /// A removed entry, and its position.
    struct RemovedEntry: Sendable, Equatable {
        var entry: Entry
        var index: Int
        /// Its turn in the playing order while shuffled.
        var turn: Int?
        var wasCurrent: Bool
    }

    /// All entries, their source, the current one, and the playing order.
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

    /// Returns the data to restore an entry with after its removal, or `nil` if the entry does not exist.
    func place(of id: EntryID) -> RemovedEntry? {
        guard let index = index(of: id) else { return nil }
        return RemovedEntry(
            entry: entries[index], index: index, turn: shuffleOrder?.turn(of: id), wasCurrent: id == current)
    }

    /// Restores all entries. The queue keeps its current mode, shuffled or not, regardless of the mode at that time;
    /// only entries with a shuffle mode of their own are shuffled by it again.
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

    /// Restores an entry at its former position; another one may remain the current one.
    mutating func restore(_ removed: RemovedEntry, asCurrent isCurrent: Bool) {
        let kept = isCurrent ? nil : current
        entries.insert(removed.entry, at: min(removed.index, entries.count))
        shuffleOrder?.insert(removed.entry.id, at: removed.turn)
        currentIndex = index(of: kept ?? removed.entry.id)
    }

    /// Removes entries. If the current one is among them, the entry that would follow becomes current.
    ///
    /// - Complexity: O(n), however many they are.
    mutating func remove(_ ids: Set<EntryID>) {
        let follower = current.flatMap { stays($0, ids) ? $0 : survivor(behind: $0, ids) }
        let behind = follower == nil ? currentIndex : nil
        let before = behind.map { entries.ids[..<$0].count { stays($0, ids) } } ?? 0
        entries.remove(ids)
        shuffleOrder?.remove(ids)
        currentIndex = follower.flatMap(index(of:)) ?? (entries.isEmpty ? nil : max(0, before - 1))
    }

    private func stays(_ id: EntryID, _ removed: Set<EntryID>) -> Bool { !removed.contains(id) }

    /// Returns the first entry after another in the playing order that is not removed.
    func survivor(behind id: EntryID, _ removed: Set<EntryID>) -> EntryID? {
        if let shuffleOrder, let turn = shuffleOrder.turn(of: id) {
            return shuffleOrder.order[turn...].first { stays($0, removed) }
        }
        return index(of: id).flatMap { entries[$0...].first { stays($0.id, removed) }?.id }
    }
}
