// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension PlaybackStateMachine {
    /// Processes an event of the engine; one of an outdated request has no effect.
    package mutating func receive(_ event: EngineEvent, now: ContinuousClock.Instant) -> [Action] {
        let before = status
        var actions = take(event, now: now)
        actions = settleCeiling(from: before) + actions
        settleInterruptions()
        actions += settleLoop()
        return actions + askForSimilar()
    }

    private mutating func take(_ event: EngineEvent, now: ContinuousClock.Instant) -> [Action] {
        switch event {
        case .prepared(let token, let duration, let isSeekable):
            prepared(token, duration: duration, isSeekable: isSeekable, now: now)
        case .hasVideo(let token): hasVideo(token)
        case .formatChanged(let token, let format): formatChanged(token, format)
        case .started(let token): started(token, now: now)
        case .durationChanged(let token, let duration): durationChanged(token, duration)
        case .seeked(let token, let position): seeked(token, to: position, now: now)
        case .buffering(let token, let percent): buffering(token, percent: percent, now: now)
        case .streamTitle(let token, let title): streamTitle(token, title)
        case .ended(let token): ended(token, now: now)
        case .failed(let token, let error): failed(token, error, now: now)
        case .outputLost(let token, let position, let error): outputLost(token, position: position, error, now: now)
        case .volumeChanged(let volume, let isMuted): volumeChanged(volume, isMuted: isMuted)
        case .outputChanged(let output): outputChanged(output)
        case .interrupted(true): interrupt(by: .call, now: now)
        case .interrupted(false): endInterruption(.call, now: now)
        }
    }

    /// Updates the position with the exact one from the engine, so that saved or derived values are exact.
    package mutating func notePosition(_ position: Duration, now: ContinuousClock.Instant) {
        guard anchor.isAdvancing else { return }
        reanchor(at: position, now: now)
    }

    private mutating func prepared(
        _ token: PlaybackRequest.Token, duration: Duration?, isSeekable: Bool, now: ContinuousClock.Instant
    ) -> [Action] {
        guard loaded?.request.token == token else { return [] }
        let duration = settled(duration)
        loaded?.isPrepared = true
        loaded?.duration = duration
        let isStation = isStation
        loaded?.isSeekable = isSeekable && !isStation
        settleRate(now: now)
        return []
    }

    private mutating func hasVideo(_ token: PlaybackRequest.Token) -> [Action] {
        if loaded?.request.token == token { loaded?.hasVideo = true }
        return []
    }

    private mutating func formatChanged(_ token: PlaybackRequest.Token, _ format: MediaFormat) -> [Action] {
        if loaded?.request.token == token { loaded?.format = format }
        return []
    }

    private mutating func started(_ token: PlaybackRequest.Token, now: ContinuousClock.Instant) -> [Action] {
        if let index = cuedIndex(of: token) { return promote(index, now: now) }
        guard loaded?.request.token == token, loaded?.isStarted == false else { return [] }
        loaded?.isStarted = true
        forgetFailures()
        error = nil
        let position = anchor.position
        reanchor(at: position, now: now)
        let isNews = position > .zero || loaded?.isRepetition == true
        let isJump = isNews && loaded?.isJumpAnnounced == false
        return [.announceStart(token)] + (isJump ? [.announceJump(to: position)] : [])
    }

    private mutating func durationChanged(_ token: PlaybackRequest.Token, _ duration: Duration?) -> [Action] {
        guard loaded?.request.token == token else { return [] }
        let duration = settled(duration)
        loaded?.duration = duration
        return []
    }

    /// Returns the duration to use: the known one if that of the engine is nearly the same.
    ///
    /// Clients redraw, and a car restarts its counter, whenever a duration changes; a rounding difference is not worth
    /// that.
    private func settled(_ duration: Duration?) -> Duration? {
        if isStation { return nil }
        guard let duration, let known = self.duration else { return duration }
        return abs((duration - known) / .milliseconds(1)) < Self.durationTolerance ? known : duration
    }

    var isStation: Bool { queue.currentEntry?.track.isStation ?? false }

    /// The difference, in milliseconds, below which the known duration is kept.
    private static let durationTolerance = 50.0

    private mutating func seeked(
        _ token: PlaybackRequest.Token, to position: Duration, now: ContinuousClock.Instant
    ) -> [Action] {
        guard loaded?.request.token == token else { return [] }
        if loaded?.isStarted == false { loaded?.isJumpAnnounced = true }
        reanchor(at: position, now: now)
        return [.announceJump(to: position)] + (noteJumped(to: position) ? recue() : [.savePosition])
    }

    /// Updates the fill level of the buffer. A change by less than a step is not reported, nor is a decrease: decoders
    /// consume data while they open.
    private mutating func buffering(
        _ token: PlaybackRequest.Token, percent: Int, now: ContinuousClock.Instant
    ) -> [Action] {
        guard let loaded, loaded.request.token == token else { return [] }
        let level = percent < 100 ? max(0, percent) : nil
        if let level, let known = loaded.buffering {
            if level >= known + Self.bufferingStep { self.loaded?.buffering = level }
            return []
        }
        guard level != loaded.buffering else { return [] }
        let position = position(at: now)
        self.loaded?.buffering = level
        reanchor(at: position, now: now)
        return []
    }

    private mutating func streamTitle(_ token: PlaybackRequest.Token, _ title: String) -> [Action] {
        guard let loaded, loaded.request.token == token else { return [] }
        // The title of an episode in its feed is used everywhere; tags often contain a different one.
        let isEpisode = queue.entry(loaded.entry)?.track.identifier.kind == .episode
        self.loaded?.streamTitle = title.isEmpty || isEpisode ? nil : title
        return []
    }

    private mutating func ended(_ token: PlaybackRequest.Token, now: ContinuousClock.Instant) -> [Action] {
        guard loaded?.request.token == token else { return [] }
        if let actions = returnAtEnd(now: now) { return actions }
        cause = .end
        forgetResumePosition()
        guard let follower else {
            let next = queue.follower(skipping: unplayable)
            if !waiting.isEmpty, next == nil || !endsWithEntry { return endInBetween(now: now) }
            return next.map { endAsPlanned(before: $0) } ?? finish()
        }
        let previous = queue.currentEntry
        select(follower.id)
        if previous?.id != follower.id { consume(previous?.id) }
        return begin(playing: status == .playing, after: previous?.track, now: now) + [savePosition()]
    }

    /// Ends playback at the end of the queue; playing again begins with its first entry.
    private mutating func finish() -> [Action] {
        let actions = unload()
        consume(queue.current)
        rewind()
        unplayable = []
        return actions + [savePosition()]
    }

    private mutating func failed(
        _ token: PlaybackRequest.Token, _ error: PlaybackError, now: ContinuousClock.Instant
    ) -> [Action] {
        if let index = cuedIndex(of: token) {
            dropCued(from: index, error)
            return [.announceFailure(token, error)]
        }
        guard loaded?.request.token == token, let current = queue.current else { return [] }
        // An output that returned and is lost again is still waited for; one that never existed is not.
        if error.concernsOutput, cause == .outputBack, status == .playing { interruptions.insert(.outputLost) }
        cause = error.concernsOutput ? .outputLost : .error
        let report: Action = .announceFailure(token, error)
        if error.concernsOutput { return [report] + hold(at: position(at: now), error) }
        unplayable.insert(current)
        let goesOn = countFailure(error)
        let follower = goesOn ? queue.next(skipping: unplayable) : nil
        guard let follower else {
            let isOver = waiting.isEmpty
            let actions = isOver ? unload() : [.giveUp(error)] + comeBack(playing: status == .playing, now: now)
            self.error = error
            return [report] + actions + (isOver ? [.savePosition] : [])
        }
        select(follower.id)
        let actions = begin(playing: status == .playing, now: now)
        self.error = error
        return [report] + actions + [savePosition()]
    }

    /// Counts the failure of the current entry.
    ///
    /// - Returns: `false` if there were so many successive failures that nothing else is tried.
    private mutating func countFailure(_ error: PlaybackError) -> Bool {
        let isMissingFile = error.code == .notFound && loaded?.request.location.scheme == "file"
        if isMissingFile { missingInRow += 1 } else { failuresInRow += 1 }
        return failuresInRow < Self.failureLimit && missingInRow < Self.missingLimit
    }

    private mutating func outputLost(
        _ token: PlaybackRequest.Token, position: Duration, _ error: PlaybackError, now: ContinuousClock.Instant
    ) -> [Action] {
        if let index = cuedIndex(of: token) {
            // The entry is being heard although its start was not reported.
            for passed in cued[...index] { select(passed.entry) }
        } else if loaded?.request.token != token {
            return []
        }
        if status == .playing || isPausedByEcho(now) { interruptions.insert(.outputLost) }
        outputLoss = now
        cause = .outputLost
        return [.announceFailure(token, error)] + hold(at: position, error)
    }
}
