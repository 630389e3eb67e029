// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension PlaybackStateMachine {
    /// Silences playback until the interruption is over; does nothing if playback is paused or stopped by the user.
    ///
    /// A loss of the output, and sleep, release the output; the medium is reopened afterwards: files at their position,
    /// stations live.
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

    /// Resumes if this was the last interruption, unless a command has changed that since.
    ///
    /// - Parameter goesOn: `false` if it has lasted too long: playback then stays paused.
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
        // The network is available later than the machine wakes up.
        return (try? resume(waitsForNetwork: interruption == .suspend, now: now)) ?? []
    }

    /// The time within which a pause counts as an echo: session managers pause all players when an output is lost
    /// (WirePlumber does, over MPRIS), a moment before or after the loss is noticed here, without a user's command.
    private static let echoTime = Duration.seconds(2)

    /// Returns whether a command is a pause that only echoes the loss of the output.
    func isEcho(_ command: PlaybackCommand, of cause: PlaybackCause, now: ContinuousClock.Instant) -> Bool {
        guard command == .pause, cause == .remote, interruptions.contains(.outputLost) else { return false }
        return outputLoss.map { now - $0 <= Self.echoTime } ?? false
    }

    /// Returns whether playback was paused because of a loss of the output that was about to be noticed.
    func isPausedByEcho(_ now: ContinuousClock.Instant) -> Bool {
        status == .paused && remotePause.map { now - $0 <= Self.echoTime } ?? false
    }

    /// Ends the interruptions of playback that the user has paused, stopped or restarted.
    mutating func settleInterruptions(after command: PlaybackCommand? = nil) {
        let ends =
            switch command {
            case .pause, .handOver, .takeOver: true
            default: status != .paused
            }
        if ends { interruptions = [] }
    }

    /// Keeps the position until there is an output again.
    mutating func hold(at position: Duration, _ error: PlaybackError?) -> [Action] {
        // Without a stream, the end of a call is not reported.
        interruptions.remove(.call)
        loaded = nil
        cued = []
        status = .paused
        anchor = PositionAnchor(position)
        self.error = error
        return [.haltEngine, .savePosition]
    }
}
