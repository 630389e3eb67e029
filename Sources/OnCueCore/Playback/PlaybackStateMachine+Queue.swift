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
        history.note(
            ListEdit(.remove, title: removal.place.entry.track.title, count: 1),
            .restore(removal.place, removal.standing))
        return removal.actions + [.saveSession]
    }

    /// Removes an entry, and others with it that are not the current one; returns `nil` if it does not exist.
    mutating func takeOut(
        _ id: PlaybackQueue.EntryID, with others: Set<PlaybackQueue.EntryID> = [], now: ContinuousClock.Instant
    ) -> (place: PlaybackQueue.RemovedEntry, actions: [Action], standing: QueueHistory.Standing?)? {
        guard let place = queue.place(of: id) else { return nil }
        var standing = place.wasCurrent ? standing(at: now) : nil
        let goesOn = place.wasCurrent && queue.next(skipping: unplayable.union(others)).map { $0.id != id } ?? false
        editQueue { queue, _ in
            if !others.isEmpty { queue.remove(others) }
            queue.remove(id)
        }
        unplayable.subtract(others.union([id]))
        let actions = place.wasCurrent ? replaceCurrent(goesOn: goesOn, now: now) : recue()
        standing?.follower = status == .stopped ? nil : queue.current
        return (place, actions, standing)
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
        history.note(ListEdit(.move, title: queue.entries[index].track.title, count: 1), .move(id, to: index))
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
