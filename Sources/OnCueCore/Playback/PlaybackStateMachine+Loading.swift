// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension PlaybackStateMachine {
    /// Loads the current entry.
    ///
    /// - Parameters:
    ///   - position: The position; `nil` starts a long item where it was left, and others from the beginning.
    ///   - previous: The track that it follows without a break.
    ///   - waitsForNetwork: As for ``PlaybackRequest``.
    mutating func begin(
        at position: Duration? = nil, playing: Bool, after previous: Track? = nil, waitsForNetwork: Bool = false,
        now: ContinuousClock.Instant
    ) -> [Action] {
        guard let entry = queue.currentEntry else { return unload() }
        var request = makeRequest(makeToken(), entry, after: previous)
        request.waitsForNetwork = waitsForNetwork
        let isRepetition = loaded?.entry == entry.id && status != .stopped
        loaded = Loaded(
            request: request, entry: entry.id, isRepetition: isRepetition, isSeekable: entry.track.duration != nil)
        cued = []
        isCueingSuspended = false
        error = nil
        status = playing ? .playing : .paused
        let position = position ?? startPosition(of: entry.track)
        anchor = PositionAnchor(position)
        // While paused, the entry does not start, so the jump would never be reported.
        let isToldNow = isRepetition && !playing
        if isToldNow { loaded?.isJumpAnnounced = true }
        return [.load(request, at: position, playing: playing)] + recue()
            + (isToldNow ? [.announceJump(to: position)] : [])
    }

    /// Changes to an entry and keeps the status: stopped stays stopped, paused stays paused.
    mutating func go(
        to entry: PlaybackQueue.Entry, _ step: PlaybackQueue.Step = .forward, now: ContinuousClock.Instant
    ) -> [Action] {
        let left = queue.current
        select(entry.id, step)
        if step == .forward, left != entry.id { consume(left) }
        unplayable.remove(entry.id)
        guard status != .stopped else {
            anchor = PositionAnchor()
            return [savePosition()]
        }
        return begin(playing: status == .playing, now: now) + [savePosition()]
    }

    /// Stops; the current entry stays, at its beginning.
    mutating func unload() -> [Action] {
        let wasLoaded = loaded != nil
        loaded = nil
        cued = []
        isCueingSuspended = false
        status = .stopped
        anchor = PositionAnchor()
        forgetFailures()
        return (wasLoaded ? [.stopEngine] : []) + endPlans()
    }

    mutating func forgetFailures() {
        failuresInRow = 0
        missingInRow = 0
    }

    /// Sets the position; it advances while sound is being output.
    mutating func reanchor(at position: Duration, now: ContinuousClock.Instant) {
        let isSounding = status == .playing && loaded.map { $0.isStarted && $0.buffering == nil } ?? false
        anchor = PositionAnchor(position, advancingFrom: isSounding ? now : nil, rate: rate)
    }
}
