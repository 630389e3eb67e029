// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The present offer and its course: one offer at a time, each ended exactly once.
package struct SuggestionBoard: Sendable, Equatable {
    /// The reason for the end of an offer.
    package enum Ending: String, Sendable, CaseIterable {
        case accepted
        case dismissed
        /// The cause of the offer has ended: the headphones are disconnected, the place was left.
        case causeEnded = "cause-ended"
        case expired
        /// Something else was played.
        case playedElse = "played-else"
        /// Another trigger has raised something.
        case replaced
        /// None of its items exists any longer.
        case gone
        case stopped
    }

    /// The effect of an event.
    package enum Effect: Sendable, Equatable {
        /// The offer has other remaining choices, or another first one.
        case turn(Offer.ID, Offer.Choice.ID)
        case end(Offer.ID, Ending)
    }

    package private(set) var offer: Offer?
    /// The choices that were not dismissed, the current first one at the front.
    package private(set) var standing: [Offer.Choice] = []
    private var deadline: Duration?

    package init() {}

    /// The time at which ``expire(at:)`` must be called; `nil` while nothing is offered.
    package var nextDeadline: Duration? { deadline }

    /// Raises an offer, in place of the one before.
    package mutating func raise(_ offer: Offer, until deadline: Duration) -> [Effect] {
        guard !offer.choices.isEmpty else { return [] }
        let ended = end(.replaced)
        (self.offer, standing, self.deadline) = (offer, offer.choices, deadline)
        return ended
    }

    /// Accepts a choice.
    ///
    /// - Returns: Nothing if it is no longer offered.
    package mutating func accept(_ id: Offer.Choice.ID) -> [Effect] {
        guard offer?.choices.contains(where: { $0.id == id }) == true else { return [] }
        return end(.accepted)
    }

    /// Dismisses a choice; with the last one the offer ends.
    package mutating func dismiss(_ id: Offer.Choice.ID) -> [Effect] {
        guard let index = standing.firstIndex(where: { $0.id == id }) else { return [] }
        standing.remove(at: index)
        return shown(.dismissed)
    }

    /// Dismisses the whole offer.
    package mutating func dismissAll() -> [Effect] { end(.dismissed) }

    /// Turns to the next choice; the one before becomes the last.
    package mutating func turn() -> [Effect] {
        guard let offer, standing.count > 1 else { return [] }
        standing.append(standing.removeFirst())
        return [.turn(offer.id, standing[0].id)]
    }

    /// Notes that the cause of an offer has ended.
    package mutating func causeEnded(_ id: Trigger.ID) -> [Effect] {
        offer?.id == id ? end(.causeEnded) : []
    }

    /// Notes the start of playback that was not accepted here.
    package mutating func played() -> [Effect] { end(.playedElse) }

    /// Removes items that no longer exist.
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

    /// Shows the remaining choices, or ends the offer if there are none.
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
