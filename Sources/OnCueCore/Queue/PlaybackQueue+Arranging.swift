// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Changes of many entries at once.
extension PlaybackQueue {
    /// The entries and the playing order before a change of many entries, for restoring them.
    struct Former: Sendable, Equatable {
        var entries: QueueEntries
        /// The playing order; `nil` if it was that of the entries.
        var order: [EntryID]?
        var current: EntryID?
        /// The entries that the change removed.
        var removed: Set<EntryID>
    }

    /// Returns the state needed to restore the entries after a change, as they are now.
    ///
    /// - Parameter removed: The entries that the change will remove.
    func former(removing removed: Set<EntryID> = []) -> Former {
        Former(entries: entries, order: shuffleOrder?.order, current: current, removed: removed)
    }

    /// The entries that repeat the track of an earlier one; of those with the current entry's track, all except the
    /// current one.
    ///
    /// - Complexity: O(n).
    var duplicates: Set<EntryID> {
        struct Sound: Hashable {
            var identifier: ContentIdentifier
            var start: Duration?
        }
        var seen: Set<Sound> = []
        func sound(_ track: Track) -> Sound { Sound(identifier: track.identifier, start: track.segment?.start) }
        if let currentEntry { seen.insert(sound(currentEntry.track)) }
        var repeated: Set<EntryID> = []
        for entry in entries where entry.id != current && !seen.insert(sound(entry.track)).inserted {
            repeated.insert(entry.id)
        }
        return repeated
    }

    /// Puts all entries into another order.
    ///
    /// - Parameter order: The indexes of all entries, each once, in the new order.
    mutating func arrange(_ order: [Int]) {
        let (current, old) = (current, Array(entries))
        entries = QueueEntries(order.map { old[$0] })
        currentIndex = current.flatMap(index(of:))
    }

    /// Moves entries together, in their order, so that the first one gets an index, or as near the end as possible.
    ///
    /// - Complexity: O(n), however many they are.
    mutating func move(_ ids: Set<EntryID>, to position: Int) {
        let moved = entries.filter { ids.contains($0.id) }
        insert(moved, among: entries.filter { !ids.contains($0.id) }, at: position)
    }

    /// Gives entries the turns right after the current one, in the given order: by moving them, or while shuffled only
    /// in the playing order.
    mutating func advance(_ ids: [EntryID]) {
        guard let current else { return }
        if shuffleOrder != nil {
            shuffleOrder?.advance(ids, directlyAfter: current)
            return
        }
        let wanted = Set(ids)
        let rest = entries.filter { !wanted.contains($0.id) }
        let behind = rest.firstIndex { $0.id == current }.map { $0 + 1 } ?? 0
        insert(ids.compactMap(entry), among: rest, at: behind)
    }

    private mutating func insert(_ moved: [Entry], among rest: [Entry], at position: Int) {
        let current = current
        let place = min(max(0, position), rest.count)
        entries = QueueEntries(rest[..<place] + moved + rest[place...])
        currentIndex = current.flatMap(index(of:))
    }

    /// Restores entries and their order as they were before a change. Entries added since stay after the one that they
    /// follow now, and those removed since stay removed.
    ///
    /// - Parameter isCurrent: Whether the entry that was current before becomes current again.
    mutating func restore(_ former: Former, asCurrent isCurrent: Bool) {
        let kept = isCurrent ? former.current : current
        let ids = Self.merged(former.entries.ids, entries.ids, with: former.removed)
        var known: [EntryID: Entry] = [:]
        for entry in former.entries { known[entry.id] = entry }
        for entry in entries { known[entry.id] = entry }
        let returned = former.entries.ids.filter(former.removed.contains)
        entries = QueueEntries(ids.compactMap { known[$0] })
        currentIndex = kept.flatMap(index(of:)) ?? former.current.flatMap(index(of:)) ?? entries.indices.first
        guard let shuffleOrder else { return }
        if let order = former.order {
            self.shuffleOrder?.arrange(Self.merged(order, shuffleOrder.order, with: former.removed))
        } else {
            let (albums, current) = (albums, current)
            self.shuffleOrder?.insert(returned, of: albums, after: current)
        }
    }

    /// Returns the former order of the entries that are present or return, with newer ones after those that they follow
    /// now.
    private static func merged(_ former: [EntryID], _ present: [EntryID], with returned: Set<EntryID>) -> [EntryID] {
        let known = Set(former)
        var newcomers: [EntryID?: [EntryID]] = [:]
        var staying = returned
        var last: EntryID?
        for id in present {
            if known.contains(id) {
                staying.insert(id)
                last = id
            } else {
                newcomers[last, default: []].append(id)
            }
        }
        return former.reduce(into: newcomers[nil] ?? []) { order, id in
            guard staying.contains(id) else { return }
            order.append(id)
            order += newcomers[id] ?? []
        }
    }
}
