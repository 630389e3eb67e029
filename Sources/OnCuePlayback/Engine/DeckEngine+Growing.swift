// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore
import OnCueRuntime

/// Files of which there is more than their deck reads: recordings and downloads that are under way, and the links of a
/// chain behind the one that was jumped into.
extension DeckEngine {
    /// The time limit for a file system to report the size of a file.
    private static let growthPatience: Duration = .milliseconds(500)

    /// All that was in the file of the current medium when it was opened has been handed over; if there is more by now,
    /// it goes on, and else it ends.
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

    /// The place at which a medium goes on, when all that its deck gives has been handed over: what changes the pace may
    /// have kept some of the end of a link.
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

    /// Handles added data that cannot be read: the medium ends where it is.
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
