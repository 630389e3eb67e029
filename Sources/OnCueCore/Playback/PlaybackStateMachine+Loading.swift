// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension PlaybackStateMachine {
    /// Loads the current entry.
    mutating func begin(
        at position: Duration = .zero, playing: Bool, now: ContinuousClock.Instant
    ) -> [Action] {
        guard let entry = queue.currentEntry else { return unload() }
        let request = makeRequest(entry.track)
        loaded = Loaded(request: request, isSeekable: entry.track.duration != nil)
        cued = nil
        isCueingSuspended = false
        error = nil
        status = playing ? .playing : .paused
        anchor = PositionAnchor(position)
        return [.load(request, at: position, playing: playing)] + recue()
    }

    /// Goes to an entry and keeps the status: stopped stays stopped, paused stays paused.
    mutating func go(to entry: PlaybackQueue.Entry, now: ContinuousClock.Instant) -> [Action] {
        select(entry.id)
        unplayable.remove(entry.id)
        guard status != .stopped else {
            anchor = PositionAnchor()
            return [.savePosition]
        }
        return begin(playing: status == .playing, now: now) + [.savePosition]
    }

    /// Stops; the current entry stays, at its beginning.
    mutating func unload() -> [Action] {
        let wasLoaded = loaded != nil
        loaded = nil
        cued = nil
        isCueingSuspended = false
        status = .stopped
        anchor = PositionAnchor()
        forgetFailures()
        return wasLoaded ? [.stopEngine] : []
    }

    mutating func forgetFailures() {
        failuresInRow = 0
        missingInRow = 0
    }

    /// Tells the engine what follows, if that has changed.
    mutating func recue() -> [Action] {
        guard loaded != nil, !isCueingSuspended else { return [] }
        let follower = queue.follower(skipping: unplayable)
        let isSame =
            follower?.id == cued?.entry && follower?.track.location == cued?.request.location
            && follower?.track.segment == cued?.request.segment
        guard !isSame else { return [] }
        cued = follower.map { Cued(request: makeRequest($0.track), entry: $0.id) }
        return [.cue(cued?.request)]
    }

    private mutating func makeRequest(_ track: Track) -> PlaybackRequest {
        PlaybackRequest(token: makeToken(), location: track.location, segment: track.segment)
    }

    /// Sets the position; it advances when sound is going out.
    mutating func reanchor(at position: Duration, now: ContinuousClock.Instant) {
        let isSounding = status == .playing && loaded.map { $0.isStarted && !$0.isBuffering } ?? false
        anchor = PositionAnchor(position, advancingFrom: isSounding ? now : nil)
    }
}
