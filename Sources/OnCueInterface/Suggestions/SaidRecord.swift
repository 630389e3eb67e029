// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues

/// The user's preferences about an item.
package struct SaidRecord: Sendable, Equatable {
    /// The identifier of the item in the content tree.
    package var identifier: String
    package var title: String
    /// Whether it is suggested first.
    package var isPinned: Bool
    /// Whether it is never suggested.
    package var isNever: Bool
    /// The devices and places for which it is not suggested.
    package var neverHere: [String]

    package init(
        identifier: String, title: String, isPinned: Bool = false, isNever: Bool = false, neverHere: [String] = []
    ) {
        self.identifier = identifier
        self.title = title
        self.isPinned = isPinned
        self.isNever = isNever
        self.neverHere = neverHere
    }
}

extension SaidRecord: DictionaryForm {
    package static var blank: SaidRecord { SaidRecord(identifier: "", title: "") }

    package var wire: BusValue { .dictionary(FormWriter.dictionary(self).bounded) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("item", &identifier, .required)
        fields("title", &title, .ifSet)
        if title.isEmpty { title = identifier }
        fields("pinned", &isPinned)
        fields("never", &isNever)
        fields("neverHere", &neverHere, .ifSet)
    }
}
