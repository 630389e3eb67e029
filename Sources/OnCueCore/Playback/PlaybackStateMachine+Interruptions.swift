// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension PlaybackStateMachine {
    /// Silences what plays until the interruption is over; without effect when a person has paused or stopped.
    ///
    /// A loss of the output, and sleep, give the output back; what plays is opened anew afterwards: files where they
    /// stood, stations live.
    package mutating func interrupt(
        by interruption: PlaybackInterruption, error: PlaybackError? = nil, now: ContinuousClock.Instant
    ) -> [Action] {
        let isFirst = status == .playing || (interruption == .outputLost && isPausedByEcho(now))
        guard isFirst || !interruptions.isEmpty else { return [] }
        interruptions.insert(interruption)
        if interruption == .outputLost { outputLoss = now }
        guard isFirst || interruption != .call else { return [] }
        if isFirst { cause = interruption.cause }
        guard interruption == .call else { return hold(at: position(at: now), error) }
        return pause(now: now)
    }

    /// Goes on when this was the last interruption, unless the person wants something else by now.
    ///
    /// - Parameter goesOn: False when it has lasted too long: what is paused stays paused.
    package mutating func endInterruption(
        _ interruption: PlaybackInterruption, goesOn: Bool = true, now: ContinuousClock.Instant
    ) -> [Action] {
        guard interruptions.remove(interruption) != nil else { return [] }
        guard goesOn else {
            interruptions = []
            return []
        }
        guard interruptions.isEmpty, status == .paused, queue.current != nil else { return [] }
        cause = interruption.endCause
        // The network comes later than the machine wakes up.
        return (try? resume(waitsForNetwork: interruption == .suspend, now: now)) ?? []
    }

    /// Session managers pause all players when an output goes away (WirePlumber does, over MPRIS), a moment before or after
    /// we see that ourselves: no person did it.
    private static let echoTime = Duration.seconds(2)

    /// True for a pause that only says again that the output is gone.
    func isEcho(_ command: PlaybackCommand, of cause: PlaybackCause, now: ContinuousClock.Instant) -> Bool {
        guard command == .pause, cause == .remote, interruptions.contains(.outputLost) else { return false }
        return outputLoss.map { now - $0 <= Self.echoTime } ?? false
    }

    /// True when it was paused because the output was about to be seen as gone.
    func isPausedByEcho(_ now: ContinuousClock.Instant) -> Bool {
        status == .paused && remotePause.map { now - $0 <= Self.echoTime } ?? false
    }

    /// Nothing is interrupted that a person has paused, stopped or begun anew.
    mutating func settleInterruptions(after command: PlaybackCommand? = nil) {
        if status != .paused || command == .pause { interruptions = [] }
    }

    /// Keeps the place until there is an output again.
    mutating func hold(at position: Duration, _ error: PlaybackError?) -> [Action] {
        // Without a stream nobody tells the end of a call.
        interruptions.remove(.call)
        loaded = nil
        cued = []
        status = .paused
        anchor = PositionAnchor(position)
        self.error = error
        return [.haltEngine, .savePosition]
    }
}
