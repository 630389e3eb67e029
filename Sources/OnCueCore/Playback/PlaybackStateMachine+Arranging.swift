// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Changes of many entries, each of which is one step of the history.
extension PlaybackStateMachine {
    mutating func removeEntries(
        _ ids: [PlaybackQueue.EntryID], now: ContinuousClock.Instant
    ) throws(PlaybackCommandError) -> [Action] {
        guard let first = ids.first else { throw PlaybackCommandError(.invalidValue, "no entries were named") }
        let present = present(ids)
        guard !present.isEmpty else { throw noSuchEntry(first) }
        return removeAll(present, now: now)
    }

    /// Removes all entries except some.
    mutating func keepEntries(
        _ ids: [PlaybackQueue.EntryID], now: ContinuousClock.Instant
    ) throws(PlaybackCommandError) -> [Action] {
        guard let first = ids.first else { throw PlaybackCommandError(.invalidValue, "no entries were named") }
        let kept = present(ids)
        guard !kept.isEmpty else { throw noSuchEntry(first) }
        return removeAll(Set(queue.entries.ids).subtracting(kept), now: now)
    }

    mutating func removeDuplicates(now: ContinuousClock.Instant) -> [Action] { removeAll(queue.duplicates, now: now) }

    /// Removes entries; does nothing if there are none.
    private mutating func removeAll(_ ids: Set<PlaybackQueue.EntryID>, now: ContinuousClock.Instant) -> [Action] {
        guard let first = queue.entries.first(where: { ids.contains($0.id) }) else { return [] }
        let former = queue.former(removing: ids)
        let last = queue.current.flatMap { ids.contains($0) ? $0 : nil } ?? first.id
        guard let removal = takeOut(last, with: ids.subtracting([last]), now: now) else { return [] }
        history.note(
            ListEdit(.remove, title: first.track.title, count: ids.count), .bringBack(former, removal.standing))
        return removal.actions + [.saveSession]
    }

    mutating func moveEntries(
        _ ids: [PlaybackQueue.EntryID], to position: Int
    ) throws(PlaybackCommandError) -> [Action] {
        try arrange(.move, ids) { queue, moved, _ in queue.move(moved, to: position) }
    }

    /// Puts entries, in the given order, into the places that they occupy together.
    mutating func rearrangeEntries(_ ids: [PlaybackQueue.EntryID]) throws(PlaybackCommandError) -> [Action] {
        try arrange(.move, ids) { queue, moved, _ in
            // Each entry once, even if it is named repeatedly.
            var rest = moved
            let indexes = Dictionary(uniqueKeysWithValues: queue.entries.enumerated().map { ($1.id, $0) })
            let order = ids.filter { rest.remove($0) != nil }.compactMap { indexes[$0] }
            let places = order.sorted()
            var indices = Array(queue.entries.indices)
            for (place, index) in zip(places, order) { indices[place] = index }
            queue.arrange(indices)
        }
    }

    /// Plays entries next, in the given order; the current one, which already plays, is left out.
    mutating func playNext(_ ids: [PlaybackQueue.EntryID]) throws(PlaybackCommandError) -> [Action] {
        try arrange(.move, ids) { queue, moved, _ in
            // Each entry once, even if it is named repeatedly.
            var rest = moved.subtracting([queue.current].compactMap(\.self))
            queue.advance(ids.filter { rest.remove($0) != nil })
        }
    }

    /// Plays entries before all others, but after those of earlier calls that still follow.
    mutating func playFirst(_ ids: [PlaybackQueue.EntryID]) throws(PlaybackCommandError) -> [Action] {
        let earlier = queue.followers.prefix(while: ahead.contains).filter { !ids.contains($0) }
        let actions = try playNext(earlier + ids)
        ahead = Set(earlier + ids)
        return actions
    }

    mutating func sortQueue(_ sorting: TrackSorting) throws(PlaybackCommandError) -> [Action] {
        guard !queue.entries.isEmpty else { throw nothingPlaying }
        return try arrange(sorting == .random ? .shuffle : .sort, queue.entries.ids) { queue, _, seed in
            queue.arrange(sorting.order(of: queue.entries.map { TrackSorting.Facts($0.track) }, seed: seed))
        }
    }

    /// Changes the order of entries; without an effect, nothing is noted.
    private mutating func arrange(
        _ kind: ListEdit.Kind, _ ids: [PlaybackQueue.EntryID],
        _ change: (inout PlaybackQueue, Set<PlaybackQueue.EntryID>, _ seed: UInt64) -> Void
    ) throws(PlaybackCommandError) -> [Action] {
        guard let first = ids.first else { throw PlaybackCommandError(.invalidValue, "no entries were named") }
        let moved = present(ids)
        guard let title = queue.entries.first(where: { moved.contains($0.id) })?.track.title else {
            throw noSuchEntry(first)
        }
        let (former, order) = (queue.former(), queue.shuffleOrder)
        editQueue { queue, seed in change(&queue, moved, seed) }
        guard queue.entries != former.entries || queue.shuffleOrder != order else { return [] }
        history.note(ListEdit(kind, title: title, count: moved.count), .bringBack(former, nil))
        return recue() + [.saveSession]
    }

    private func present(_ ids: [PlaybackQueue.EntryID]) -> Set<PlaybackQueue.EntryID> {
        Set(ids).intersection(queue.entries.ids)
    }
}
