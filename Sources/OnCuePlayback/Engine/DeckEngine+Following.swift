// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
package import OnCueCore
import OnCueRuntime

/// The follower of the current medium, without a gap.
extension DeckEngine {
    /// The time before its turn at which a medium that is not a file is opened: servers close connections that are idle
    /// for long.
    private static let networkLead: Duration = .seconds(25)

    package func cue(_ requests: [PlaybackRequest]) {
        guard current != nil, !isShutDown else { return }
        let kept = rename(requests)
        withdrawFollowers(behind: kept)
        let wasHandedOver = handedOverCount > kept
        for deck in followers[kept...].compactMap(\.deck) { close(deck) }
        followers.replaceSubrange(kept..., with: requests[kept...].map { Following(request: $0) })
        lineUp()
        // The mixer may have continued with a follower that is no longer wanted, though it has not been heard yet.
        if wasHandedOver { goBack() } else { openFollowersIfDue() }
    }

    /// Gives the followers at the beginning of both lists their new tokens.
    ///
    /// - Returns: The number of these followers.
    private func rename(_ requests: [PlaybackRequest]) -> Int {
        let kept = zip(followers, requests).prefix {
            $0.request.location == $1.location && $0.request.rate == $1.rate
        }
        for (index, (known, request)) in kept.enumerated() where known.request != request {
            followers[index].request = request
            guard known.request.token != request.token else { continue }
            followers[index].formerTokens.append(known.request.token)
            mixer.rename(known.request.token, to: request.token)
        }
        return kept.count
    }

    /// Resumes the current medium where it is heard, because another follower is wanted than the one that was prepared.
    private func goBack() {
        guard let medium = current, medium.stage != .lost, medium.isSeekable, let position else { return }
        reposition(to: position, announces: false)
    }

    /// The number of followers that the mixer has continued with, whether that has been reported or not.
    var handedOverCount: Int {
        let token = mixer.token
        let last = followers.lastIndex { $0.isTaken || $0.boundary != nil || $0.request.token == token }
        return last.map { $0 + 1 } ?? 0
    }

    /// Keeps the mixer from continuing with the followers behind the first `count`. Afterwards ``handedOverCount`` is
    /// certain; before, the mixer could still continue.
    ///
    /// - Returns: The withdrawn followers of which it has taken sound.
    @discardableResult
    func withdrawFollowers(behind count: Int) -> Set<PlaybackRequest.Token> {
        guard count < followers.count else { return [] }
        return mixer.dropFollowers(except: followers.prefix(count).map(\.request.token))
    }

    /// Opens the followers whose time has come.
    func openFollowersIfDue() {
        guard let medium = current, medium.stage == .running else { return }
        for index in followers.indices where followers[index].deck == nil {
            if followers[index].request.location.filePath == nil {
                // If the end is not known, the follower is opened when the end has come.
                guard let wait = timeToOpen(medium) else { return }
                if wait > .zero { return schedule(.opening, after: wait) { $0.openFollowersIfDue() } }
            }
            openFollower(index)
        }
    }

    func openFollower(_ index: Int) {
        let deck = makeDeck(for: followers[index].request, at: .zero, isFollower: true)
        followers[index].deck = deck
        listen(to: deck)
    }

    private func timeToOpen(_ medium: Playing) -> Duration? {
        guard let duration = medium.duration, let position else { return nil }
        return (duration - position) / medium.deck.pace - Self.networkLead
    }

    /// Opens the follower of a medium of which the mixer has taken everything.
    func drained(_ token: PlaybackRequest.Token) {
        let isCurrent = current?.request.token == token
        guard let index = isCurrent ? 0 : follower(token).map({ $0 + 1 }), index < followers.count else { return }
        // Its length was not known, or it is so short that none of it is heard before more arrives.
        if followers[index].deck == nil { openFollower(index) }
        for index in followers.indices where followers[index].deck == nil {
            guard followers[index].request.location.filePath != nil else { return }
            openFollower(index)
        }
    }

    private func follower(_ token: PlaybackRequest.Token) -> Int? {
        followers.firstIndex { $0.request.token == token || $0.formerTokens.contains(token) }
    }

    /// Gives the mixer the followers whose decks are ready, up to the first that is not.
    func lineUp() {
        guard let medium = current else { return mixer.setFollowers([], rest: .none) }
        guard medium.stage != .lost else { return }
        var voices: [Voice] = []
        for index in followers.indices where followers[index].boundary == nil {
            let following = followers[index]
            guard let deck = following.deck, deck.isReady else { break }
            guard deck.rate == mixer.rate || medium.stage == .opening else {
                // The output has changed its rate since it was opened.
                close(deck)
                openFollower(index)
                break
            }
            guard let voice = makeVoice(following.request, deck) else { break }
            voices.append(voice)
        }
        let waiting = followers.drop { $0.boundary != nil }.dropFirst(voices.count).first
        mixer.setFollowers(voices, rest: waiting.map { $0.request.location.filePath == nil ? .late : .soon } ?? .none)
    }

    /// Drops a follower that cannot be played and those behind it; everything before it plays to its end.
    func followerFailed(_ index: Int, _ error: PlaybackError) {
        let request = followers[index].request
        withdrawFollowers(behind: index)
        if handedOverCount > index {
            mixer.breakOff(request.token)
        } else {
            for deck in followers[index...].compactMap(\.deck) { close(deck) }
            followers.removeSubrange(index...)
        }
        lineUp()
        if !followers.contains(where: { $0.request.token == request.token }) { emit(.failed(request.token, error)) }
    }

    /// Notes the output time at which a follower is heard that the mixer has continued with.
    func handedOver(_ token: PlaybackRequest.Token, at time: Duration) {
        guard let index = follower(token) else { return }
        followers[index].boundary = time
        watchBoundary()
    }

    func watchBoundary() {
        while let boundary = followers.first?.boundary {
            // A short medium may have been handed over before the output is known to play.
            guard wantsPlaying, current?.isStarted == true else { return }
            guard let heard = outputTime?.estimated else {
                return schedule(.follower, after: .milliseconds(50)) { $0.watchBoundary() }
            }
            let wait = boundary - heard
            guard wait <= .milliseconds(3) else { return schedule(.follower, after: wait) { $0.watchBoundary() } }
            guard promote() else { return }
        }
    }

    /// Closes the medium that has faded out.
    func closeLeaving() {
        if let leaving { close(leaving) }
        leaving = nil
    }

    /// Makes the first follower current, because it is heard now.
    ///
    /// - Returns: False if something else plays by now.
    func promote() -> Bool {
        guard let old = current, let following = followers.first, let deck = following.deck else { return false }
        let token = following.request.token
        closeLeaving()
        dropReturn()
        repetition = nil
        if mixer.isCrossing { leaving = old.deck } else { close(old.deck) }
        var playing = Playing(request: following.request, deck: deck, start: .zero)
        playing.stage = .running
        playing.isPrepared = true
        playing.isStarted = true
        playing.toldSeekable = old.toldSeekable
        playing.noteKind()
        playing.clock.set(.zero, isRunning: old.clock.isRunning, pace: deck.pace)
        current = playing
        followers.removeFirst()
        recovery = StreamRecovery()
        emit(.started(token))
        guard current?.request.token == token else { return false }
        openFollowersIfDue()
        decodeAheadSoon()
        tellVideo()
        tellFormat()
        emit(.durationChanged(token, deck.duration))
        tellSeekability()
        if let title = deck.streamTitle, tellsTitles(playing) { emit(.streamTitle(token, title)) }
        if case .failed(let error) = deck.stage { deckFailed(error) }
        if mixer.isStarving, mixer.token == token { starves(token) }
        return current?.request.token == token
    }
}
