// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore
import OnCueRuntime

/// Streams that end early: distinguishing the end of the medium from that of a connection, and resuming after the
/// latter.
extension DeckEngine {
    /// Returns the amount that may be missing at the end of a medium because durations are estimates: two seconds, less
    /// for a short medium.
    static func endTolerance(of duration: Duration) -> Duration { min(.seconds(2), duration / 20) }

    /// Returns whether an error of the network is not yet a reason to give up the medium.
    func takesUpAgain(_ error: PlaybackError) -> Bool {
        guard let medium = current, isNetwork(medium), medium.isStarted || medium.request.waitsForNetwork else {
            return false
        }
        if error.code == .notPlayable, medium.isLive, medium.deck.isList {
            // A reader of a live list only reports that the list or its parts did not arrive.
        } else if error.code == .notPlayable, recovery.isActive, medium.isLive {
            // The connection was closed before anything came that could be heard.
            if recovery.endsAgain(afterPlaying: .zero) {
                fail(.endsAtOnce(medium.request.location))
                return true
            }
        } else if error.code != .network, !(recovery.isActive && error.code == .failed) {
            return false
        }
        if medium.stage != .running || medium.isStarving {
            leftOver(medium, error)
        } else if medium.isBuffering {
            // The data received is heard first; after that the mixer starves.
            setBuffering(false, percent: 100, of: medium)
        }
        return true
    }

    /// Handles the end of all data from a deck that had failed.
    func leftOver(_ medium: Playing, _ error: PlaybackError) {
        if isNearEnd(medium) { return complete(medium) }
        guard medium.deck.lacksRest else { return streamBreaks(error) }
        guard medium.stage == .running || medium.stage == .starting else { return fail(error) }
        current?.failure = error
        mixer.breakOff(medium.request.token)
        if medium.isBuffering { setBuffering(false, percent: 100, of: medium) }
    }

    /// Returns whether a medium is so near to its end that nothing is missing.
    private func isNearEnd(_ medium: Playing) -> Bool {
        guard !medium.isEndless, medium.stage == .running, let duration = medium.duration,
            let end = mixer.end(of: medium.request.token)
        else { return false }
        return end >= duration - Self.endTolerance(of: duration)
    }

    /// Handles the end of a deck before the announced end of the medium.
    func streamEnds() {
        guard let medium = current, medium.stage == .running || medium.stage == .starting, mixer.isStarving,
            medium.deck.isAtEnd, timers[.retry] == nil
        else { return }
        if let failure = medium.deck.sourceFailure { return leftOver(medium, failure) }
        if medium.deck.isShort { return leftOver(medium, .lacksRest(medium.request.location)) }
        // All bytes have arrived, so the length was wrong; or there was none, and the medium is not live.
        if medium.deck.knowsSize || !medium.isLive && medium.duration == nil { return complete(medium) }
        guard medium.isEndless else { return fail(.brokenOff(medium.request.location)) }
        guard !recovery.endsAgain(afterPlaying: played(medium)) else {
            return fail(.endsAtOnce(medium.request.location))
        }
        streamBreaks()
    }

    private func complete(_ medium: Playing) {
        timers.removeValue(forKey: .stall)?.cancel()
        mixer.complete(medium.request.token)
        if medium.isBuffering { setBuffering(false, percent: 100, of: medium) }
    }

    /// Returns the time heard since the medium was last opened.
    private func played(_ medium: Playing) -> Duration {
        guard medium.stage == .running, let position else { return .zero }
        return (position - medium.start) / medium.deck.pace
    }

    /// Returns whether playback resumes where it broke off if it begins at `start`; endless media resume anywhere.
    func goesOn(_ medium: Playing, at start: Duration) -> Bool {
        medium.isEndless || start > .zero || medium.start < .seconds(1)
    }

    /// Handles a stream without further data: the connection is renewed, and continues where it broke.
    func streamBreaks(_ error: PlaybackError? = nil) {
        guard let medium = current, let position else { return }
        guard medium.isContinuable || medium.isEndless || position < .seconds(1) else {
            return fail(.brokenOff(medium.request.location))
        }
        // A file on a web server has tried to resume by itself for as long as is reasonable.
        if !medium.isEndless, medium.isContinuable, medium.deck.hasOpened, !medium.deck.isList {
            return fail(error ?? .brokenOff(medium.request.location))
        }
        guard let pause = recovery.nextPause(afterPlaying: played(medium)) else {
            return fail(error ?? .nothingMore(of: medium.request.location))
        }
        log.warning(
            "the connection was lost; reconnecting",
            ["location": "\(medium.request.location)", "position": "\(position)", "pause": "\(pause)"])
        if !medium.isBuffering { setBuffering(true, percent: 0, of: medium) }
        current?.clock.set(position, isRunning: false)
        schedule(.retry, after: pause) { engine in
            guard let medium = engine.current else { return }
            // There may have been a jump meanwhile.
            let place = medium.isEndless ? .zero : medium.nextSeek ?? position
            engine.reopen(at: place, announces: place != position)
        }
    }
}
