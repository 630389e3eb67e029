// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What a program can ask of the service about suggestions.
package protocol SuggestionClient: Sendable {
    /// What is offered now; `nil` while nothing is.
    func offer() async throws(ClientError) -> SuggestionOffer?
    /// What would be suggested at this moment without a trigger, best first.
    ///
    /// - Parameter limit: At most ``SuggestionRecord/limit``; 0 for as many as the service takes for enough.
    func suggestions(limit: Int) async throws(ClientError) -> [SuggestionRecord]
    /// Plays a suggestion; `""` for that which is shown first.
    func acceptSuggestion(_ id: String) async throws(ClientError) -> AcceptedSuggestion
    /// Refuses a suggestion; `""` for all that is offered.
    func dismissSuggestion(_ id: String, _ reason: DismissalReason) async throws(ClientError)
    /// A suggestion with everything that speaks for and against it.
    func explainSuggestion(_ id: String) async throws(ClientError) -> SuggestionRecord
    /// What is offered and what becomes of it, beginning with what is offered already, until the reader stops; also
    /// across restarts of the daemon, which it never starts. A reader that is slow misses the oldest of more than 64.
    func suggestionUpdates() -> AsyncStream<SuggestionUpdate>

    // MARK: What was learnt

    /// Has the item at the place suggested first, or no longer.
    func setPinned(_ place: String, _ isPinned: Bool) async throws(ClientError)
    /// What the person has said of items.
    func saidOfItems() async throws(ClientError) -> [SaidRecord]
    /// - Returns: How much was forgotten.
    func forget(_ part: LearntPart) async throws(ClientError) -> Int
    /// A part of everything that was learnt, oldest first, as lines of JSON; at most ``LearntPage/limit``.
    func exportLearnt(offset: Int, limit: Int) async throws(ClientError) -> LearntPage

    // MARK: Settings

    func suggestionSettings() async throws(ClientError) -> SuggestionSettings
    /// Sets what is given; the rest stays.
    func setSuggestions(_ settings: [SuggestionSetting]) async throws(ClientError)
}
