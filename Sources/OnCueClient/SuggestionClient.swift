// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface

/// Suggestions: offers, responses, and learnt data.
package protocol SuggestionClient: Sendable {
    /// Returns the present offer; `nil` if there is none.
    func offer() async throws(ClientError) -> SuggestionOffer?
    /// Returns the suggestions for this moment without a trigger, best first.
    ///
    /// - Parameter limit: At most ``SuggestionRecord/limit``; 0 for the default of the service.
    func suggestions(limit: Int) async throws(ClientError) -> [SuggestionRecord]
    /// Plays a suggestion; `""` for that which is shown first.
    func acceptSuggestion(_ id: String) async throws(ClientError) -> AcceptedSuggestion
    /// Refuses a suggestion; `""` for all that is offered.
    func dismissSuggestion(_ id: String, _ reason: DismissalReason) async throws(ClientError)
    /// A suggestion with everything that speaks for and against it.
    func explainSuggestion(_ id: String) async throws(ClientError) -> SuggestionRecord
    /// Returns the offers and their ends, beginning with the present one, until the reader stops; also across restarts
    /// of the daemon, which it never starts. A slow reader misses the oldest of more than 64.
    func suggestionUpdates() -> AsyncStream<SuggestionUpdate>

    // MARK: Learnt data

    /// Pins the item at the place, so that it is suggested first, or unpins it.
    func setPinned(_ place: String, _ isPinned: Bool) async throws(ClientError)
    /// Returns the user's preferences about items.
    func saidOfItems() async throws(ClientError) -> [SaidRecord]
    /// - Returns: How much was forgotten.
    func forget(_ part: LearntPart) async throws(ClientError) -> Int
    /// A part of everything that was learnt, oldest first, as lines of JSON; at most ``LearntPage/limit``.
    func exportLearnt(offset: Int, limit: Int) async throws(ClientError) -> LearntPage

    // MARK: Settings

    func suggestionSettings() async throws(ClientError) -> SuggestionSettings
    /// Changes the given settings; the rest is unchanged.
    func setSuggestions(_ settings: [SuggestionSetting]) async throws(ClientError)
}
