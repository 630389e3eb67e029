// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What is offered now, and what becomes of it: one offer at a time, each ended once, whatever comes.
package struct SuggestionBoard: Sendable, Equatable {
    /// Why an offer has ended.
    package enum Ending: String, Sendable, CaseIterable {
        case accepted
        case dismissed
        /// What has raised it is over: the headphones are out, the place was left.
        case causeEnded = "cause-ended"
        case expired
        /// Something else was played.
        case playedElse = "played-else"
        /// Another trigger has raised something.
        case replaced
        /// None of its items is there any more.
        case gone
        case stopped
    }

    /// What follows from an event.
    package enum Effect: Sendable, Equatable {
        /// Offer this from now on.
        case show(Offer)
        /// Other choices of the same offer are left, or stand first.
        case turn(Offer.ID, Offer.Choice.ID)
        case end(Offer.ID, Ending)
        case play(Offer.Choice)
    }

    package private(set) var offer: Offer?
    /// The choices that were not refused, that which stands first at the front.
    package private(set) var standing: [Offer.Choice] = []
    private var deadline: Duration?

    package init() {}

    /// When ``expire(at:)`` is to be called; `nil` while nothing is offered.
    package var nextDeadline: Duration? { deadline }

    /// Takes an offer in the place of the one before.
    package mutating func raise(_ offer: Offer, until deadline: Duration) -> [Effect] {
        guard !offer.choices.isEmpty else { return [] }
        let ended = end(.replaced)
        (self.offer, standing, self.deadline) = (offer, offer.choices, deadline)
        return ended + [.show(offer)]
    }

    /// The person takes a choice.
    ///
    /// - Returns: Nothing when it is not offered any more.
    package mutating func accept(_ id: Offer.Choice.ID) -> [Effect] {
        guard let choice = offer?.choices.first(where: { $0.id == id }) else { return [] }
        return end(.accepted) + [.play(choice)]
    }

    /// The person does not want a choice; with the last one the offer ends.
    package mutating func dismiss(_ id: Offer.Choice.ID) -> [Effect] {
        guard let index = standing.firstIndex(where: { $0.id == id }) else { return [] }
        standing.remove(at: index)
        return shown(.dismissed)
    }

    /// The person wants nothing of it now.
    package mutating func dismissAll() -> [Effect] { end(.dismissed) }

    /// The person wants to see another choice; the one before is the last then.
    package mutating func turn() -> [Effect] {
        guard let offer, standing.count > 1 else { return [] }
        standing.append(standing.removeFirst())
        return [.turn(offer.id, standing[0].id)]
    }

    /// What has raised an offer is over.
    package mutating func causeEnded(_ id: Trigger.ID) -> [Effect] {
        offer?.id == id ? end(.causeEnded) : []
    }

    /// Something began to play that was not accepted here.
    package mutating func played() -> [Effect] { end(.playedElse) }

    /// Items are gone for good.
    package mutating func remove(_ isGone: (String) -> Bool) -> [Effect] {
        let before = standing.count
        standing.removeAll { isGone($0.item) }
        return standing.count < before ? shown(.gone) : []
    }

    package mutating func expire(at now: Duration) -> [Effect] {
        guard let deadline, deadline <= now else { return [] }
        return end(.expired)
    }

    package mutating func stop() -> [Effect] { end(.stopped) }

    /// What is left is shown, or nothing any more.
    private mutating func shown(_ ending: Ending) -> [Effect] {
        guard let offer, let first = standing.first else { return end(ending) }
        return [.turn(offer.id, first.id)]
    }

    private mutating func end(_ ending: Ending) -> [Effect] {
        guard let offer else { return [] }
        (self.offer, standing, deadline) = (nil, [], nil)
        return [.end(offer.id, ending)]
    }
}
