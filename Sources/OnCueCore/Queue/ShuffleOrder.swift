// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A random order of all entries in which each comes once.
struct ShuffleOrder: Sendable, Equatable {
    private(set) var order: [PlaybackQueue.EntryID]

    /// - Parameter first: Comes first, so that everything else is still to come.
    init(_ ids: [PlaybackQueue.EntryID], first: PlaybackQueue.EntryID?, seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        order = ids.filter { $0 != first }.shuffled(using: &generator)
        if let first, ids.contains(first) { order.insert(first, at: 0) }
    }

    /// An order that was saved; `nil` unless it has each of the entries once.
    init?(saved order: [PlaybackQueue.EntryID], of ids: [PlaybackQueue.EntryID]) {
        guard order.count == ids.count, Set(order) == Set(ids) else { return nil }
        self.order = order
    }

    var first: PlaybackQueue.EntryID? { order.first }

    /// Puts new entries at random places after `current`.
    mutating func insert(_ ids: [PlaybackQueue.EntryID], after current: PlaybackQueue.EntryID?, seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let played = current.flatMap(order.firstIndex(of:)).map { $0 + 1 } ?? 0
        let rest = (order[played...] + ids)
        order = order[..<played] + rest.shuffled(using: &generator)
    }

    /// Puts new entries right behind one, in their order.
    mutating func insert(_ ids: [PlaybackQueue.EntryID], directlyAfter id: PlaybackQueue.EntryID) {
        let index = order.firstIndex(of: id).map { $0 + 1 } ?? order.endIndex
        order.insert(contentsOf: ids, at: index)
    }

    mutating func remove(_ id: PlaybackQueue.EntryID) {
        order.removeAll { $0 == id }
    }

    mutating func remove(_ ids: Set<PlaybackQueue.EntryID>) {
        order.removeAll { ids.contains($0) }
    }

    /// Where an entry comes, counted from 0.
    func turn(of id: PlaybackQueue.EntryID) -> Int? { order.firstIndex(of: id) }

    /// Puts one entry in so that it has a turn, or comes last.
    mutating func insert(_ id: PlaybackQueue.EntryID, at turn: Int?) {
        order.insert(id, at: min(turn ?? order.endIndex, order.endIndex))
    }

    mutating func removeAll() {
        order = []
    }

    func neighbour(of id: PlaybackQueue.EntryID, step: Int, isWrapping: Bool) -> PlaybackQueue.EntryID? {
        guard let index = order.firstIndex(of: id) else { return nil }
        let neighbour = index + step
        if order.indices.contains(neighbour) { return order[neighbour] }
        guard isWrapping else { return nil }
        return step > 0 ? order.first : order.last
    }
}
