// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension PlaybackStateMachine {
    mutating func enqueue(
        _ tracks: [Track], at placement: PlaybackQueue.Placement, shuffled: Bool
    ) throws(PlaybackCommandError) -> [Action] {
        guard queue.entries.count < PlaybackQueue.capacity || tracks.isEmpty else {
            throw PlaybackCommandError(
                .queueFull, "the queue is full (\(PlaybackQueue.capacity) entries); remove some first")
        }
        let count = queue.entries.count
        if case .at(let index) = placement, !(0...count).contains(index) {
            let numbers = count == 0 ? "1, because it is empty" : "1 to \(count + 1)"
            throw PlaybackCommandError(
                .invalidValue, "nothing can be inserted at number \(index + 1) of the queue; choose \(numbers)")
        }
        let places = editQueue { queue, seed in
            var generator = SplitMix64(seed: seed)
            let tracks = shuffled ? tracks.shuffled(using: &generator) : tracks
            return queue.insert(tracks, at: placement)
        }
        noteAdded(places)
        return recue() + [.saveSession]
    }

    mutating func removeEntry(
        _ id: PlaybackQueue.EntryID, now: ContinuousClock.Instant
    ) throws(PlaybackCommandError) -> [Action] {
        guard let removal = takeOut(id, now: now) else { throw noSuchEntry(id) }
        history.note(QueueEdit(.remove, title: removal.title, count: 1), removal.reversal)
        return removal.actions + [.saveSession]
    }

    /// - Complexity: As many removals as there are entries.
    mutating func removeEntries(
        _ ids: [PlaybackQueue.EntryID], now: ContinuousClock.Instant
    ) throws(PlaybackCommandError) -> [Action] {
        let wanted = Set(ids)
        let present = queue.entries.ids.filter(wanted.contains)
        guard let first = present.first, let index = queue.index(of: first) else {
            throw ids.first.map(noSuchEntry) ?? PlaybackCommandError(.invalidValue, "no entries were named")
        }
        let title = queue.entries[index].track.title
        // The current one goes last, so that only one other begins in its place.
        let order = present.filter { $0 != queue.current } + present.filter { $0 == queue.current }
        var actions: [Action] = []
        var reversals: [QueueHistory.Reversal] = []
        for id in order {
            guard let removal = takeOut(id, now: now) else { continue }
            actions = removal.actions
            reversals.insert(removal.reversal, at: 0)
        }
        history.note(QueueEdit(.remove, title: title, count: order.count), .several(reversals))
        return actions + [.saveSession]
    }

    /// Removes an entry; returns `nil` if it does not exist.
    private mutating func takeOut(
        _ id: PlaybackQueue.EntryID, now: ContinuousClock.Instant
    ) -> (title: String, actions: [Action], reversal: QueueHistory.Reversal)? {
        guard let place = queue.place(of: id) else { return nil }
        var standing = place.wasCurrent ? standing(at: now) : nil
        let goesOn = place.wasCurrent && queue.next(skipping: unplayable).map { $0.id != id } ?? false
        editQueue { queue, _ in _ = queue.remove(id) }
        unplayable.remove(id)
        let actions = place.wasCurrent ? replaceCurrent(goesOn: goesOn, now: now) : recue()
        standing?.follower = status == .stopped ? nil : queue.current
        return (place.entry.track.title, actions, .restore(place, standing))
    }

    /// Continues with the entry after a removed one, if there is one and something played.
    private mutating func replaceCurrent(goesOn: Bool, now: ContinuousClock.Instant) -> [Action] {
        guard status != .stopped, goesOn else { return unload() }
        if let current = queue.current, unplayable.contains(current), let next = queue.next(skipping: unplayable) {
            select(next.id)
        }
        return begin(playing: status == .playing, now: now)
    }

    mutating func moveEntry(
        _ id: PlaybackQueue.EntryID, to position: Int
    ) throws(PlaybackCommandError) -> [Action] {
        guard let index = queue.index(of: id) else { throw noSuchEntry(id) }
        history.note(QueueEdit(.move, title: queue.entries[index].track.title, count: 1), .move(id, to: index))
        editQueue { queue, _ in _ = queue.move(id, to: position) }
        return recue() + [.saveSession]
    }

    mutating func clearQueue(now: ContinuousClock.Instant) -> [Action] {
        // Clearing an empty queue changes nothing, so the undo history is kept.
        if !queue.entries.isEmpty { noteReplaced(.clear, now: now) }
        editQueue { queue, _ in queue.clear() }
        unplayable = []
        return unload() + [.saveSession]
    }
}
