// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore
import OnCueRuntime

/// Files with more data than their decks read: recordings and downloads in progress, and the links of a chain behind
/// the one that was jumped into.
extension DeckEngine {
    /// The time limit for a file system to report the size of a file.
    private static let growthPatience: Duration = .milliseconds(500)

    /// Handles the end of the data that was in the current medium's file when it was opened: it continues if there is
    /// more by now, and ends otherwise.
    func readGain(of medium: Playing) {
        guard medium.gain == nil, medium.deck.isAtEnd else { return }
        let (token, deck) = (medium.request.token, medium.deck)
        Task { [weak self] in
            await self?.perform(Operation(limit: Self.growthPatience) { _ = await deck.looksForGrowth() })
            guard let self, let medium = current, medium.request.token == token, medium.deck === deck,
                medium.gain == nil, deck.isAtEnd, handedOverCount == 0
            else { return }
            guard deck.pipeline?.hasMore == true, let end = endOfGiven(medium) else {
                return mixer.complete(token)
            }
            // The known length is outdated.
            current?.request.length = nil
            guard let request = current?.request else { return }
            let gain = makeDeck(for: request, at: end, isFollower: true)
            current?.gain = gain
            listen(to: gain)
        }
    }

    /// Returns the position at which a medium continues when all of its deck's data has been handed over. At the end of
    /// a link this is the start of the next, since a change of pace may have kept some of the sound back.
    private func endOfGiven(_ medium: Playing) -> Duration? {
        let end = mixer.end(of: medium.request.token)
        return end == nil ? nil : medium.deck.pipeline?.nextLinkStart ?? end
    }

    func receiveOfGain(_ event: Deck.Event, _ deck: Deck) {
        switch event {
        case .ready: takeGain(deck)
        case .failed: finishGain()
        case .seeked, .seekRefused, .brokenByJump, .buffering, .durationChanged, .titled, .measured, .formatChanged,
            .ended:
            break
        }
    }

    private func takeGain(_ deck: Deck) {
        guard let medium = current, let end = endOfGiven(medium),
            deck.start == end, let voice = makeVoice(medium.request, deck)
        else { return finishGain() }
        close(medium.deck)
        keepBitRate(of: medium.deck, for: deck)
        current?.deck = deck
        current?.gain = nil
        mixer.goOn(with: voice)
        tellFormat()
        emit(.durationChanged(medium.request.token, deck.duration))
    }

    /// Handles added data that cannot be read: the medium ends without it.
    private func finishGain() {
        guard let medium = current else { return }
        dropGain()
        mixer.complete(medium.request.token)
    }

    func dropGain() {
        if let deck = current?.gain { close(deck) }
        current?.gain = nil
    }
}
