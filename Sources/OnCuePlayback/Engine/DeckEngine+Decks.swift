// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
package import OnCueCore
import OnCueRuntime

/// A deck that is kept open because it may be requested.
struct Prepared {
    var medium: PreparedMedium
    var deck: Deck
}

/// A deck that is being closed.
struct Closing {
    var deck: Deck
    var task: Task<Void, Never>
}

/// Decks: opening, reuse of open ones, closing.
extension DeckEngine {
    /// The number of media kept open in addition to the current one and its follower: an expected choice, the targets
    /// of "next" and "previous", and a following part.
    private static let preparedLimit = 4
    /// The number of media that may be closing while another is opened.
    private static let closingLimit = 3
    /// The longest time for which a deck that hangs prevents others from being opened.
    private static let closingPatience: Duration = .milliseconds(500)
    private nonisolated static let usualRates = 44_100...192_000

    package func prepare(_ media: [PreparedMedium]) {
        guard !isShutDown else { return }
        expected = Array(media.filter { $0.location.filePath != nil }.prefix(Self.preparedLimit))
        for held in prepared where !expected.contains(held.medium) { close(held.deck) }
        prepared.removeAll { !expected.contains($0.medium) }
        openExpected()
    }

    /// Opens expected media, unless the sound of another one is being waited for.
    func openExpected() {
        if let current, current.stage == .opening || current.stage == .starting { return }
        for medium in expected where !isOpen(medium) && !prepared.contains(where: { $0.medium == medium }) {
            let deck = Deck(
                medium.location, web: web, at: medium.position, pace: Self.pace(medium.rate), spare: spare, turn: turn,
                chooseRate: Self.rateChooser(mixer, isFirst: current == nil))
            prepared.append(Prepared(medium: medium, deck: deck))
        }
    }

    /// Returns whether a medium is already open as the follower.
    private func isOpen(_ medium: PreparedMedium) -> Bool {
        followers.compactMap(\.deck).contains { deck in
            deck.location == medium.location && deck.start == medium.position
                && deck.pace == Self.pace(medium.rate)
        }
    }

    /// Takes a deck that is open, or being opened, at this position; `nil` if there is none.
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

    /// - Parameter isFollower: Whether it is joined to the current medium, so that it is converted to the format of the
    ///   output.
    func makeDeck(
        for request: PlaybackRequest, at position: Duration, isFollower: Bool = false, mayJump: Bool = true
    ) -> Deck {
        let isFirst = current == nil
        return Deck(
            request.location, web: web, at: position, pace: Self.pace(request.rate), length: request.length,
            mayJump: mayJump, spare: isFollower ? nil : spare, turn: turn,
            chooseRate: isFollower ? Self.followerRate(mixer) : Self.rateChooser(mixer, isFirst: isFirst))
    }

    static func pace(_ rate: Double) -> Double { rate.isFinite ? min(max(rate, 0.5), 3) : 1 }

    private static func followerRate(_ mixer: Mixer) -> @Sendable (Int) -> Int {
        { _ in mixer.rate }
    }

    /// Returns the choice of sample rates: the first medium determines the rate that goes to the output unchanged, and
    /// one with a higher rate replaces it, so that a quiet hour of radio does not remove the high frequencies from
    /// everything after it.
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
        let task = deck.close { [weak self] in await self?.awaitedSound?.value }
        closings.append(Closing(deck: deck, task: task))
        Task {
            await task.value
            self.closings.removeAll { $0.deck === deck }
        }
    }

    /// The wait of a new deck before it opens, so that decks do not accumulate if the user skips faster than the
    /// machine can close them.
    private var turn: (@MediaActor () async -> Void)? {
        guard closings.count > Self.closingLimit else { return nil }
        let task = closings[closings.count - 1 - Self.closingLimit].task
        return { [weak self] in
            // The deck that closes would wait for the sound of the deck that waits here.
            self?.awaitedSound?.cancel()
            _ = await self?.perform(Operation(limit: Self.closingPatience) { await task.value })
        }
    }

    /// Abandons the current medium and its follower.
    func abandon() {
        newGeneration()
        if let current { close(current.deck) }
        (current, repetition) = (nil, nil)
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

    /// Starts a new generation: earlier messages and timers are ignored, and earlier sound no longer goes to the
    /// output.
    func newGeneration() {
        overtake()
        generation += 1
        cancelTimers()
        dropGain()
        dropReturn()
        isFading = false
        let taken = mixer.detach(for: generation)
        if let index = followers.firstIndex(where: { $0.request.token == taken }) {
            for passed in 0...index { followers[passed].isTaken = true }
        }
        closeLeaving()
    }
}
