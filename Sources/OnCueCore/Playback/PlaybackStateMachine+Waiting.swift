// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Queues that wait while something is played in between.
extension PlaybackStateMachine {
    /// Has the queue wait for what is about to be played, as it stands; one without entries does not.
    ///
    /// What is played in between begins without repetition, in its order.
    mutating func setAside(now: ContinuousClock.Instant) {
        guard !queue.entries.isEmpty else { return }
        // What a call keeps silent is to play.
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

    /// Goes back to the queue that waits at once, as it was, although what was played in between is not over.
    mutating func goBack(now: ContinuousClock.Instant) throws(PlaybackCommandError) -> [Action] {
        guard !waiting.isEmpty else {
            throw PlaybackCommandError(
                .nothingWaiting, "no queue is set aside; oncue play --interrupt PLACE sets the current one aside")
        }
        guard !queue.entries.isEmpty else { return comeBack(playing: true, now: now) }
        noteExchanged(.back, now: now)
        return takeWaiting(playing: true, now: now)
    }

    /// What was played in between is over: the queue that waits goes on, if one does.
    ///
    /// Changes of what was played in between can be taken back no more.
    ///
    /// - Parameter isPlaying: False keeps it paused; otherwise it is as it was.
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

    /// Playing is to end with the current entry, whatever follows.
    var endsWithEntry: Bool { stopsAfterEntry || sleep == .track }

    /// The last entry of what was played in between has been heard.
    mutating func endInBetween(now: ContinuousClock.Instant) -> [Action] {
        guard endsWithEntry else { return comeBack(playing: status == .playing, now: now) }
        if sleep == .track { cause = .sleepTimer }
        return endPlans() + comeBack(playing: false, now: now)
    }

    /// Notes that the queue is about to be another one, with other modes, or that others wait from here on.
    mutating func noteExchanged(_ kind: QueueEdit.Kind, now: ContinuousClock.Instant) {
        let concerned = queue.entries.isEmpty ? waiting.last?.queue : queue
        guard let concerned, let first = concerned.entries.first else { return history.forgetSingleChanges() }
        history.note(
            QueueEdit(kind, title: first.track.title, count: concerned.entries.count),
            .exchange(queue, standing(at: now), waiting: waiting))
    }

    /// Makes the queue what it was, and has those wait that did.
    mutating func exchange(
        _ before: PlaybackQueue, _ standing: QueueHistory.Standing, waiting: [WaitingQueue],
        now: ContinuousClock.Instant
    ) -> [Action] {
        self.waiting = waiting
        editQueue { queue, _ in queue.become(before) }
        unplayable = []
        return bringBack(standing, silencedByChange: false, now: now)
    }
}
