// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore
import OnCueRuntime

extension DeckEngine {
    package func seek(to position: Duration) {
        guard let medium = current else { return }
        let target = max(.zero, position)
        switch medium.stage {
        case .lost:
            current?.start = target
            current?.clock.set(target, isRunning: false)
            current?.announcesSeek = true
        case .opening:
            current?.nextSeek = target
            current?.announcesSeek = true
        case .starting, .running:
            guard medium.isSeekable else { return tellPosition() }
            reposition(to: medium.clamp(target), announces: true)
        }
    }

    package func setRate(_ rate: Double) {
        guard let medium = current else { return }
        let pace = Self.pace(rate)
        current?.request.rate = pace
        guard medium.deck.pace != pace else { return }
        switch medium.stage {
        case .lost: break
        case .opening: if medium.nextSeek == nil { current?.nextSeek = medium.start }
        case .starting, .running:
            if medium.isSeekable, let position { reposition(to: position, announces: medium.announcesSeek) }
        }
    }

    /// Continues at another position of the current medium.
    func reposition(to position: Duration, announces: Bool) {
        guard let medium = current else { return }
        if medium.deck.isBroken || medium.deck.isChain { return reopen(at: position, announces: announces) }
        newGeneration()
        takeBackFollowers()
        current?.stage = .opening
        current?.start = position
        current?.clock.set(position, isRunning: false)
        current?.announcesSeek = announces || medium.announcesSeek
        medium.deck.seek(to: position, pace: Self.pace(medium.request.rate))
    }

    /// Reopens the followers of which the mixer has taken sound already.
    private func takeBackFollowers() {
        let begun = withdrawFollowers(behind: 0)
        let last = followers.lastIndex { begun.contains($0.request.token) } ?? -1
        let count = max(handedOverCount, last + 1)
        for index in 0..<count {
            if let deck = followers[index].deck { close(deck) }
            followers[index] = Following(request: followers[index].request)
        }
        lineUp()
        for index in 0..<count { openFollower(index) }
    }

    /// Reopens the current medium, because its deck cannot continue.
    func reopen(at position: Duration, announces: Bool, mayJump: Bool = true) {
        guard let medium = current else { return }
        newGeneration()
        takeBackFollowers()
        close(medium.deck)
        let deck = makeDeck(for: medium.request, at: position, mayJump: mayJump && !medium.refusesSeeks)
        keepBitRate(of: medium.deck, for: deck)
        current?.deck = deck
        current?.stage = .opening
        current?.start = position
        current?.nextSeek = nil
        current?.isStarving = false
        current?.clock.set(position, isRunning: false)
        current?.announcesSeek = announces || medium.announcesSeek
        listen(to: deck)
    }

    /// Reopens the medium at its beginning, since its source has failed at a jump and cannot be opened anywhere else.
    func refuseSeeks() {
        guard let medium = current else { return }
        if recovery.isActive, !medium.isEndless { return fail(.brokenOff(medium.request.location)) }
        current?.refusesSeeks = true
        reopen(at: .zero, announces: true, mayJump: false)
    }

    /// Reports the position after a seek without effect, so that clients do not display the requested one.
    func tellPosition() {
        guard let token = current?.request.token else { return }
        // Events do not come from inside a call.
        submit {
            guard self.current?.request.token == token, let position = self.position else { return }
            self.emit(.seeked(token, to: position))
        }
    }

    package var position: Duration? { position(at: outputTime?.measured) }

    /// Returns the position of the current medium at a time of the output; `nil` if nothing is loaded.
    func position(at time: Duration?) -> Duration? {
        guard let medium = current else { return nil }
        if medium.stage != .running { return medium.nextSeek ?? medium.start }
        let clock = medium.clamp(medium.clock.now)
        guard let heard = time, let place = mixer.place(at: heard) else { return clock }
        guard place.token == medium.request.token else {
            return followers.contains { $0.request.token == place.token } ? medium.duration ?? clock : clock
        }
        let position = medium.clamp(place.position)
        current?.clock.set(position, isRunning: medium.clock.isRunning, pace: medium.deck.pace)
        return position
    }
}
