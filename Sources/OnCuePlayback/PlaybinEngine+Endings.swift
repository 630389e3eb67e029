// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore
import OnCueRuntime

extension PlaybinEngine {
    /// How long the player's own position and duration cannot be trusted after it has gone on to a follower.
    private static let settlingTime: Duration = .milliseconds(300)
    /// The follower is told to have started when it is heard; no output holds more than this.
    private static let longestOutputBuffer: Duration = .milliseconds(500)
    /// How long an output that plays may stay where it is.
    private static let longestStandstill: Duration = .seconds(1)

    // MARK: Follower

    /// The follower's stream has reached the sink, a little before it is heard.
    func followerStarts() {
        guard let medium = current, cell.hasArrived else { return }
        let remaining = medium.duration.map { $0 - lastPosition(of: medium) } ?? .zero
        let wait = min(max(remaining, .zero), Self.longestOutputBuffer)
        guard wait > .milliseconds(5), wantsPlaying else { return promoteFollower() }
        schedule(.follower, after: wait) { $0.promoteFollower() }
    }

    /// How far a medium has been heard whose follower has reached the sink.
    ///
    /// The player's answer is that of the old medium or of the new one, or none, so it must fit our own clock.
    private func lastPosition(of medium: CurrentMedium) -> Duration {
        let expected = medium.clock.now
        guard let queried = player?.position, queried <= expected, expected - queried < Self.longestOutputBuffer else {
            return expected
        }
        return queried
    }

    private func promoteFollower() {
        guard let medium = current else { return }
        guard let next = cell.promote() else {
            // It was cued otherwise in the moment in which it arrived.
            finishCurrent()
            return
        }
        var follower = CurrentMedium(request: next, start: .zero)
        follower.stage = .running
        follower.isPrepared = true
        follower.isStarted = true
        follower.isSeekable = medium.isSeekable
        follower.toldSeekable = medium.isSeekable
        follower.clock.set(.zero, isRunning: medium.clock.isRunning)
        follower.trustsClockUntil = .now + Self.settlingTime
        current = follower
        emit(.started(next.token))
        schedule(.follower, after: Self.settlingTime) { $0.followerSettled() }
    }

    private func followerSettled() {
        guard let medium = current, medium.stage == .running, let player else { return }
        current?.isSeekable = player.isSeekable
        let duration = player.duration
        current?.duration = duration
        emit(.durationChanged(medium.request.token, duration))
        tellSeekability()
        cell.release(.settling)
        handOverIfDue()
    }

    /// The follower that the player has opened cannot be played; what plays now does so to its end.
    func followerFailed(_ error: PlaybackError) {
        let failed = cell.breakFollower()
        current?.missing = []
        watchEnd()
        if let failed { emit(.failed(failed.token, error)) }
    }

    /// The player does not tell the end after its follower has failed, so it is found by the position.
    func watchEnd() {
        guard let medium = current, wantsPlaying else { return }
        guard let duration = medium.duration else { return watchStandstill() }
        guard let position else { return finishCurrent() }
        let remaining = duration - position
        if remaining <= .milliseconds(20) { return finishCurrent() }
        schedule(.end, after: remaining) { $0.endIsNear(at: position) }
    }

    private func endIsNear(at earlier: Duration) {
        guard let medium = current, let duration = medium.duration, let position else { return }
        let isStuck = position == earlier
        if isStuck || duration - position <= .milliseconds(30) { finishCurrent() } else { watchEnd() }
    }

    /// The same for a medium of unknown duration: it is over when nothing of it comes to the output any more.
    ///
    /// All of it has been read when its follower is opened, so there is nothing to wait for but the output.
    private func watchStandstill() {
        // Before it plays it stands still anyway; `playing()` comes here again.
        guard current?.clock.isRunning == true else { return }
        let earlier = player?.position
        schedule(.end, after: Self.longestStandstill) { engine in
            let position = engine.player?.position
            if position == nil || position == earlier { engine.finishCurrent() } else { engine.watchEnd() }
        }
    }

    // MARK: End

    /// The current request has been heard to its end.
    func finishCurrent() {
        guard let medium = current else { return }
        guard let next = cell.removeCued() else {
            abandon()
            submit(within: Operation.endingLimit) { await self.graph.reset() }
            emit(.ended(medium.request.token))
            return
        }
        follow(with: next)
    }

    /// Opens the follower after the current one has ended, because the player could not take it in time.
    func follow(with next: PlaybackRequest) {
        guard let medium = current else { return }
        var follower = CurrentMedium(request: next, start: .zero)
        follower.isPrepared = true
        follower.toldSeekable = medium.isSeekable
        follower.predecessor = medium.request.token
        current = follower
        cell.begin(keepingNext: false)
        open()
    }

    // MARK: Failures

    /// The current request cannot be played, or not to its end.
    func fail(_ error: PlaybackError) {
        guard let medium = current else { return }
        abandon()
        isPlayerBroken = true
        submit(within: Operation.endingLimit) { await self.discardBrokenPlayer() }
        emit(.failed(medium.request.token, error))
        if let predecessor = medium.predecessor { emit(.ended(predecessor)) }
    }

    /// The output does not take data any more.
    func outputFailed(_ failure: PipelineFailure) {
        guard let medium = current else { return }
        if medium.stage == .opening || medium.stage == .positioning, !medium.hasRetriedOutput {
            // It went away while nothing played; perhaps it is there again.
            current?.hasRetriedOutput = true
            isPlayerBroken = true
            reopen(at: medium.start, announcesSeek: medium.announcesSeek)
            return
        }
        loseOutput(.outputLost(failure), at: medium.clamp(medium.clock.now))
    }

    /// No output takes the medium.
    func failOutput(_ error: PlaybackError, wasLost: Bool) {
        guard let medium = current else { return }
        if wasLost { loseOutput(error, at: medium.start) } else { fail(error) }
    }

    private func loseOutput(_ error: PlaybackError, at position: Duration) {
        guard let medium = current else { return }
        overtake()
        generation += 1
        cancelTimers()
        wantsPlaying = false
        requestedState = .null
        current?.stage = .lost
        current?.start = position
        current?.hasRetriedOutput = false
        current?.clock.set(position, isRunning: false)
        cell.begin(keepingNext: true)
        isPlayerBroken = true
        submit(within: Operation.endingLimit) { await self.discardBrokenPlayer() }
        emit(.outputLost(medium.request.token, position: position, error))
    }
}
