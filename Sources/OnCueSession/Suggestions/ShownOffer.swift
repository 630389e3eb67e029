// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueSuggestions

/// A suggestion with what people see of it.
package struct ShownSuggestion: Sendable, Equatable, Identifiable {
    package var id: String
    /// What is suggested; a collection, or one thing.
    package var item: ContentItem
    /// What plays of it when it is taken, which tells where it goes on; the item itself for most.
    package var target: ContentIdentifier
    /// The title of what plays, where that is another one than that of the item.
    package var targetTitle: String?
    /// The track with which a collection goes on.
    package var firstTrack: ContentIdentifier?
    /// Where it goes on.
    package var position: Duration?
    package var artwork: MediaLocation?
    package var sentence: String
    package var suggestion: Suggestion

    package init(
        id: String, item: ContentItem, target: ContentIdentifier, targetTitle: String? = nil,
        firstTrack: ContentIdentifier? = nil, position: Duration? = nil, artwork: MediaLocation? = nil,
        sentence: String, suggestion: Suggestion
    ) {
        self.id = id
        self.item = item
        self.target = target
        self.targetTitle = targetTitle
        self.firstTrack = firstTrack
        self.position = position
        self.artwork = artwork
        self.sentence = sentence
        self.suggestion = suggestion
    }
}

extension ShownSuggestion {
    /// The same for those who decide what becomes of it.
    var choice: Offer.Choice { Offer.Choice(id: id, sentence: sentence, suggestion: suggestion) }
}

/// An offer with what people see of it.
package struct ShownOffer: Sendable, Equatable, Identifiable {
    package var id: Trigger.ID { trigger.id }
    package let trigger: Trigger
    /// What has raised it, in one sentence.
    package let sentence: String
    /// Seconds since 1970.
    package let raisedAt: Int64
    package let expiresAt: Int64
    /// That which is shown first is at the front; never empty.
    package var suggestions: [ShownSuggestion]

    package init(
        _ trigger: Trigger, sentence: String, raisedAt: Int64, expiresAt: Int64, _ suggestions: [ShownSuggestion]
    ) {
        self.trigger = trigger
        self.sentence = sentence
        self.raisedAt = raisedAt
        self.expiresAt = expiresAt
        self.suggestions = suggestions
    }
}
