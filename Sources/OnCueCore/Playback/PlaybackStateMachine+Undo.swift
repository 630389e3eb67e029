// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension PlaybackStateMachine {
    /// The changes of the queue that can be undone, the next one first.
    package var undoableEdits: [NotedEdit] {
        history.steps.reversed().compactMap { step in step.time.map { NotedEdit(step.edit, at: $0) } }
    }

    /// The changes of the queue that were undone and can be repeated, the next one first.
    package var redoableEdits: [NotedEdit] {
        history.undone.reversed().map { NotedEdit($0.step.edit, at: $0.time) }
    }

    mutating func noteAdded(_ places: Range<Int>) {
        guard let first = places.first, let last = places.last else { return }
        // The entries were created one after the other, so no other entry has a number between theirs.
        let ids = queue.entries.id(at: first)...queue.entries.id(at: last)
        history.note(ListEdit(.add, title: queue.entries[first].track.title, count: places.count), .remove(ids))
    }

    /// Notes that all entries are about to be removed.
    ///
    /// - Parameter tracks: The tracks that replace them. In an empty queue, they count as added.
    mutating func noteReplaced(_ kind: ListEdit.Kind, by tracks: [Track] = [], now: ContinuousClock.Instant) {
        let edit: ListEdit
        if let first = queue.entries.first {
            edit = ListEdit(kind, title: first.track.title, count: queue.entries.count)
        } else {
            history.forgetSingleChanges()
            guard let first = tracks.first else { return }
            edit = ListEdit(.add, title: first.title, count: min(tracks.count, PlaybackQueue.capacity))
        }
        history.note(edit, .replace(queue.arrangement, standing(at: now)))
    }

    func standing(at now: ContinuousClock.Instant) -> QueueHistory.Standing {
        QueueHistory.Standing(position: position(at: now), status: status)
    }

    /// Undoes the latest change.
    ///
    /// The entry that was current before becomes current again, at its position, unless the user has changed to another
    /// one since. It plays if something plays now or the change silenced it, and is stopped if it was stopped then. If
    /// the undo removes the current entry, playback continues with the next one, as after a removal.
    mutating func undo(now: ContinuousClock.Instant) throws(PlaybackCommandError) -> [Action] {
        guard let step = history.takeLast() else {
            throw PlaybackCommandError(.nothingToUndo, "there is no change to the queue or a playlist to undo")
        }
        let undone = QueueHistory.Undone(
            step: step, queue: queue, waiting: waiting, position: position(at: now), time: now)
        let actions = reverse(step.reversal, of: step.edit, now: now)
        history.noteUndone(undone)
        return actions + [.saveSession]
    }

    /// Repeats the change that was undone last.
    ///
    /// The modes stay, unless queues that wait are exchanged. The current entry continues if it is in the queue that
    /// returns; otherwise the current entry of that queue plays, at its position.
    mutating func redo(now: ContinuousClock.Instant) throws(PlaybackCommandError) -> [Action] {
        guard let undone = history.takeUndone() else {
            throw PlaybackCommandError(.nothingToUndo, "there is no change to the queue or a playlist that was undone")
        }
        let keepsModes = waiting == undone.waiting
        let (current, repeatMode) = (queue.current, queue.repeatMode)
        let shuffleMode = queue.lastingShuffleMode ?? queue.shuffleMode
        waiting = undone.waiting
        let isThere = editQueue { queue, seed in
            queue.become(undone.queue)
            if keepsModes { queue.setModes(repeatMode, shuffleMode, seed: seed) }
            guard let current, let index = queue.index(of: current) else { return false }
            queue.currentIndex = index
            return true
        }
        if isThere { return recue() + [.saveSession] }
        unplayable = []
        guard status != .stopped, queue.current != nil else { return unload() + [.saveSession] }
        return begin(at: undone.position, playing: status == .playing, now: now) + [.saveSession]
    }

    private mutating func reverse(
        _ reversal: QueueHistory.Reversal, of edit: ListEdit, now: ContinuousClock.Instant
    ) -> [Action] {
        switch reversal {
        case .remove(let ids): takeOut(Set(queue.entries.ids.filter(ids.contains)), now: now)
        case .restore(let removed, let standing): putBack(removed, standing, now: now)
        case .move(let id, let index): moveBack(id, to: index)
        case .bringBack(let former, let standing): putBack(former, standing, now: now)
        case .replace(let arrangement, let standing): putBack(arrangement, standing, of: edit, now: now)
        case .exchange(let queue, let standing, let waiting):
            exchange(queue, standing, waiting: waiting, of: edit, now: now)
        }
    }

    private mutating func takeOut(_ ids: Set<PlaybackQueue.EntryID>, now: ContinuousClock.Instant) -> [Action] {
        guard let current = queue.current, ids.contains(current) else {
            editQueue { queue, _ in queue.remove(ids) }
            unplayable.subtract(ids)
            return recue()
        }
        let follower = queue.survivor(behind: current, ids)
        editQueue { queue, _ in queue.remove(ids) }
        unplayable.subtract(ids)
        guard status != .stopped, follower != nil else { return unload() }
        return begin(playing: status == .playing, now: now)
    }

    private mutating func putBack(
        _ removed: PlaybackQueue.RemovedEntry, _ standing: QueueHistory.Standing?, now: ContinuousClock.Instant
    ) -> [Action] {
        putBack(standing, now: now) { queue, isCurrent in queue.restore(removed, asCurrent: isCurrent) }
    }

    private mutating func putBack(
        _ former: PlaybackQueue.Former, _ standing: QueueHistory.Standing?, now: ContinuousClock.Instant
    ) -> [Action] {
        putBack(standing, now: now) { queue, isCurrent in queue.restore(former, asCurrent: isCurrent) }
    }

    private mutating func putBack(
        _ standing: QueueHistory.Standing?, now: ContinuousClock.Instant,
        _ restore: (inout PlaybackQueue, _ asCurrent: Bool) -> Void
    ) -> [Action] {
        let isCurrentAgain = standing.map { isFree(of: $0) } ?? false
        editQueue { queue, _ in restore(&queue, isCurrentAgain) }
        guard let standing, isCurrentAgain else { return recue() }
        return bringBack(standing, silencedByChange: standing.follower == nil, now: now)
    }

    /// Returns whether nothing else was chosen since the current entry was removed.
    private func isFree(of standing: QueueHistory.Standing) -> Bool {
        if status == .stopped { return true }
        return standing.status != .stopped && queue.current == standing.follower
    }

    private mutating func moveBack(_ id: PlaybackQueue.EntryID, to index: Int) -> [Action] {
        editQueue { queue, _ in _ = queue.move(id, to: index) }
        return recue()
    }

    private mutating func putBack(
        _ arrangement: PlaybackQueue.Arrangement, _ standing: QueueHistory.Standing, of edit: ListEdit,
        now: ContinuousClock.Instant
    ) -> [Action] {
        editQueue { queue, seed in queue.restore(arrangement, seed: seed) }
        unplayable = []
        return bringBack(standing, silencedByChange: edit.kind == .clear, now: now)
    }

    /// - Parameter isSilenced: Whether, if nothing plays, the change is the reason.
    mutating func bringBack(
        _ standing: QueueHistory.Standing, silencedByChange isSilenced: Bool, now: ContinuousClock.Instant
    ) -> [Action] {
        guard standing.status != .stopped else { return unload() }
        let isPlaying = status == .playing || (status == .stopped && isSilenced && standing.status == .playing)
        return begin(at: standing.position, playing: isPlaying, now: now)
    }
}
