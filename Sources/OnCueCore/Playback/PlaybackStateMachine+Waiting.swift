// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Queues that wait while something is played in between.
extension PlaybackStateMachine {
    /// Sets the queue aside for another one that is about to play; does nothing if it is empty.
    ///
    /// The other one begins without repetition, in order.
    mutating func setAside(now: ContinuousClock.Instant) {
        guard !queue.entries.isEmpty else { return }
        // A queue silenced by a call should play.
        let wanted = interruptions.isEmpty ? status : .playing
        var entry = WaitingQueue(
            number: queue.nextEntryNumber, queue: queue, position: isStation ? .zero : position(at: now),
            status: wanted)
        entry.stopsAfterEntry = stopsAfterEntry
        waiting.append(entry)
        if waiting.count > WaitingQueue.limit { waiting.removeFirst() }
        editQueue { queue, seed in
            queue.repeatMode = .off
            queue.setShuffleMode(.off, seed: seed)
        }
    }

    /// Returns immediately to the queue set aside, as it was, although the queue played in between has not ended.
    mutating func goBack(now: ContinuousClock.Instant) throws(PlaybackCommandError) -> [Action] {
        guard !waiting.isEmpty else {
            throw PlaybackCommandError(
                .nothingWaiting, "no queue is set aside; oncue play --interrupt PLACE sets the current one aside")
        }
        guard !queue.entries.isEmpty else { return comeBack(playing: true, now: now) }
        noteExchanged(.back, now: now)
        return takeWaiting(playing: true, now: now)
    }

    /// Ends the queue played in between: the one set aside continues, if there is one.
    ///
    /// Changes of the queue played in between can no longer be undone.
    ///
    /// - Parameter isPlaying: `false` leaves it paused; otherwise it has its former status.
    mutating func comeBack(playing isPlaying: Bool, now: ContinuousClock.Instant) -> [Action] {
        if let next = waiting.last { history.forget(since: next.number) }
        return takeWaiting(playing: isPlaying, now: now)
    }

    private mutating func takeWaiting(playing isPlaying: Bool, now: ContinuousClock.Instant) -> [Action] {
        guard let next = waiting.popLast() else { return [] }
        editQueue { queue, _ in queue.become(next.queue) }
        unplayable = []
        forgetFailures()
        guard next.status != .stopped else { return unload() + [.saveSession] }
        stopsAfterEntry = next.stopsAfterEntry
        return begin(at: next.position, playing: isPlaying && next.status == .playing, now: now) + [.saveSession]
    }

    /// Whether playback ends after the current entry, even if others follow.
    var endsWithEntry: Bool { stopsAfterEntry || isSingle || sleep == .track }

    /// Handles the end of the last entry of a queue played in between.
    mutating func endInBetween(now: ContinuousClock.Instant) -> [Action] {
        guard endsWithEntry else { return comeBack(playing: status == .playing, now: now) }
        if sleep == .track { cause = .sleepTimer }
        return endPlans() + comeBack(playing: false, now: now)
    }

    /// Notes that the queue with its modes, or the waiting queues, are about to be exchanged.
    mutating func noteExchanged(_ kind: ListEdit.Kind, now: ContinuousClock.Instant) {
        let concerned = queue.entries.isEmpty ? waiting.last?.queue : queue
        guard let concerned, let first = concerned.entries.first else { return history.forgetSingleChanges() }
        history.note(
            ListEdit(kind, title: first.track.title, count: concerned.entries.count),
            .exchange(queue, standing(at: now), waiting: waiting))
    }

    /// Restores an earlier queue, with the queues that were set aside then.
    mutating func exchange(
        _ before: PlaybackQueue, _ standing: QueueHistory.Standing, waiting: [WaitingQueue],
        of edit: ListEdit, now: ContinuousClock.Instant
    ) -> [Action] {
        self.waiting = waiting
        editQueue { queue, _ in queue.become(before) }
        unplayable = []
        // A queue that was paused before another one was taken over is paused again, even if that one plays.
        let restsAgain = edit.kind == .takeOver && standing.status == .paused
        if restsAgain || edit.kind == .handOver && status == .paused {
            return begin(at: standing.position, playing: standing.status == .playing, now: now)
        }
        return bringBack(standing, silencedByChange: false, now: now)
    }
}
