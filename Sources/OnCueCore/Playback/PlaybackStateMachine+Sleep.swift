// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension PlaybackStateMachine {
    /// Sets or ends the sleep timer; if it has begun to fade the sound, the volume is restored.
    mutating func setSleep(
        _ wish: SleepWish?, now: ContinuousClock.Instant
    ) throws(PlaybackCommandError) -> [Action] {
        switch wish {
        case .time(let time):
            guard time >= .seconds(1), time <= SleepTimer.limit else {
                throw PlaybackCommandError(.invalidValue, "the sleep timer must be from 1 second to 24 hours")
            }
            sleep = .time(now + time)
        case .track, .queue:
            guard status != .stopped else { throw nothingPlaying }
            sleep = wish == .track ? .track : .queue
        case nil:
            guard sleep != nil else { return [] }
            sleep = nil
        }
        return setFade(1) + recue() + [.keepSleep]
    }

    /// Ends playback after the current entry, once, or cancels that.
    mutating func stopAfterEntry(_ isWanted: Bool) throws(PlaybackCommandError) -> [Action] {
        guard status != .stopped || !isWanted else { throw nothingPlaying }
        stopsAfterEntry = isWanted
        return recue() + [.savePosition]
    }

    /// Ends the time of the sleep timer: playback pauses, and interrupted playback does not resume.
    package mutating func fallAsleep(now: ContinuousClock.Instant) -> [Action] {
        guard case .time = sleep else { return [] }
        sleep = nil
        interruptions = []
        guard status == .playing else { return setFade(1) + [.keepSleep] }
        cause = .sleepTimer
        return pause(now: now) + [.keepSleep]
    }

    /// Lowers the sound by a factor down to 0, without changing the user's volume; 1 is the full volume.
    package mutating func setFade(_ fade: Double) -> [Action] {
        guard fade != self.fade else { return [] }
        self.fade = fade
        return [.setVolume(heardVolume)]
    }

    /// The entry that plays automatically after the current one; `nil` if playback ends then.
    var follower: PlaybackQueue.Entry? {
        if endsWithEntry { return nil }
        if sleep == .queue {
            var queue = queue
            queue.repeatMode = .off
            return queue.follower(skipping: unplayable)
        }
        return queue.follower(skipping: unplayable)
    }

    /// Handles the end of the current entry if nothing should follow although something could: the next entry waits at
    /// its beginning, or the first.
    mutating func endAsPlanned(before next: PlaybackQueue.Entry) -> [Action] {
        let isTrackOver = sleep == .track
        if isTrackOver || (sleep == .queue && !stopsAfterEntry && !isSingle) { cause = .sleepTimer }
        let (heard, actions) = (queue.current, unload())
        select(next.id)
        if heard != next.id { consume(heard) }
        unplayable = []
        if isTrackOver { status = .paused }
        return actions + [savePosition()]
    }

    /// Cancels requests to stop at the end of an entry or of the queue.
    mutating func endPlans() -> [Action] {
        stopsAfterEntry = false
        guard sleep == .track || sleep == .queue else { return [] }
        sleep = nil
        return [.keepSleep]
    }

    /// Returns the sleep timer in storage form.
    ///
    /// - Parameter time: Seconds since 1970 at `now`.
    package func savedSleep(now: ContinuousClock.Instant, time: Int64) -> SavedSleep? {
        sleep?.saved(now: now, time: time)
    }
}
