// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues

/// The suggestions offered after an event.
package struct SuggestionOffer: Sendable, Equatable {
    package var id: UInt64
    /// `headphones`, `car`, `arrival`, …; a newer service may have others.
    package var trigger: String
    /// The trigger, in one sentence.
    package var sentence: String
    /// Seconds since 1970.
    package var raisedAt: Int64
    package var expiresAt: Int64
    /// At most three, the one to show first at the front.
    package var suggestions: [SuggestionRecord]
    package var device: String?
    package var place: String?

    package init(
        id: UInt64, trigger: String, sentence: String, raisedAt: Int64, expiresAt: Int64,
        suggestions: [SuggestionRecord]
    ) {
        self.id = id
        self.trigger = trigger
        self.sentence = sentence
        self.raisedAt = raisedAt
        self.expiresAt = expiresAt
        self.suggestions = suggestions
    }
}

extension SuggestionOffer: DictionaryForm {
    package static var blank: SuggestionOffer {
        SuggestionOffer(id: 0, trigger: "", sentence: "", raisedAt: 0, expiresAt: 0, suggestions: [])
    }

    package var wire: BusValue { .dictionary(FormWriter.dictionary(self).bounded) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("id", &id, .required)
        fields("trigger", &trigger)
        fields("sentence", &sentence, .ifSet)
        fields("device", &device)
        fields("place", &place)
        fields("raisedAt", &raisedAt)
        fields("expiresAt", &expiresAt)
        fields("suggestions", &suggestions)
    }
}
