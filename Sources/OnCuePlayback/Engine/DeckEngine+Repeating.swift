// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore
import OnCueRuntime

/// A part of the current medium that is repeated.
struct Repetition {
    var part: Range<Duration>
    /// Begins at the start of the part, and is joined to its end.
    var deck: Deck?
    /// The times of the output at which the returns that the mixer has made are heard.
    var returns: [Duration] = []
}

/// Returning to the start of a part without a gap: a second deck begins there, and the mixer continues with it after
/// the last frame of the part. That deck then becomes the medium's, and another one is opened.
extension DeckEngine {
    package func repeatPart(_ part: Range<Duration>?) {
        guard !isShutDown, part != repetition?.part else { return }
        let isAhead = repetition?.returns.isEmpty == false
        dropReturn()
        repetition = current == nil ? nil : part.map { Repetition(part: $0) }
        // The mixer has made a return that is no longer wanted, though it has not been heard yet.
        if isAhead { takeBackReturn() }
        prepareReturn()
    }

    private func takeBackReturn() {
        guard let medium = current, medium.stage == .running, medium.isSeekable, let position else { return }
        reposition(to: position, announces: false)
    }

    package var returnsByItself: Bool { repetition.map { !$0.returns.isEmpty || mixer.returns } ?? false }

    /// Opens the deck for the next return; only for files, which open in a moment.
    func prepareReturn() {
        guard let repetition, repetition.deck == nil, let medium = current, medium.stage == .running, medium.isSeekable,
            medium.request.location.filePath != nil, !medium.deck.isBroken, !medium.deck.isChain
        else { return }
        let deck = makeDeck(for: medium.request, at: repetition.part.lowerBound, isFollower: true)
        keepBitRate(of: medium.deck, for: deck)
        self.repetition?.deck = deck
        listen(to: deck)
        if deck.isReady { lineUpReturn() }
    }

    private func lineUpReturn() {
        guard let repetition, let deck = repetition.deck, let medium = current, medium.stage == .running,
            deck.isReady, deck.start == repetition.part.lowerBound, deck.pace == medium.deck.pace,
            deck.rate == mixer.rate, let voice = makeVoice(medium.request, deck)
        else { return }
        mixer.setReturn(Mixer.Return(voice: voice, end: repetition.part.upperBound))
    }

    func receiveOfReturn(_ event: Deck.Event, _ deck: Deck) {
        switch event {
        case .ready: lineUpReturn()
        // The caller jumps instead.
        case .failed: dropReturn()
        case .seeked, .seekRefused, .brokenByJump, .buffering, .durationChanged, .titled, .measured, .formatChanged,
            .ended:
            break
        }
    }

    /// Closes the deck for the next return, of which the mixer may have taken sound, and forgets the returns that will
    /// not be heard.
    func dropReturn() {
        mixer.setReturn(nil)
        if let deck = repetition?.deck { close(deck) }
        repetition?.deck = nil
        repetition?.returns = []
        timers.removeValue(forKey: .returning)?.cancel()
    }

    /// Handles a return: the mixer has continued with the deck for it.
    func returned(_ token: PlaybackRequest.Token, from line: ObjectIdentifier, at time: Duration) {
        guard let medium = current, medium.request.token == token else { return }
        guard let deck = repetition?.deck, deck.pipeline.map({ ObjectIdentifier($0.line) }) == line else {
            // The wanted part has changed since.
            takeBackReturn()
            return prepareReturn()
        }
        dropGain()
        current?.deck = deck
        repetition?.deck = nil
        repetition?.returns.append(time)
        close(medium.deck)
        prepareReturn()
        watchReturns()
        decodeAheadSoon()
    }

    /// Reports returns when they are heard.
    func watchReturns() {
        while let time = repetition?.returns.first, let medium = current, let start = repetition?.part.lowerBound {
            guard wantsPlaying, medium.isStarted else { return }
            guard let heard = outputTime?.estimated else {
                return schedule(.returning, after: .milliseconds(50)) { $0.watchReturns() }
            }
            let wait = time - heard
            guard wait <= .milliseconds(3) else { return schedule(.returning, after: wait) { $0.watchReturns() } }
            repetition?.returns.removeFirst()
            current?.clock.set(start, isRunning: medium.clock.isRunning, pace: medium.deck.pace)
            emit(.seeked(medium.request.token, to: start))
        }
    }
}
