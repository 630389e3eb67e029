// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues

/// An item that is suggested.
package struct SuggestionRecord: Sendable, Equatable {
    /// The most suggestions in one request.
    package static let limit = 50

    /// A reason for or against it.
    package struct Reason: Sendable, Equatable {
        /// `hour`, `device`, …; a newer service may have others.
        package var facet: String
        /// Negative for a reason against it.
        package var weight: Double

        package init(facet: String, weight: Double) {
            self.facet = facet
            self.weight = weight
        }
    }

    /// The identifier for accepting or dismissing it: `7.2`, or `now.2` for one that was not offered.
    package var id: String
    /// The identifier of the item in the content tree.
    package var identifier: String
    package var title: String
    package var subtitle = ""
    /// The reason, in one sentence.
    package var sentence = ""
    /// `lately`, `after`, `resume`, `habit`, `nominated` or `long-ago`; a newer service may have others.
    package var cause = ""
    /// The reason for its nomination.
    package var ground: String?
    /// 0 to 1.
    package var probability = 0.0
    /// The reasons, the strongest in favour first.
    package var reasons: [Reason] = []
    package var isPlayable = true
    /// The URI of a picture.
    package var artwork: String?
    /// The position at which it resumes.
    package var position: Duration?

    package init(id: String, identifier: String, title: String) {
        self.id = id
        self.identifier = identifier
        self.title = title
    }

    /// Its number in the offer, which does not change when another one is shown first or one is refused.
    package var number: Int? {
        id.lastIndex(of: ".").flatMap { Int(id[id.index(after: $0)...]) }
    }
}

extension SuggestionRecord: DictionaryForm {
    package static var blank: SuggestionRecord { SuggestionRecord(id: "", identifier: "", title: "") }

    package var wire: BusValue { .dictionary(FormWriter.dictionary(self).bounded) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("id", &id, .required)
        fields("item", &identifier, .required)
        fields("title", &title, .ifSet)
        if title.isEmpty { title = identifier }
        fields("subtitle", &subtitle, .ifSet)
        fields("sentence", &sentence, .ifSet)
        fields("cause", &cause)
        fields("ground", &ground)
        fields("probability", &probability)
        fields("playable", &isPlayable)
        fields("artwork", &artwork)
        fields("position", &position)
        fields("reasons", &reasons)
    }
}

extension SuggestionRecord.Reason: DictionaryForm {
    package static var blank: SuggestionRecord.Reason { SuggestionRecord.Reason(facet: "", weight: 0) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("facet", &facet, .required)
        fields("weight", &weight, .required)
    }
}

/// The identifiers of suggestions without a trigger.
package enum UnaskedSuggestion {
    /// The beginning of these identifiers.
    package static let prefix = "now"
    private static let latest = prefix + "."

    /// Returns the identifier of one of the suggestions listed last, by its number from 1: `now.1`.
    package static func id(_ number: Int) -> String { latest + "\(number)" }

    /// - Returns: `nil` for the identifier of any other suggestion.
    package static func number(of id: String) -> Int? {
        id.hasPrefix(latest) ? Int(id.dropFirst(latest.count)) : nil
    }
}
