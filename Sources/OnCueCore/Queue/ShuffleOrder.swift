// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A random order in which each entry occurs once: a round.
///
/// The next round depends on the seed of this one only, so it is known in advance, and remains the same after a
/// restart.
struct ShuffleOrder: Sendable, Equatable {
    /// The albums of entries, if albums stay together; `nil` if each entry is shuffled separately.
    typealias Albums = [PlaybackQueue.EntryID: AlbumKey]?

    private(set) var order: [PlaybackQueue.EntryID]
    /// Determines the next round and the places of new entries.
    private(set) var seed: UInt64
    /// The previous round, for going back; empty if there was none.
    private var earlier: [PlaybackQueue.EntryID] = []
    private var earlierSeed: UInt64 = 0

    /// - Parameter first: The entry that already plays. All others are still to come, the rest of its album first;
    ///   entries before it on its album count as heard.
    init(_ ids: [PlaybackQueue.EntryID], of albums: Albums, first: PlaybackQueue.EntryID?, seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        order = Self.shuffled(ids, of: albums, first: first, using: &generator)
        self.seed = generator.next()
    }

    /// Creates an order that was saved; `nil` unless it contains each of the entries once.
    init?(saved order: [PlaybackQueue.EntryID], of ids: [PlaybackQueue.EntryID], seed: UInt64) {
        guard order.count == ids.count, Set(order) == Set(ids) else { return nil }
        self.order = order
        self.seed = seed
    }

    var first: PlaybackQueue.EntryID? { order.first }

    /// Returns the turn of an entry, counted from 0.
    ///
    /// - Complexity: O(n).
    func turn(of id: PlaybackQueue.EntryID) -> Int? { order.firstIndex(of: id) }

    private static func shuffled(
        _ ids: [PlaybackQueue.EntryID], of albums: Albums, first: PlaybackQueue.EntryID?,
        using generator: inout SplitMix64
    ) -> [PlaybackQueue.EntryID] {
        guard let albums else {
            let others = ids.filter { $0 != first }.shuffled(using: &generator)
            return (others.count < ids.count ? [first].compactMap(\.self) : []) + others
        }
        var groups = ShuffleGroups(ids, of: albums)
        let begun = first.map { groups.remove(of: $0) } ?? []
        groups.shuffle(using: &generator)
        return begun + groups.order
    }
}

// MARK: Rounds

extension ShuffleOrder {
    /// Returns the next round; it does not begin with the last entry heard, unless that is the only one.
    func nextRound(of ids: [PlaybackQueue.EntryID], _ albums: Albums) -> ShuffleOrder {
        var generator = SplitMix64(seed: seed)
        var round = self
        round.order = Self.shuffled(ids, of: albums, behind: order.last, using: &generator)
        round.seed = generator.next()
        (round.earlier, round.earlierSeed) = (order, seed)
        return round
    }

    /// The last entry heard in the previous round; `nil` if unknown.
    var lastOfPreviousRound: PlaybackQueue.EntryID? { earlier.last }

    /// The previous round; `nil` if unknown. Entries added since have the last turns in it.
    var previousRound: ShuffleOrder? {
        guard !earlier.isEmpty else { return nil }
        let known = Set(earlier)
        var round = self
        (round.order, round.seed) = (earlier + order.filter { !known.contains($0) }, earlierSeed)
        round.earlier = []
        return round
    }

    private static func shuffled(
        _ ids: [PlaybackQueue.EntryID], of albums: Albums, behind last: PlaybackQueue.EntryID?,
        using generator: inout SplitMix64
    ) -> [PlaybackQueue.EntryID] {
        guard let albums else {
            var order = ids.shuffled(using: &generator)
            if order.count > 1, order[0] == last { order.swapAt(0, order.count - 1) }
            return order
        }
        var groups = ShuffleGroups(ids, of: albums)
        groups.shuffle(using: &generator)
        if let last { groups.postpone(last) }
        return groups.order
    }
}

// MARK: Changes

extension ShuffleOrder {
    /// Inserts new entries among those after `current`, at random places; entries of an album that is to come join that
    /// album. The entries to come keep their order.
    mutating func insert(
        _ new: [PlaybackQueue.EntryID], of albums: Albums, after current: PlaybackQueue.EntryID?
    ) {
        var generator = SplitMix64(seed: seed)
        let played = current.flatMap(turn(of:)).map { $0 + 1 } ?? 0
        if let albums {
            insert(new, of: albums, after: current, playedTo: played, using: &generator)
        } else {
            var rest = Array(order[played...])
            rest.mix(in: new.shuffled(using: &generator), using: &generator)
            order = order[..<played] + rest
        }
        seed = generator.next()
    }

    private mutating func insert(
        _ new: [PlaybackQueue.EntryID], of albums: [PlaybackQueue.EntryID: AlbumKey],
        after current: PlaybackQueue.EntryID?, playedTo played: Int, using generator: inout SplitMix64
    ) {
        // The current album is not divided, and continues with its new entries.
        let heard = current.flatMap { albums[$0] }
        let isHeard = { (id: PlaybackQueue.EntryID) in heard != nil && albums[id] == heard }
        let rest = order[played...].prefix(while: isHeard).endIndex
        var groups = ShuffleGroups(order[rest...], of: albums)
        groups.merge(new.filter { !isHeard($0) }, of: albums, using: &generator)
        order = order[..<rest] + new.filter(isHeard) + groups.order
    }

    /// Inserts new entries right after one, in their order.
    mutating func insert(_ ids: [PlaybackQueue.EntryID], directlyAfter id: PlaybackQueue.EntryID) {
        let index = order.firstIndex(of: id).map { $0 + 1 } ?? order.endIndex
        order.insert(contentsOf: ids, at: index)
    }

    /// Moves entries right after one, in the given order.
    mutating func advance(_ ids: [PlaybackQueue.EntryID], directlyAfter id: PlaybackQueue.EntryID) {
        let moved = Set(ids)
        order.removeAll { moved.contains($0) }
        insert(ids, directlyAfter: id)
    }

    /// Replaces the order by another order of the same entries, or of more.
    mutating func arrange(_ order: [PlaybackQueue.EntryID]) { self.order = order }

    /// Inserts one entry at a turn, or at the end.
    mutating func insert(_ id: PlaybackQueue.EntryID, at turn: Int?) {
        order.insert(id, at: min(turn ?? order.endIndex, order.endIndex))
    }

    /// Returns the order with the turn of a chosen entry right after the one that played, with the rest of its album,
    /// so that going back leads there, and no entry that is still to come is skipped. Within the current album the
    /// order stays.
    func taking(
        _ id: PlaybackQueue.EntryID, of albums: Albums, after current: PlaybackQueue.EntryID
    ) -> ShuffleOrder {
        guard id != current, let turn = turn(of: id) else { return self }
        if let album = albums?[id], album == albums?[current] { return self }
        let run = run(from: turn, of: albums)
        var taken = self
        taken.order.removeSubrange(run)
        taken.insert(Array(order[run]), directlyAfter: current)
        return taken
    }

    /// Returns the uninterrupted turns of the same album, from a turn on.
    private func run(from turn: Int, of albums: Albums) -> Range<Int> {
        guard let albums, let album = albums[order[turn]] else { return turn..<turn + 1 }
        return turn..<order[turn...].prefix { albums[$0] == album }.endIndex
    }

    /// - Complexity: O(n).
    mutating func remove(_ id: PlaybackQueue.EntryID) {
        if let turn = order.firstIndex(of: id) { order.remove(at: turn) }
        if let turn = earlier.firstIndex(of: id) { earlier.remove(at: turn) }
    }

    /// - Complexity: O(n), however many they are.
    mutating func remove(_ ids: Set<PlaybackQueue.EntryID>) {
        // Looking all entries up in a set takes longer than comparing them with a few.
        guard ids.count > 8 else {
            for id in ids { remove(id) }
            return
        }
        order.removeAll { ids.contains($0) }
        earlier.removeAll { ids.contains($0) }
    }

    mutating func removeAll() {
        order = []
        earlier = []
    }
}
