// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore
import OnCueRuntime

/// Media that come over the network: waiting for them, and taking them up again where they broke.
extension DeckEngine {
    private static let outputReserve: Duration = .milliseconds(120)

    /// The deck tells how full its buffer is.
    func buffering(_ percent: Int) {
        guard let medium = current else { return }
        setBuffering(percent < 100, percent: percent, of: medium)
        if percent < 100, medium.stage == .running { watchStall() }
    }

    private func setBuffering(_ isBuffering: Bool, percent: Int, of medium: Playing) {
        current?.isBuffering = isBuffering
        if !isBuffering {
            timers.removeValue(forKey: .stall)?.cancel()
            timers.removeValue(forKey: .retry)?.cancel()
        }
        emit(.buffering(medium.request.token, percent: percent))
        guard current?.request.token == medium.request.token else { return }
        reconcile()
    }

    /// The mixer has nothing to hand over of a medium.
    func starves(_ token: PlaybackRequest.Token) {
        guard let medium = current, medium.request.token == token, isNetwork(medium) else { return }
        current?.isStarving = true
        switch medium.stage {
        case .opening, .lost: return
        case .starting, .running: break
        }
        if case .failed(let error) = medium.deck.stage { return leftOver(medium, error) }
        if medium.deck.pipeline?.line.isAtEnd == true { return streamEndsEarly() }
        guard medium.stage == .running else { return }
        // The output has a little left, and silence that is passed over takes all there is at once.
        schedule(.stall, after: Self.outputReserve) { engine in engine.waitForStream(token) }
    }

    private func waitForStream(_ token: PlaybackRequest.Token) {
        guard let medium = current, medium.request.token == token, mixer.isStarving else { return }
        if !medium.isBuffering { setBuffering(true, percent: 0, of: medium) }
        watchStall()
    }

    /// The mixer has something again.
    func recovers(_ token: PlaybackRequest.Token) {
        guard let medium = current, medium.request.token == token else { return }
        current?.isStarving = false
        guard medium.isBuffering, !medium.deck.isBuffering else { return }
        setBuffering(false, percent: 100, of: medium)
    }

    /// The deck of a medium that was taken up again is ready.
    func streamRecovers() {
        guard let medium = current, medium.isBuffering, !medium.deck.isBuffering else { return }
        setBuffering(false, percent: 100, of: medium)
    }

    func watchStall() {
        schedule(.stall, after: StreamRecovery.stallTime) { engine in
            guard let medium = engine.current, medium.isBuffering else { return }
            // What has come is heard first, so that the place at which it broke is known.
            if engine.mixer.isStarving {
                engine.streamBreaks()
            } else {
                engine.setBuffering(false, percent: 100, of: medium)
            }
        }
    }

    func isNetwork(_ medium: Playing) -> Bool { medium.request.location.filePath == nil }

    /// True when an error of the network is no reason to give the medium up yet.
    func takesUpAgain(_ error: PlaybackError) -> Bool {
        guard let medium = current, medium.isStarted, isNetwork(medium),
            error.code == .network || recovery.isActive && error.code == .failed
        else { return false }
        guard medium.stage == .running, !medium.isStarving else {
            streamBreaks(error)
            return true
        }
        // What it has given is heard first; after that the mixer starves.
        if medium.isBuffering { setBuffering(false, percent: 100, of: medium) }
        return true
    }

    /// All that a deck had given before it failed has been handed over.
    private func leftOver(_ medium: Playing, _ error: PlaybackError) {
        let isAtEnd = !medium.request.isLive && mixer.isNearEnd
        // So near to its end that nothing is missing.
        if isAtEnd { mixer.breakOff(medium.request.token) } else { streamBreaks(error) }
    }

    /// The source has come to an end that is not that of the medium.
    private func streamEndsEarly() {
        guard let position else { return }
        if recovery.endsAgain(at: position) { return finish() }
        streamBreaks()
    }

    /// Nothing comes any more: the connection is made anew, and goes on where it broke.
    func streamBreaks(_ error: PlaybackError? = nil) {
        guard let medium = current, let position else { return }
        guard let pause = recovery.nextPause(at: position) else {
            let reason = "\(medium.request.location) broke off, and the server has not delivered for two minutes"
            return fail(error ?? PlaybackError(.network, "cannot play on: " + reason))
        }
        log.warning(
            "a stream breaks off and is taken up again",
            ["location": "\(medium.request.location)", "position": "\(position)", "pause": "\(pause)"])
        if !medium.isBuffering { setBuffering(true, percent: 0, of: medium) }
        current?.clock.set(position, isRunning: false)
        schedule(.retry, after: pause) { engine in
            let place = engine.current?.isSeekable == true ? position : .zero
            engine.reopen(at: place, announces: place != position)
        }
    }
}
