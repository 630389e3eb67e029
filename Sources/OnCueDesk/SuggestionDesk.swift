// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
package import OnCueRuntime
package import OnCueSession
package import OnCueSuggestions

/// Suggestions, for front ends.
@MediaActor
package final class SuggestionDesk: nonisolated SuggestionService, SuggestionPublishing {
    package typealias Failure = any Error

    private static let usualCount = 10

    /// Called with the old and the new properties when the offer has changed.
    package let changes = Broadcast<(old: SuggestionProperties, new: SuggestionProperties)>()
    /// Called once for each offer.
    package let offers = Broadcast<SuggestionOffer>()
    /// Called when an offer has ended, before ``changes``.
    package let ends = Broadcast<OfferEnd>()
    /// Called when other suggestions may fit this moment, or the remaining part of the offer has changed.
    package let listChanges = Broadcast<Void>()
    /// The properties of the interface.
    package private(set) var properties: SuggestionProperties

    /// Shows the current suggestions as a notification, and returns their number.
    package var show: @MediaActor () async -> Int = { 0 }

    let center: SuggestionCenter
    let manager: ContentManager
    private var told: Trigger.ID?
    private let updates = StreamHub<SuggestionUpdate>(.newest(SuggestionUpdate.room))

    package init(center: SuggestionCenter, manager: ContentManager) {
        (self.center, self.manager) = (center, manager)
        properties = SuggestionProperties(offer: center.offer.map(SuggestionOffer.init))
        center.add(self)
    }

    package func offerChanged(to offer: ShownOffer?) {
        let old = properties
        properties.offer = offer.map(SuggestionOffer.init)
        changes.send((old, properties))
        if let offer = properties.offer, told != offer.id {
            offers.send(offer)
            updates.tell(.raised(offer))
        } else if properties.offer != old.offer, properties.offer != nil {
            listChanged()
        }
        told = offer?.id
    }

    package func listChanged() {
        listChanges.send(())
        updates.tell(.changed)
    }

    package func offerEnded(_ id: Trigger.ID, _ ending: SuggestionBoard.Ending) {
        ends.send(OfferEnd(id, ending.rawValue))
        updates.tell(.ended(id, reason: ending.rawValue))
    }

    // MARK: Offers

    @MediaActor
    package func offer() async throws -> SuggestionOffer? { properties.offer }

    @MediaActor
    package func suggestionUpdates() async -> AsyncStream<SuggestionUpdate> {
        updates.listen(beginningWith: properties.offer.map(SuggestionUpdate.raised))
    }

    @MediaActor
    package func suggestions(limit: Int) async throws -> [SuggestionRecord] {
        let limit = limit == 0 ? Self.usualCount : min(limit, SuggestionRecord.limit)
        return await center.suggestions(limit: limit).map(SuggestionRecord.init)
    }

    @MediaActor
    package func acceptSuggestion(_ id: String) async throws -> AcceptedSuggestion {
        let played = try await center.accept(id)
        return AcceptedSuggestion(
            identifier: played.item.identifier.description, title: played.item.title,
            subtitle: played.targetTitle ?? played.item.subtitle, position: played.position)
    }

    @MediaActor
    package func dismissSuggestion(_ id: String, _ reason: DismissalReason) async throws {
        try await center.dismiss(id, reason)
    }

    @MediaActor
    package func showSuggestions() async throws -> Int { await show() }

    @MediaActor
    package func showNextSuggestion() async throws { center.showNext() }

    @MediaActor
    package func explainSuggestion(_ id: String) async throws -> SuggestionExplanation {
        let (shown, moment, trigger) = try center.explain(id)
        return SuggestionExplanation(
            SuggestionRecord(shown), time: Int64(moment.time), place: moment.place, device: moment.device,
            trigger: trigger?.kind.rawValue)
    }

    // MARK: Settings

    @MediaActor
    package func suggestionSettings() async throws -> SuggestionSettings { SuggestionSettings(center.settings) }

    @MediaActor
    package func setSuggestions(_ settings: [SuggestionSetting]) async throws {
        var wanted = center.settings
        for setting in settings { try wanted.apply(setting) }
        let checked = wanted
        try await center.change { $0 = checked }
    }
}

extension SuggestionOffer {
    fileprivate init(_ shown: ShownOffer) {
        self.init(
            id: shown.id, trigger: shown.trigger.kind.rawValue, sentence: shown.sentence, raisedAt: shown.raisedAt,
            expiresAt: shown.expiresAt, suggestions: shown.suggestions.map(SuggestionRecord.init))
        (device, place) = (shown.trigger.device?.name, shown.trigger.name)
    }
}
