// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The entries that play one after the other, which one is current, and what follows it.
///
/// Entries keep their identity when others move or go. The same track may be here twice.
package struct PlaybackQueue: Sendable, Equatable {
    /// The most entries that a queue takes.
    package static let capacity = 100_000

    /// Numbers of saved entries beyond this are damage; new entries could overflow behind them.
    private static let largestNumber = UInt64(Int64.max)

    package internal(set) var entries: [Entry] = []
    /// Where the current entry stands; `nil` only while there are no entries.
    package internal(set) var currentIndex: Int?
    package var repeatMode: RepeatMode = .off
    /// What the entries came from that have a number in it; `nil` where that is nothing of a kind.
    package internal(set) var context: PlaybackContext?
    /// The number that the next new entry gets; grows only.
    package private(set) var nextEntryNumber: UInt64 = 1
    /// The order of playing while shuffled; `nil` when entries play as they stand.
    var shuffleOrder: ShuffleOrder?

    package init() {}

    package init(_ session: SavedSession, seed: UInt64) {
        var seen: Set<EntryID> = []
        entries = session.entries.prefix(Self.capacity)
            .filter { $0.id.number < Self.largestNumber && seen.insert($0.id).inserted }
        repeatMode = session.repeatMode
        context = session.context
        let highest = entries.map(\.id.number).max() ?? 0
        nextEntryNumber = min(max(session.nextEntryNumber, highest + 1), Self.largestNumber)
        currentIndex = session.current.flatMap(index(of:)) ?? (entries.isEmpty ? nil : 0)
        guard session.isShuffled else { return }
        shuffleOrder =
            ShuffleOrder(saved: session.shuffleOrder, of: entries.map(\.id))
            ?? ShuffleOrder(entries.map(\.id), first: current, seed: seed)
    }

    package var isShuffled: Bool { shuffleOrder != nil }

    /// The entries in the order of playing while shuffled; empty otherwise.
    package var shuffledEntries: [EntryID] { shuffleOrder?.order ?? [] }

    package var current: EntryID? { currentEntry?.id }

    package var currentEntry: Entry? { currentIndex.map { entries[$0] } }

    /// - Complexity: O(n), but O(1) for the current entry and those beside it, which are asked for most.
    package func index(of id: EntryID) -> Int? {
        if let currentIndex {
            for index in [currentIndex, currentIndex + 1, currentIndex - 1] {
                if entries.indices.contains(index), entries[index].id == id { return index }
            }
        }
        return entries.firstIndex { $0.id == id }
    }

    package func entry(_ id: EntryID) -> Entry? { index(of: id).map { entries[$0] } }
}

// MARK: Editing

extension PlaybackQueue {
    /// Replaces all entries; the one at `start` becomes current.
    ///
    /// - Parameter context: What the tracks are, all of them in its order.
    package mutating func replace(
        with tracks: [Track], from context: PlaybackContext? = nil, startingAt start: Int, seed: UInt64
    ) {
        let wasShuffled = isShuffled
        entries = []
        currentIndex = nil
        shuffleOrder = nil
        append(tracks, seed: seed)
        fill(from: context)
        if entries.indices.contains(start) { currentIndex = start }
        if wasShuffled { setShuffled(true, seed: seed) }
    }

    /// Appends entries and returns where they stand. What is over the capacity is left out.
    @discardableResult
    package mutating func append(_ tracks: [Track], seed: UInt64) -> Range<Int> {
        let start = entries.count
        entries += makeEntries(tracks)
        if currentIndex == nil, !entries.isEmpty { currentIndex = 0 }
        let current = current
        shuffleOrder?.insert(entries[start...].map(\.id), after: current, seed: seed)
        return start..<entries.count
    }

    /// Gives tracks an identity, as many as there is room for.
    mutating func makeEntries(_ tracks: [Track]) -> [Entry] {
        tracks.prefix(Self.capacity - entries.count).map { track in
            defer { nextEntryNumber += 1 }
            return Entry(id: EntryID(nextEntryNumber), track: track)
        }
    }

    /// Takes an entry out. Where it was the current one, the one that would follow is current afterwards.
    ///
    /// - Returns: `false` when there is no such entry.
    @discardableResult
    package mutating func remove(_ id: EntryID) -> Bool {
        guard let index = index(of: id) else { return false }
        let follower = current == id ? neighbour(of: id, step: 1, isWrapping: false) : current
        entries.remove(at: index)
        shuffleOrder?.remove(id)
        let last = entries.isEmpty ? nil : max(0, index - 1)
        currentIndex = follower.flatMap(self.index(of:)) ?? last
        return true
    }

    /// Moves an entry so that it stands at `position` afterwards; a larger position means the end.
    ///
    /// - Returns: `false` when there is no such entry.
    @discardableResult
    package mutating func move(_ id: EntryID, to position: Int) -> Bool {
        guard let index = index(of: id) else { return false }
        let current = current
        let entry = entries.remove(at: index)
        entries.insert(entry, at: min(max(0, position), entries.count))
        currentIndex = current.flatMap(self.index(of:))
        return true
    }

    package mutating func clear() {
        entries = []
        currentIndex = nil
        context = nil
        shuffleOrder?.removeAll()
    }

    /// Makes an entry the current one.
    ///
    /// - Returns: `false` when there is no such entry.
    @discardableResult
    package mutating func select(_ id: EntryID) -> Bool {
        guard let index = index(of: id) else { return false }
        currentIndex = index
        return true
    }

    /// Turns shuffling on (the current entry first) or off.
    package mutating func setShuffled(_ isShuffled: Bool, seed: UInt64) {
        guard isShuffled != self.isShuffled else { return }
        shuffleOrder = isShuffled ? ShuffleOrder(entries.map(\.id), first: current, seed: seed) : nil
    }
}

// MARK: What follows

extension PlaybackQueue {
    /// The entry that plays when the current one ends by itself; `nil` when playing ends then.
    package func follower(skipping unplayable: Set<EntryID> = []) -> Entry? {
        if repeatMode == .one, let entry = currentEntry, !unplayable.contains(entry.id) { return entry }
        return next(skipping: unplayable)
    }

    /// The entry that a person gets to with "next"; `nil` at the end.
    package func next(skipping unplayable: Set<EntryID> = []) -> Entry? {
        walk(step: 1, skipping: unplayable)
    }

    /// The entry that a person gets to with "previous"; `nil` at the beginning.
    package var previous: Entry? { walk(step: -1, skipping: []) }

    /// The entry with which playing begins anew.
    package var first: Entry? {
        guard let shuffleOrder else { return entries.first }
        return shuffleOrder.first.flatMap(entry)
    }

    private func walk(step: Int, skipping unplayable: Set<EntryID>) -> Entry? {
        guard var id = current else { return nil }
        for _ in entries {
            guard let neighbour = neighbour(of: id, step: step, isWrapping: repeatMode == .all) else { return nil }
            if !unplayable.contains(neighbour) { return entry(neighbour) }
            id = neighbour
        }
        return nil
    }

    private func neighbour(of id: EntryID, step: Int, isWrapping: Bool) -> EntryID? {
        if let shuffleOrder { return shuffleOrder.neighbour(of: id, step: step, isWrapping: isWrapping) }
        guard let index = index(of: id) else { return nil }
        let neighbour = index + step
        if entries.indices.contains(neighbour) { return entries[neighbour].id }
        guard isWrapping else { return nil }
        return step > 0 ? entries.first?.id : entries.last?.id
    }
}
