// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore
import OnCueRuntime

/// Handles the messages of the output, the mixer and the decks.
extension DeckEngine {
    /// The time by which the clock of an output may be ahead of the sound: if a sound server was too busy, the clock
    /// has continued all the same.
    private static let lingering: Duration = .milliseconds(250)

    /// Receives every message of the output.
    func receive(_ message: PipelineMessage) {
        log.debug("output", ["message": "\(message)"])
        if case .marker(let marker) = message { arrivingGeneration = marker }
        // A request for silence concerns the stream of the output, not its content.
        if case .stateRequested(let state) = message { return emit(.interrupted(state != .playing)) }
        guard arrivingGeneration == generation, current != nil else { return }
        switch message {
        case .asyncDone: arrived()
        case .stateChanged(.playing): playing()
        case .endOfStream: outputEnded()
        case .error(let failure): outputFailed(failure)
        case .warning(let failure):
            log.warning("warning from the output", ["text": failure.text, "debug": failure.debug])
        case .latencyChanged: submit { await self.graph.recalculateLatency() }
        case .clockLost: restartClock()
        case .marker, .stateChanged, .stateRequested, .missingPlugin, .durationChanged, .buffering, .tags: break
        }
    }

    /// Handles the end of everything handed over: it has been heard, or will be after the delay of the output.
    private func outputEnded() {
        guard let delay = outputTime?.delay, delay > .zero else { return endHeard() }
        schedule(.fadingAway, after: delay) { $0.endHeard() }
    }

    private func endHeard() {
        while followers.first?.boundary != nil { guard promote() else { return } }
        guard let medium = current, medium.stage == .running || medium.stage == .starting else { return }
        if let failure = medium.failure { return fail(failure) }
        finish()
    }

    func finish() {
        guard let medium = current else { return }
        abandon()
        submit(within: Operation.endingLimit) { await self.graph.linger() }
        schedule(.lingering, after: Self.lingering) { engine in
            engine.submit(within: Operation.endingLimit) { await engine.graph.endLingering() }
            engine.releaseLater()
        }
        emit(.ended(medium.request.token))
    }

    private func restartClock() {
        guard requestedState == .playing else { return }
        setOutputState(.paused)
        setOutputState(.playing)
    }

    /// Receives every notice of the mixer.
    func receive(_ notice: Mixer.Notice, generation: UInt64) {
        guard generation == self.generation else { return }
        log.debug("mixer", ["notice": "\(notice)"])
        switch notice {
        case .follows(let token, let time): handedOver(token, at: time)
        case .drained(let token): drained(token)
        case .starves(let token): starves(token)
        case .recovers(let token): recovers(token)
        case .crossed: closeLeaving()
        case .returns(let token, let line, let time): returned(token, from: line, at: time)
        case .silenced(let time): silenced(at: time)
        }
    }

    /// Receives every event of a deck.
    func receive(_ event: Deck.Event, of deck: Deck) {
        if deck === current?.deck {
            receiveOfCurrent(event)
        } else if let index = followers.firstIndex(where: { $0.deck === deck }) {
            receive(event, ofFollower: index, deck)
        } else if deck === current?.gain {
            receiveOfGain(event, deck)
        } else if deck === repetition?.deck {
            receiveOfReturn(event, deck)
        }
    }

    private func receiveOfCurrent(_ event: Deck.Event) {
        guard let medium = current else { return }
        switch event {
        case .ready, .seeked: deckReady()
        case .seekRefused, .brokenByJump: refuseSeeks()
        case .ended: streamEnds()
        case .failed(let error): deckFailed(error)
        case .buffering(let percent): buffering(percent)
        case .durationChanged:
            mixer.setDuration(
                medium.duration, leastEnd: leastEnd(medium.request, medium.deck), of: medium.request.token)
            if medium.isPrepared { emit(.durationChanged(medium.request.token, medium.duration)) }
        case .titled(let title): if tellsTitles(medium) { emit(.streamTitle(medium.request.token, title)) }
        case .measured:
            mixer.setGain(gain(of: medium.request, medium.deck), of: medium.request.token)
            tellFormat()
        case .formatChanged: tellFormat()
        }
    }

    /// Returns whether titles are reported: a file on a server has a title of its own; a medium that cannot jump is a
    /// live stream.
    func tellsTitles(_ medium: Playing) -> Bool { medium.duration == nil || !medium.isSeekable }

    private func receive(_ event: Deck.Event, ofFollower index: Int, _ deck: Deck) {
        let request = followers[index].request
        switch event {
        case .ready: lineUp()
        case .failed(let error): followerFailed(index, error)
        case .measured: mixer.setGain(gain(of: request, deck), of: request.token)
        case .durationChanged:
            mixer.setDuration(deck.duration, leastEnd: leastEnd(request, deck), of: request.token)
        case .seeked, .seekRefused, .brokenByJump, .buffering, .titled, .formatChanged, .ended: break
        }
    }
}
