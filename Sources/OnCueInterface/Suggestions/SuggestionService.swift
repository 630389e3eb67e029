// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import OnCueCore

/// Suggestions, with offers, responses, and learnt data: `org.oncue.Suggestions1`.
package protocol SuggestionService {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    /// Returns the current offer; `nil` if there is none.
    func offer() async throws(Failure) -> SuggestionOffer?

    /// Returns the offers, their ends and other changes of the suggestions, beginning with the current offer if there
    /// is one, until the reader stops.
    func suggestionUpdates() async -> AsyncStream<SuggestionUpdate>

    /// Returns the suggestions for this moment without a trigger, best first.
    ///
    /// - Parameter limit: At most ``SuggestionRecord/limit``; 0 for the default of the service.
    func suggestions(limit: Int) async throws(Failure) -> [SuggestionRecord]

    /// Plays a suggestion; `""` for the one that is shown first.
    ///
    /// - Throws: `notFound` if it is no longer offered; the errors of playback.
    func acceptSuggestion(_ id: String) async throws(Failure) -> AcceptedSuggestion

    /// Refuses a suggestion; `""` for the whole offer.
    ///
    /// - Throws: `notFound`, `refused`, `storage`.
    func dismissSuggestion(_ id: String, _ reason: DismissalReason) async throws(Failure)

    /// Shows the next suggestion of the offer first.
    func showNextSuggestion() async throws(Failure)

    /// Shows the current suggestions as a notification, whatever the settings of notifications are.
    ///
    /// - Returns: The number of suggestions in it; 0 if there is none, and no notification.
    func showSuggestions() async throws(Failure) -> Int

    /// Returns a suggestion with all reasons for and against it, even from an offer that has ended.
    ///
    /// - Throws: `notFound`.
    func explainSuggestion(_ id: String) async throws(Failure) -> SuggestionExplanation

    // MARK: Learnt data

    /// Pins the item at the place, so that it is suggested first, or unpins it.
    ///
    /// - Throws: `notFound`, `notPlayable`, `refused` if there are too many, `storage`.
    func setPinned(_ place: String, _ isPinned: Bool) async throws(Failure)

    /// Returns the user's preferences about items.
    func saidOfItems() async throws(Failure) -> [SaidRecord]

    /// - Returns: The number of donations and other records forgotten.
    /// - Throws: `notFound`, `storage`.
    func forget(_ part: ForgottenPart) async throws(Failure) -> Int

    /// Learns from playback in another program: all of it, or nothing if it throws.
    ///
    /// - Parameter donations: At most ``DonatedPlayback/limit``, oldest first.
    /// - Throws: `invalidValue`, `notFound`, `storage`.
    func donate(_ donations: [DonatedPlayback]) async throws(Failure)

    /// Deletes the donations of a program with these identifiers, or all of them without identifiers.
    ///
    /// - Returns: The number of donations deleted.
    /// - Throws: `invalidValue`, `storage`.
    func deleteDonations(of program: String, _ identifiers: [String]) async throws(Failure) -> Int

    /// Returns a part of everything that was learnt, oldest first, as lines of JSON; as much as
    /// ``PageLimit/granted(_:)`` allows.
    func exportLearnt(offset: Int, limit: Int) async throws(Failure) -> LearntPage

    // MARK: Settings

    func suggestionSettings() async throws(Failure) -> SuggestionSettings

    /// Changes the given settings; the rest is unchanged.
    ///
    /// - Throws: `invalidValue`, `storage`; then nothing has changed.
    func setSuggestions(_ settings: [SuggestionSetting]) async throws(Failure)
}

// MARK: On the bus

package enum SuggestionMethods {
    package static let list = Method<Only<Int>, Only<[SuggestionRecord]>>(
        ServiceNames.suggestions, "GetSuggestions", isRepeatable: true)
    package static let accept = Method<Only<String>, Only<AcceptedSuggestion>>(ServiceNames.suggestions, "Accept")
    package static let dismiss = Method<Pair<String, String>, Nothing>(ServiceNames.suggestions, "Dismiss")
    package static let show = Method<Nothing, Only<Int>>(ServiceNames.suggestions, "Show")
    package static let showNext = Method<Nothing, Nothing>(ServiceNames.suggestions, "ShowNext")
    package static let explain = Method<Only<String>, Only<SuggestionExplanation>>(
        ServiceNames.suggestions, "Explain", isRepeatable: true)
    package static let setPinned = Method<Pair<String, Bool>, Nothing>(
        ServiceNames.suggestions, "SetPinned", isRepeatable: true)
    package static let said = Method<Nothing, Only<[SaidRecord]>>(
        ServiceNames.suggestions, "GetSaid", isRepeatable: true)
    package static let forget = Method<Pair<String, String>, Only<Int>>(ServiceNames.suggestions, "Forget")
    package static let donate = Method<Only<[Strict<DonatedPlayback>]>, Nothing>(ServiceNames.suggestions, "Donate")
    package static let deleteDonations = Method<Pair<String, [String]>, Only<Int>>(
        ServiceNames.suggestions, "DeleteDonations")
    package static let export = Method<Pair<Int, Int>, LearntPage>(
        ServiceNames.suggestions, "Export", isRepeatable: true)
    package static let settings = Method<Nothing, Only<SuggestionSettings>>(
        ServiceNames.suggestions, "GetSettings", isRepeatable: true)
    package static let setSettings = Method<Only<Strict<SuggestionChanges>>, Nothing>(
        ServiceNames.suggestions, "SetSettings", isRepeatable: true)
    package static let raised = Event<Only<SuggestionOffer>>(ServiceNames.suggestions, "Raised")
    package static let ended = Event<OfferEnd>(ServiceNames.suggestions, "Ended")
    package static let changed = Event<Nothing>(ServiceNames.suggestions, "Changed")

    package static func bindings<Service: SuggestionService>() -> [Binding<Service>] {
        [
            Binding(list) { Only(try await $0.suggestions(limit: $1.value)) },
            Binding(accept) { Only(try await $0.acceptSuggestion($1.value)) },
            Binding(dismiss) { try await $0.dismissSuggestion($1.first, try DismissalReason(word: $1.second)) },
            Binding(show) { service, _ in Only(try await service.showSuggestions()) },
            Binding(showNext) { service, _ in try await service.showNextSuggestion() },
            Binding(explain) { Only(try await $0.explainSuggestion($1.value)) },
            Binding(setPinned) { try await $0.setPinned($1.first, $1.second) },
            Binding(said) { service, _ in Only(try await service.saidOfItems()) },
            Binding(forget) { Only(try await $0.forget(try ForgottenPart($1.first, $1.second))) },
            Binding(donate) { try await $0.donate(try DonatedPlayback.understood($1.value)) },
            Binding(deleteDonations) { Only(try await $0.deleteDonations(of: $1.first, $1.second)) },
            Binding(export) { try await $0.exportLearnt(offset: $1.first, limit: $1.second) },
            Binding(settings) { service, _ in Only(try await service.suggestionSettings()) },
            Binding(setSettings) { try await $0.setSuggestions(try $1.value.understood().settings()) },
        ]
    }
}

/// The properties of the interface.
package struct SuggestionProperties: WireForm {
    package var offer: SuggestionOffer?

    package init(offer: SuggestionOffer?) { self.offer = offer }

    package static var blank: SuggestionProperties { SuggestionProperties(offer: nil) }

    package mutating func form(_ fields: inout some FieldCoder) {
        var present = PresentOffer(offer: offer)
        fields("Offer", &present)
        offer = present.offer
    }
}

/// The offer, or an empty dictionary for none.
private struct PresentOffer: DictionaryForm {
    var offer: SuggestionOffer?

    static var blank: PresentOffer { PresentOffer(offer: nil) }

    var wire: BusValue { offer?.wire ?? .dictionary([:]) }

    mutating func form(_ fields: inout some FieldCoder) { fields.group(&offer) }
}

/// The end of an offer.
package struct OfferEnd: WireForm {
    package var id: UInt64
    package var reason: String

    package init(_ id: UInt64, _ reason: String) { (self.id, self.reason) = (id, reason) }

    package static var blank: OfferEnd { OfferEnd(0, "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("offer", &id)
        fields("reason", &reason)
    }
}
