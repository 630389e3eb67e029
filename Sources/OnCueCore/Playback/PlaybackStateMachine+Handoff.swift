// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Playback that continues at another machine, or comes from one.
extension PlaybackStateMachine {
    /// Replaces the queue by that of another machine, paused at its position; can be undone.
    mutating func takeOver(
        _ taken: TakenQueue, now: ContinuousClock.Instant
    ) throws(PlaybackCommandError) -> [Action] {
        guard taken.tracks.indices.contains(taken.current) else {
            throw PlaybackCommandError(.invalidValue, "there is nothing to take over")
        }
        formerSession = session(at: now)
        if queue.entries.isEmpty, waiting.isEmpty { history.forgetSingleChanges() }
        history.note(
            ListEdit(.takeOver, title: taken.tracks[taken.current].title, count: taken.tracks.count),
            .exchange(queue, wantedStanding(at: now), waiting: waiting))
        waiting = []
        let first = queue.nextEntryNumber
        let ids = taken.tracks.indices.map { PlaybackQueue.EntryID(first + UInt64($0)) }
        let entries = taken.tracks.indices.map { index in
            PlaybackQueue.Entry(
                id: ids[index], track: taken.tracks[index],
                contextNumber: taken.numbers.indices.contains(index) ? taken.numbers[index] : nil)
        }
        var session = SavedSession(
            entries: QueueEntries(entries),
            current: ids[taken.current], nextEntryNumber: first + UInt64(ids.count))
        session.context = taken.context
        (session.repeatMode, session.shuffleMode) = (taken.repeatMode, taken.shuffleMode)
        // Other contents play in the mode of this machine.
        let lasting = queue.lastingShuffleMode ?? queue.shuffleMode
        session.lastingShuffleMode = lasting == taken.shuffleMode ? nil : lasting
        session.shuffleOrder = taken.order.map { ids[$0] }
        session.shuffleSeed = makeSeed()
        editQueue { queue, seed in queue.become(PlaybackQueue(session, seed: seed)) }
        unplayable = Set(taken.missing.map { ids[$0] })
        stopsAfterEntry = taken.stopsAfterEntry
        forgetFailures()
        return begin(at: taken.position, playing: false, now: now) + [.saveSession]
    }

    /// Saves the queue that was taken over, instead of the former one, from the first command on.
    mutating func settleTaken(after command: PlaybackCommand) -> [Action] {
        if case .takeOver = command { return [] }
        guard formerSession != nil else { return [] }
        formerSession = nil
        return [.saveSession]
    }

    /// Pauses because another machine continues; undoing that resumes playback here, if nothing else plays then.
    mutating func handOver(now: ContinuousClock.Instant) throws(PlaybackCommandError) -> [Action] {
        guard let entry = queue.currentEntry else { throw nothingPlaying }
        history.note(
            ListEdit(.handOver, title: entry.track.title, count: queue.entries.count),
            .exchange(queue, wantedStanding(at: now), waiting: waiting))
        return pause(now: now) + [.savePosition]
    }

    /// Returns the standing that the user wants: an item that a call has silenced should play.
    private func wantedStanding(at now: ContinuousClock.Instant) -> QueueHistory.Standing {
        var standing = standing(at: now)
        if !interruptions.isEmpty { standing.status = .playing }
        return standing
    }
}
