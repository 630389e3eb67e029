// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Something that is suggested.
package struct SuggestionRecord: Sendable, Equatable {
    /// The most that can be asked for at once.
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

    /// By which it is accepted or refused: `7.2`, or `now.2` for what was not offered.
    package var id: String
    /// Of the content tree.
    package var identifier: String
    package var title: String
    package var subtitle = ""
    /// Why, in one sentence.
    package var sentence = ""
    /// `lately`, `after`, `resume`, `habit`, `nominated` or `long-ago`; a newer service may have others.
    package var cause = ""
    /// Why it was nominated.
    package var ground: String?
    /// 0 to 1.
    package var probability = 0.0
    /// What speaks for it most comes first.
    package var reasons: [Reason] = []
    package var isPlayable = true
    /// URI of a picture.
    package var artwork: String?
    /// Where it goes on.
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
