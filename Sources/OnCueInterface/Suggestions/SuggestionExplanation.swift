// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues

/// A suggestion, and the moment for which it was made.
package struct SuggestionExplanation: Sendable, Equatable {
    package var suggestion: SuggestionRecord
    /// Seconds since 1970.
    package var time: Int64
    package var place: String?
    package var device: String?
    /// `headphones`, `car`, …; `nil` if nothing has raised it.
    package var trigger: String?

    package init(
        _ suggestion: SuggestionRecord, time: Int64, place: String? = nil, device: String? = nil,
        trigger: String? = nil
    ) {
        (self.suggestion, self.time) = (suggestion, time)
        (self.place, self.device, self.trigger) = (place, device, trigger)
    }
}

extension SuggestionExplanation: DictionaryForm {
    package static var blank: SuggestionExplanation { SuggestionExplanation(.blank, time: 0) }

    package var wire: BusValue { .dictionary(FormWriter.dictionary(self).bounded) }

    package mutating func form(_ fields: inout some FieldCoder) {
        suggestion.form(&fields)
        fields("time", &time)
        fields("place", &place)
        fields("device", &device)
        fields("trigger", &trigger)
    }
}
