// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
package import OnCueCore
import OnCueRuntime

/// A deck that is held open because it may be asked for.
struct Prepared {
    var medium: PreparedMedium
    var deck: Deck
}

/// A deck that is being closed.
struct Closing {
    var deck: Deck
    var task: Task<Void, Never>
}

/// Decks: opening, taking over what is open already, closing.
extension DeckEngine {
    /// How many media are held open besides what plays and what follows it: what somebody looks at, what "next" and
    /// "previous" lead to, and a part that follows.
    private static let preparedLimit = 4
    /// How many media may be closing while another is opened.
    private static let closingLimit = 3
    /// One that hangs keeps no other from being opened for longer.
    private static let closingPatience: Duration = .milliseconds(500)
    private nonisolated static let usualRates = 44_100...192_000

    package func prepare(_ media: [PreparedMedium]) {
        guard !isShutDown else { return }
        expected = Array(media.filter { $0.location.filePath != nil }.prefix(Self.preparedLimit))
        for held in prepared where !expected.contains(held.medium) { close(held.deck) }
        prepared.removeAll { !expected.contains($0.medium) }
        openExpected()
    }

    /// Opens what may be asked for; not while somebody waits for the sound of something else.
    func openExpected() {
        if let current, current.stage == .opening || current.stage == .starting { return }
        for medium in expected where !isOpen(medium) && !prepared.contains(where: { $0.medium == medium }) {
            let deck = Deck(
                medium.location, web: web, at: medium.position, pace: Self.pace(medium.rate), turn: turn,
                chooseRate: Self.rateChooser(mixer, isFirst: false))
            prepared.append(Prepared(medium: medium, deck: deck))
        }
    }

    /// It is open as what follows already.
    private func isOpen(_ medium: PreparedMedium) -> Bool {
        followers.compactMap(\.deck).contains { deck in
            deck.location == medium.location && deck.start == medium.position
                && deck.pace == Self.pace(medium.rate)
        }
    }

    /// A deck that is open, or being opened, at this place.
    func takeDeck(for request: PlaybackRequest, at position: Duration) -> Deck? {
        func fits(_ deck: Deck) -> Bool {
            if case .failed = deck.stage { return false }
            return deck.location == request.location && deck.start == position && deck.pace == Self.pace(request.rate)
        }
        let begun = withdrawFollowers(behind: 0)
        for index in followers.indices.dropFirst(handedOverCount) where !begun.contains(followers[index].request.token)
        {
            guard let deck = followers[index].deck, fits(deck) else { continue }
            followers[index].deck = nil
            return deck
        }
        guard let index = prepared.firstIndex(where: { fits($0.deck) }) else { return nil }
        return prepared.remove(at: index).deck
    }

    /// - Parameter isFollower: It is joined to what plays, so it is converted to what the output has.
    func makeDeck(
        for request: PlaybackRequest, at position: Duration, isFollower: Bool = false, mayJump: Bool = true
    ) -> Deck {
        let isFirst = current == nil && outputTime == nil
        return Deck(
            request.location, web: web, at: position, pace: Self.pace(request.rate), length: request.length,
            mayJump: mayJump, turn: turn,
            chooseRate: isFollower ? Self.followerRate(mixer) : Self.rateChooser(mixer, isFirst: isFirst))
    }

    static func pace(_ rate: Double) -> Double { rate.isFinite ? min(max(rate, 0.5), 3) : 1 }

    private static func followerRate(_ mixer: Mixer) -> @Sendable (Int) -> Int {
        { _ in mixer.rate }
    }

    /// The first medium decides what goes to the output untouched, and one with more frames a second decides again, so
    /// that a quiet hour of radio does not take the highs from everything after it.
    private static func rateChooser(_ mixer: Mixer, isFirst: Bool) -> @Sendable (Int) -> Int {
        { native in
            let wanted = usualRates.contains(native) ? native : native % 11_025 == 0 ? 44_100 : 48_000
            return isFirst ? wanted : max(wanted, mixer.rate)
        }
    }

    func listen(to deck: Deck) {
        deck.onEvent = { [weak self, weak deck] event in
            guard let self, let deck else { return }
            receive(event, of: deck)
        }
    }

    func close(_ deck: Deck) {
        let task = deck.close()
        closings.append(Closing(deck: deck, task: task))
        Task {
            await task.value
            self.closings.removeAll { $0.deck === deck }
        }
    }

    /// What a new deck waits for before it opens, so that those of somebody who skips faster than the machine can close
    /// do not pile up.
    private var turn: (@MediaActor () async -> Void)? {
        guard closings.count > Self.closingLimit else { return nil }
        let task = closings[closings.count - 1 - Self.closingLimit].task
        return { [weak self] in
            _ = await self?.perform(Operation(limit: Self.closingPatience) { await task.value })
        }
    }

    /// Forgets the current medium and what follows it.
    func abandon() {
        newGeneration()
        if let current { close(current.deck) }
        current = nil
        if let stopping { close(stopping) }
        stopping = nil
        dropFollowers()
        requestedState = .null
    }

    func dropFollowers() {
        for deck in followers.compactMap(\.deck) { close(deck) }
        followers = []
        lineUp()
    }

    /// From here on messages and timers of before do not count, and nothing more of before goes to the output.
    func newGeneration() {
        overtake()
        generation += 1
        cancelTimers()
        dropGain()
        isFading = false
        let taken = mixer.detach(for: generation)
        if let index = followers.firstIndex(where: { $0.request.token == taken }) {
            for passed in 0...index { followers[passed].isTaken = true }
        }
        closeLeaving()
    }
}
