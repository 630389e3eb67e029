// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The user's preferences about an item.
package struct SaidRecord: Sendable, Equatable {
    /// Of the content tree.
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

extension SaidRecord {
    /// `nil` without an identifier.
    init?(_ wire: WireDictionary) {
        guard let item = wire.text("item") else { return nil }
        self.init(
            identifier: item, title: wire.text("title") ?? item, isPinned: wire.flag("pinned") ?? false,
            isNever: wire.flag("never") ?? false, neverHere: wire.texts("neverHere"))
    }
}
