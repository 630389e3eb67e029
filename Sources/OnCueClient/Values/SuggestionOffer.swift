// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface

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
    /// At most three, that which is shown first at the front.
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

extension SuggestionOffer {
    /// `nil` for the empty dictionary, which means that there is no offer.
    init?(_ wire: WireDictionary) {
        guard let id = wire.identity("id") else { return nil }
        self.init(
            id: id, trigger: wire.text("trigger") ?? "", sentence: wire.text("sentence") ?? "",
            raisedAt: wire.time("raisedAt") ?? 0, expiresAt: wire.time("expiresAt") ?? 0,
            suggestions: wire.value("suggestions").flatMap([SuggestionRecord].init(wire:)) ?? [])
        device = wire.text("device")
        place = wire.text("place")
    }
}
