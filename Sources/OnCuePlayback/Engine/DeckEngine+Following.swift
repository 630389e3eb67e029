// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
package import OnCueCore
import OnCueRuntime

/// What follows the current medium without a gap.
extension DeckEngine {
    /// How long before its turn a medium is opened that is not a file: servers end connections that wait for long.
    private static let networkLead: Duration = .seconds(25)

    package func cue(_ next: PlaybackRequest?) {
        guard current != nil, !isShutDown else { return }
        if let known = self.next, let next, known.request.location == next.location, known.request.rate == next.rate {
            return rename(known, next)
        }
        let wasHandedOver = withdrawNext()
        if let deck = self.next?.deck { close(deck) }
        self.next = next.map { Following(request: $0) }
        mixer.setFollower(nil, isAwaited: next != nil)
        // The mixer may have gone on to what is no longer wanted, though nobody has heard it.
        if wasHandedOver { goBack() } else { openNextIfDue() }
    }

    /// The same medium is to follow under another token.
    private func rename(_ known: Following, _ request: PlaybackRequest) {
        next?.request = request
        mixer.rename(known.request.token, to: request.token)
        if known.deck?.isReady == true { offerNext() }
    }

    /// Takes up the current medium where it is heard, for another end than the one that was prepared.
    private func goBack() {
        guard let medium = current, medium.stage != .lost, medium.isSeekable, let position else { return }
        reposition(to: position, announces: false)
    }

    /// The mixer has gone on to what follows, whether that is known yet or not.
    var isHandedOver: Bool {
        guard let next else { return false }
        return next.isTaken || next.boundary != nil || mixer.token == next.request.token
    }

    /// Keeps the mixer from going on to what follows.
    ///
    /// - Returns: True when it is too late for that. Asked first, the mixer could go on between question and deed.
    func withdrawNext() -> Bool {
        guard next != nil else { return false }
        mixer.setFollower(nil, isAwaited: true)
        return isHandedOver
    }

    /// Opens what follows, when it is time.
    func openNextIfDue() {
        guard let medium = current, medium.stage == .running, let next, next.deck == nil else { return }
        if next.request.location.filePath == nil {
            // Where the end is not known it is opened when the end has come.
            guard let wait = timeToOpen(medium) else { return }
            if wait > .zero { return schedule(.opening, after: wait) { $0.openNextIfDue() } }
        }
        openNext(next.request)
    }

    func openNext(_ request: PlaybackRequest) {
        let deck = makeDeck(for: request, at: .zero, isFollower: true)
        next?.deck = deck
        mixer.setFollower(nil, isAwaited: true)
        listen(to: deck)
    }

    private func timeToOpen(_ medium: Playing) -> Duration? {
        guard let duration = medium.duration, let position else { return nil }
        return (duration - position) / medium.deck.pace - Self.networkLead
    }

    /// The deck of what follows is ready.
    func offerNext() {
        guard let next, next.boundary == nil, let deck = next.deck, deck.isReady,
            let medium = current, medium.stage != .lost
        else { return }
        guard deck.rate == mixer.rate || medium.stage == .opening else {
            // The output has changed its rate since it was opened.
            close(deck)
            return openNext(next.request)
        }
        if let voice = makeVoice(next.request, deck) { mixer.setFollower(voice, isAwaited: true) }
    }

    /// What follows cannot be played; what plays now does so to its end.
    func nextFailed(_ error: PlaybackError) {
        guard let next else { return }
        dropNext()
        emit(.failed(next.request.token, error))
    }

    /// The mixer has gone on to what follows, which is heard at a time of the output.
    func handedOver(_ token: PlaybackRequest.Token, at time: Duration) {
        guard let expected = next?.request.token, expected == token || expected == mixer.token else { return }
        next?.boundary = time
        watchBoundary()
    }

    func watchBoundary() {
        guard let boundary = next?.boundary else { return }
        guard wantsPlaying else { return }
        guard let heard = outputTime?.estimated else {
            return schedule(.follower, after: .milliseconds(50)) { $0.watchBoundary() }
        }
        let wait = boundary - heard
        if wait <= .milliseconds(3) { return promote() }
        schedule(.follower, after: wait) { $0.watchBoundary() }
    }

    /// What has faded out is not needed any more.
    func closeLeaving() {
        if let leaving { close(leaving) }
        leaving = nil
    }

    /// The follower is heard now.
    func promote() {
        guard let old = current, let following = next, let deck = following.deck else { return }
        let wasSeekable = old.toldSeekable
        closeLeaving()
        if mixer.isCrossing { leaving = old.deck } else { close(old.deck) }
        var playing = Playing(request: following.request, deck: deck, start: .zero)
        playing.stage = .running
        playing.isPrepared = true
        playing.isStarted = true
        playing.toldSeekable = wasSeekable
        playing.noteKind()
        playing.clock.set(.zero, isRunning: old.clock.isRunning, pace: deck.pace)
        current = playing
        next = nil
        recovery = StreamRecovery()
        emit(.started(following.request.token))
        guard current?.request.token == following.request.token else { return }
        tellVideo()
        emit(.durationChanged(following.request.token, deck.duration))
        tellSeekability()
        if let title = deck.streamTitle, tellsTitles(playing) { emit(.streamTitle(following.request.token, title)) }
        if case .failed(let error) = deck.stage { deckFailed(error) }
        if mixer.isStarving { starves(following.request.token) }
    }
}
