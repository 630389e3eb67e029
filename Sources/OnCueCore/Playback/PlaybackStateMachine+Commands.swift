// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension PlaybackStateMachine {
    /// Carries out a command.
    ///
    /// - Parameter cause: The origin of the command.
    /// - Throws: ``PlaybackCommandError``; the state is then unchanged.
    package mutating func perform(
        _ command: PlaybackCommand, by cause: PlaybackCause = .user, now: ContinuousClock.Instant
    ) throws(PlaybackCommandError) -> [Action] {
        if isEcho(command, of: cause, now: now) { return [] }
        let before = status
        let wasPlaying = before == .playing
        let keepsLimit = cause == .suggestion
        var actions: [Action]
        switch command {
        case .setVolume(let volume) where keepsLimit: actions = try setVolume(volume, keepsLimit: true)
        case .adjustVolume(let difference) where keepsLimit:
            actions = try setVolume(self.volume + difference, keepsLimit: true)
        default: actions = try perform(command, now: now)
        }
        actions += settleTaken(after: command)
        history.stamp(now)
        remotePause = wasPlaying && status == .paused && cause == .remote ? now : nil
        // A command without effect does not change the cause.
        if !actions.isEmpty { self.cause = cause }
        settleInterruptions(after: command)
        actions += settleLoop()
        // Playback that resumes after a fade has its previous volume.
        if sleep == nil, status == .playing { actions = setFade(1) + actions }
        actions = settleCeiling(from: before) + actions
        return actions + askForSimilar()
    }

    private mutating func perform(
        _ command: PlaybackCommand, now: ContinuousClock.Instant
    ) throws(PlaybackCommandError) -> [Action] {
        switch command {
        case .play(let tracks, let start, let shuffled, let position, let context, let isInterrupting):
            try play(
                tracks, from: context, startingAt: start, shuffled: shuffled, at: position,
                interrupting: isInterrupting, now: now)
        case .playEntry(let id): try playEntry(id, now: now)
        case .resume: try resume(now: now)
        case .pause: pause(now: now)
        case .toggle: status == .playing ? pause(now: now) : try resume(now: now)
        case .stop: stop()
        case .next: try next(now: now)
        case .previous: try previous(now: now)
        case .seek(let position): try seek(toInside: position, now: now)
        case .seekBy(let offset): try seek(to: position(at: now) + offset, now: now)
        case .setVolume(let volume): try setVolume(volume)
        case .adjustVolume(let difference): try setVolume(limitedVolume + difference)
        case .setMuted(let isMuted): setMuted(isMuted)
        case .setRate(let rate): try setRate(rate, now: now)
        case .adjustRate(let difference): try adjustRate(by: difference, now: now)
        case .setSleep(let wish): try setSleep(wish, now: now)
        case .stopAfterEntry(let isWanted): try stopAfterEntry(isWanted)
        case .setLoop(let change): try setLoop(change, now: now)
        case .setRepeatMode(let mode): setRepeatMode(mode)
        case .setShuffleMode(let mode): setShuffleMode(mode)
        case .setSimilar(let isWanted): setSimilar(isWanted)
        case .setSingle(let isWanted): setSingle(isWanted)
        case .setConsuming(let isWanted): setConsuming(isWanted)
        case .enqueue(let tracks, let placement, let shuffled): try enqueue(tracks, at: placement, shuffled: shuffled)
        case .removeEntry(let id): try removeEntry(id, now: now)
        case .removeEntries(let ids): try removeEntries(ids, now: now)
        case .keepEntries(let ids): try keepEntries(ids, now: now)
        case .removeDuplicates: removeDuplicates(now: now)
        case .moveEntry(let id, let position): try moveEntry(id, to: position)
        case .moveEntries(let ids, let position): try moveEntries(ids, to: position)
        case .rearrangeEntries(let ids): try rearrangeEntries(ids)
        case .playNext(let ids): try playNext(ids)
        case .playFirst(let ids): try playFirst(ids)
        case .sortQueue(let sorting): try sortQueue(sorting)
        case .clearQueue: clearQueue(now: now)
        case .takeOver(let taken): try takeOver(taken, now: now)
        case .handOver: try handOver(now: now)
        case .goBack: try goBack(now: now)
        case .undo: try undo(now: now)
        case .redo: try redo(now: now)
        }
    }

    private mutating func play(
        _ tracks: [Track], from context: PlaybackContext?, startingAt start: Int, shuffled: ShuffleMode?,
        at position: Duration, interrupting isInterrupting: Bool, now: ContinuousClock.Instant
    ) throws(PlaybackCommandError) -> [Action] {
        guard !tracks.isEmpty else { throw PlaybackCommandError(.invalidValue, "there is nothing to play") }
        if isInterrupting && !queue.entries.isEmpty || !waiting.isEmpty {
            noteExchanged(.play, now: now)
        } else {
            noteReplaced(.play, by: tracks, now: now)
        }
        if isInterrupting { setAside(now: now) } else { waiting = [] }
        editQueue { queue, seed in
            let isAnywhere = shuffled != nil && shuffled != .off && start == 0
            queue.replace(
                with: tracks, from: context, startingAt: isAnywhere ? nil : start, shuffled: shuffled, seed: seed)
        }
        unplayable = []
        stopsAfterEntry = false
        // Shuffling may begin with another track, to which the position does not apply.
        let isWanted = tracks.indices.contains(start) && queue.currentEntry?.track == tracks[start]
        return begin(at: isWanted ? max(.zero, position) : nil, playing: true, now: now) + [.saveSession]
    }

    private mutating func playEntry(
        _ id: PlaybackQueue.EntryID, now: ContinuousClock.Instant
    ) throws(PlaybackCommandError) -> [Action] {
        guard queue.index(of: id) != nil else { throw noSuchEntry(id) }
        select(id, .choice)
        // After a stop, failed entries may be available again, as for resume.
        if loaded == nil { unplayable = [] } else { unplayable.remove(id) }
        return begin(playing: true, now: now) + [savePosition()]
    }

    /// - Parameter waitsForNetwork: As for ``PlaybackRequest``.
    mutating func resume(
        waitsForNetwork: Bool = false, now: ContinuousClock.Instant
    ) throws(PlaybackCommandError) -> [Action] {
        guard queue.current != nil else {
            guard waiting.isEmpty else {
                let actions = comeBack(playing: true, now: now)
                return actions + (try resume(now: now))
            }
            throw PlaybackCommandError(.nothingPlaying, "the queue is empty; play something first")
        }
        guard status != .playing else { return [] }
        guard loaded != nil else {
            unplayable = []
            let position = isStation ? .zero : status == .paused ? anchor.position : nil
            return begin(at: position, playing: true, waitsForNetwork: waitsForNetwork, now: now) + [.savePosition]
        }
        status = .playing
        error = nil
        reanchor(at: anchor.position, now: now)
        return [.setPlaying(true), .savePosition]
    }

    mutating func pause(now: ContinuousClock.Instant) -> [Action] {
        guard status == .playing else { return [] }
        anchor = PositionAnchor(position(at: now))
        status = .paused
        return [.setPlaying(false), .savePosition]
    }

    private mutating func stop() -> [Action] {
        guard status != .stopped || loaded != nil else { return [] }
        return unload() + [.savePosition]
    }

    private mutating func next(now: ContinuousClock.Instant) throws(PlaybackCommandError) -> [Action] {
        guard queue.current != nil else { throw nothingPlaying }
        guard let entry = queue.next(skipping: unplayable) else {
            if !waiting.isEmpty { return comeBack(playing: status == .playing, now: now) }
            return unload() + [.savePosition]
        }
        return go(to: entry, now: now)
    }

    private mutating func previous(now: ContinuousClock.Instant) throws(PlaybackCommandError) -> [Action] {
        guard let current = queue.currentEntry else { throw nothingPlaying }
        return go(to: queue.previous ?? current, .backward, now: now)
    }

    /// Jumps to a requested position, which must be within the track.
    private mutating func seek(
        toInside position: Duration, now: ContinuousClock.Instant
    ) throws(PlaybackCommandError) -> [Action] {
        if status != .stopped, isSeekable, let duration, position > duration {
            throw Self.behindEnd(duration)
        }
        return try seek(to: position, now: now)
    }

    static func behindEnd(_ duration: Duration) -> PlaybackCommandError {
        PlaybackCommandError(
            .invalidValue, "the track ends at \(clockText(duration)); choose an earlier position")
    }

    /// Returns minutes and seconds, such as `3:05`.
    private static func clockText(_ duration: Duration) -> String {
        let seconds = duration.components.seconds
        return "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
    }

    /// Seeks to a position; one beyond the end leads to the next track (MPRIS 2.2, Seek).
    mutating func seek(
        to position: Duration, now: ContinuousClock.Instant
    ) throws(PlaybackCommandError) -> [Action] {
        guard queue.current != nil, status != .stopped else { throw nothingPlaying }
        guard isSeekable else {
            throw .notSeekable(isStation: isStation)
        }
        if let duration, position > duration { return try next(now: now) }
        let target = max(.zero, position)
        let followers = noteJump(to: target)
        guard loaded != nil else {
            anchor = PositionAnchor(target)
            return [.announceJump(to: target), .savePosition]
        }
        // The engine confirms with `seeked`; until then the position stays at the target.
        anchor = PositionAnchor(target)
        return followers + [.seek(to: target), .savePosition]
    }

    private mutating func setRepeatMode(_ mode: RepeatMode) -> [Action] {
        guard mode != queue.repeatMode else { return [] }
        editQueue { queue, _ in queue.repeatMode = mode }
        return recue() + [.savePosition]
    }

    private mutating func setShuffleMode(_ mode: ShuffleMode) -> [Action] {
        guard mode != queue.shuffleMode || queue.lastingShuffleMode != nil else { return [] }
        editQueue { queue, seed in queue.setShuffleMode(mode, seed: seed) }
        // The playing order is saved with the entries.
        return recue() + [.saveSession]
    }

    var nothingPlaying: PlaybackCommandError {
        PlaybackCommandError(.nothingPlaying, "nothing is playing; play something first")
    }

    func noSuchEntry(_ id: PlaybackQueue.EntryID) -> PlaybackCommandError {
        PlaybackCommandError(.noSuchEntry, "the queue has no entry \(id); it may have been removed")
    }
}
