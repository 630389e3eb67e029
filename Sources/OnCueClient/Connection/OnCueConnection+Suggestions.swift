// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import OnCueCore
package import OnCueInterface

extension OnCueConnection: SuggestionService {
    package func offer() async throws(ServiceError) -> SuggestionOffer? {
        do throws(ServiceError) {
            let offer = try await properties("Offer", of: ServiceNames.suggestions)
            guard offer.dictionaryValue != nil else { throw .unexpectedAnswer(to: "Get") }
            return SuggestionOffer(wire: offer)
        } catch {
            // Reading a property of an unknown interface fails with an error of its own.
            throw error.code == .failed ? .unknownRequest(error.message) : error
        }
    }

    package func suggestions(limit: Int) async throws(ServiceError) -> [SuggestionRecord] {
        try await call(SuggestionMethods.list, Only(limit)).value
    }

    package func acceptSuggestion(_ id: String) async throws(ServiceError) -> AcceptedSuggestion {
        try await call(SuggestionMethods.accept, Only(id)).value
    }

    package func dismissSuggestion(_ id: String, _ reason: DismissalReason) async throws(ServiceError) {
        try await call(SuggestionMethods.dismiss, Pair(id, reason.rawValue))
    }

    package func showSuggestions() async throws(ServiceError) -> Int { try await read(SuggestionMethods.show) }

    package func showNextSuggestion() async throws(ServiceError) { try await call(SuggestionMethods.showNext) }

    package func explainSuggestion(_ id: String) async throws(ServiceError) -> SuggestionExplanation {
        try await call(SuggestionMethods.explain, Only(id)).value
    }

    // MARK: Learnt data

    package func setPinned(_ place: String, _ isPinned: Bool) async throws(ServiceError) {
        try await call(SuggestionMethods.setPinned, Pair(place, isPinned))
    }

    package func saidOfItems() async throws(ServiceError) -> [SaidRecord] { try await read(SuggestionMethods.said) }

    package func forget(_ part: ForgottenPart) async throws(ServiceError) -> Int {
        let (what, name) = part.words
        return try await call(SuggestionMethods.forget, Pair(what, name)).value
    }

    package func donate(_ donations: [DonatedPlayback]) async throws(ServiceError) {
        try await call(SuggestionMethods.donate, Only(donations.map(Strict.init)))
    }

    package func deleteDonations(of program: String, _ identifiers: [String]) async throws(ServiceError) -> Int {
        try await call(SuggestionMethods.deleteDonations, Pair(program, identifiers)).value
    }

    package func exportLearnt(offset: Int, limit: Int) async throws(ServiceError) -> LearntPage {
        try await call(SuggestionMethods.export, Pair(offset, limit))
    }

    // MARK: Settings

    package func suggestionSettings() async throws(ServiceError) -> SuggestionSettings {
        try await read(SuggestionMethods.settings)
    }

    package func setSuggestions(_ settings: [SuggestionSetting]) async throws(ServiceError) {
        try await call(SuggestionMethods.setSettings, Only(Strict(SuggestionChanges(settings))))
    }
}
