// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Something that is suggested.
package struct SuggestionRecord: Sendable, Equatable {
    /// The most suggestions in one request.
    package static let limit = 50

    /// Something that speaks for it, or against it.
    package struct Reason: Sendable, Equatable {
        /// `hour`, `device`, …; a newer service may have others.
        package var facet: String
        /// Negative where it speaks against it.
        package var weight: Double

        package init(facet: String, weight: Double) {
            self.facet = facet
            self.weight = weight
        }
    }

    /// The identifier for accepting or dismissing it: `7.2`, or `now.2` for one that was not offered.
    package var id: String
    /// Of the content tree.
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
    /// URI of a picture.
    package var artwork: String?
    /// The position at which it resumes.
    package var position: Duration?

    package init(id: String, identifier: String, title: String) {
        self.id = id
        self.identifier = identifier
        self.title = title
    }

    /// Its number in the offer, which stays when another one is shown first or one is refused.
    package var number: Int? {
        id.lastIndex(of: ".").flatMap { Int(id[id.index(after: $0)...]) }
    }
}

extension SuggestionRecord {
    /// `nil` without an identifier.
    init?(_ wire: WireDictionary) {
        guard let id = wire.text("id"), let item = wire.text("item") else { return nil }
        self.init(id: id, identifier: item, title: wire.text("title") ?? item)
        subtitle = wire.text("subtitle") ?? ""
        sentence = wire.text("sentence") ?? ""
        cause = wire.text("cause") ?? ""
        ground = wire.text("ground")
        probability = wire.number("probability") ?? 0
        reasons = (wire.list("reasons") ?? []).compactMap { reason in
            guard let facet = reason.text("facet"), let weight = reason.number("weight") else { return nil }
            return Reason(facet: facet, weight: weight)
        }
        isPlayable = wire.flag("playable") ?? true
        artwork = wire.text("artwork")
        position = wire.duration("position")
    }
}
