// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime
internal import OnCueSuggestions

/// Trips from one named place to another.
extension SuggestionCenter {
    /// Learns trips from the consequences of the machine's events.
    func learn(from outcome: TriggerOutcome) {
        let (moment, place) = (parts.learning.moment(), parts.triggers.place)
        memory.note { $0.trips.take(outcome, at: moment, place: place) }
    }

    /// Returns the trip that probably begins with a trigger: only a car is known to lead somewhere.
    func expectedTrip(for trigger: Trigger?, at moment: Moment) -> TripEstimate? {
        guard trigger?.kind == .car, let place = moment.place else { return nil }
        return memory.state.trips.expected(from: place, at: moment, isByCar: true)
    }

    /// Finds the person present with whom most was done about some items; `nil` if no one is present, or presence does
    /// not count.
    var companion: ((Set<String>) -> String?)? {
        let people = memory.state.people
        let present = usesPresence ? people.present(with: parts.triggers.present) : []
        return present.isEmpty ? nil : { people.companion(for: $0, among: present) }
    }

    /// Returns the items that would be suggested now, the most likely first, without a list that can be answered.
    package func likelyItems(limit: Int) async -> [ContentIdentifier] {
        await parts.learning.learnt()
        let question = SuggestionFinder.Question(
            moment: parts.learning.moment(), limit: limit, prefix: "", collections: memory.state.collections)
        return await finder.find(question, parts.learning.ranker, memory.state.said).filter { !$0.isActivity }.map(
            \.target)
    }

    /// Chooses tracks for a playing time from the suggestions of this moment and from unfinished, new and liked items.
    ///
    /// - Parameter time: At least 1 s.
    /// - Throws: `notFound` if nothing fits.
    package func selection(fitting time: Duration) async throws -> FittedSelection {
        let suggested = await likelyItems(limit: 20)
        let controller = parts.controller
        return try await parts.manager.selection(
            fitting: time, from: [], suggested: suggested,
            rate: { $0.spokenWork.map(controller.rate(ofWork:)) ?? 1 })
    }
}
