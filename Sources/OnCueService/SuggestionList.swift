// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCatalog
internal import OnCueRuntime
internal import OnCueSession
internal import OnCueSuggestions

/// Adds the current suggestions to the branch For You, for browsing; those that play nothing are left out.
@MediaActor
final class SuggestionList: SuggestionPublishing {
    private let items: SuggestedItems

    init(_ items: SuggestedItems) {
        self.items = items
    }

    func offerChanged(to offer: ShownOffer?) {
        items.items = offer?.suggestions.filter { !$0.isActivity }.map(\.item) ?? []
    }

    func offerEnded(_ id: Trigger.ID, _ ending: SuggestionBoard.Ending) {}
}
