// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueSuggestions

/// A suggestion with its display details.
package struct ShownSuggestion: Sendable, Equatable, Identifiable {
    package var id: String
    /// The suggested item: a collection, or a single item.
    package var item: ContentNode
    /// The item to play when it is accepted, which determines the position; the item itself for most.
    package var target: ContentIdentifier
    /// The title of the item to play, if it differs from that of the item.
    package var targetTitle: String?
    /// The track with which a collection continues.
    package var firstTrack: ContentIdentifier?
    /// The position at which it resumes.
    package var position: Duration?
    /// The duration of the item to play, if it is a single one of known length.
    package var duration: Duration?
    package var artwork: MediaLocation?
    package var sentence: String
    package var suggestion: Suggestion

    package init(
        id: String, item: ContentNode, target: ContentIdentifier, targetTitle: String? = nil,
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
    /// The suggestion in the form used by the decision logic.
    var choice: Offer.Choice { Offer.Choice(id: id, sentence: sentence, suggestion: suggestion) }
}

/// An offer with its display details.
package struct ShownOffer: Sendable, Equatable, Identifiable {
    package var id: Trigger.ID { trigger.id }
    package let trigger: Trigger
    /// The trigger of the offer, in one sentence.
    package let sentence: String
    /// Seconds since 1970.
    package let raisedAt: Int64
    package let expiresAt: Int64
    /// The one that is shown first is at the front; never empty.
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
