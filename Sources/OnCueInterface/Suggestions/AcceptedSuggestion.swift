// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues

/// The playing item after the acceptance of a suggestion.
package struct AcceptedSuggestion: Sendable, Equatable {
    package var identifier: String
    package var title: String
    package var subtitle: String
    /// The position at which it resumes.
    package var position: Duration?

    package init(identifier: String, title: String, subtitle: String = "", position: Duration? = nil) {
        self.identifier = identifier
        self.title = title
        self.subtitle = subtitle
        self.position = position
    }
}

extension AcceptedSuggestion: DictionaryForm {
    package static var blank: AcceptedSuggestion { AcceptedSuggestion(identifier: "", title: "") }

    package var wire: BusValue { .dictionary(FormWriter.dictionary(self).bounded) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("item", &identifier)
        fields("title", &title, .ifSet)
        fields("subtitle", &subtitle, .ifSet)
        fields("position", &position)
    }
}
