// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

/// Delivers each offer and its end once, across daemons and bus connections.
@MediaActor
final class SuggestionFollower {
    private let link: BusLink
    private let updates: AsyncStream<SuggestionUpdate>.Continuation
    /// The number of the last delivered offer; `nil` if it has ended.
    private var standing: UInt64?
    /// Incremented with every signal about an offer, so that an older answer is not delivered after it. Signals about
    /// other changes do not make an answer outdated.
    private var offerCount = 0
    /// Whether a daemon has gone and the state of the next one has not been read yet.
    private var wasLost = false

    init(link: BusLink, updates: AsyncStream<SuggestionUpdate>.Continuation) {
        self.link = link
        self.updates = updates
    }

    /// Returns when the task is cancelled.
    func run() async {
        let follower = ServiceFollower(link: link, member: nil, of: ServiceNames.suggestions)
        follower.onSignal = { self.receive($0) }
        follower.onPresence = { await self.tell(over: $0) }
        follower.onLoss = {
            // A daemon that was killed has not reported the end of its offer.
            if let standing = self.standing { self.end(standing, "stopped") }
            self.wasLost = true
            self.updates.yield(.serviceLost)
        }
        await follower.run()
    }

    private func receive(_ signal: BusSignal) {
        if let offer = signal.content(of: SuggestionMethods.raised)?.value {
            offerCount += 1
            raise(offer)
        }
        if let ending = signal.content(of: SuggestionMethods.ended) {
            offerCount += 1
            end(ending.id, ending.reason)
        }
        if signal.content(of: SuggestionMethods.changed) != nil { updates.yield(.changed) }
    }

    private func tell(over bus: MessageBus) async {
        let before = offerCount
        let offer: SuggestionOffer? = await link.runningProperty("Offer", of: ServiceNames.suggestions, over: bus)
        guard before == offerCount else { return }
        if let offer {
            raise(offer)
        } else if wasLost {
            // The next daemon may suggest something else.
            updates.yield(.changed)
        }
        wasLost = false
    }

    private func raise(_ offer: SuggestionOffer) {
        guard offer.id != standing else { return }
        standing = offer.id
        updates.yield(.raised(offer))
    }

    private func end(_ id: UInt64, _ reason: String) {
        if standing == id { standing = nil }
        updates.yield(.ended(id, reason: reason))
    }
}

extension OnCueConnection {
    package func suggestionUpdates() -> AsyncStream<SuggestionUpdate> {
        let link = link
        return link.stream(room: SuggestionUpdate.room) { await SuggestionFollower(link: link, updates: $0).run() }
    }
}
