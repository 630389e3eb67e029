// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The way in which a place led to the items that it names.
package enum ContentNaming: String, Sendable, Equatable {
    /// The place is that of the item itself: a position, an identifier, titles or an address.
    case place
    /// The best match of words.
    case words
    /// Everything that a query finds.
    case query
}

extension ContentNaming: WireField {}

extension FieldCoder {
    /// Processes the naming under its name on the bus, `found`; it is left out for a place.
    mutating func naming(_ naming: inout ContentNaming) {
        var found: ContentNaming? = naming == .place ? nil : naming
        self("found", &found)
        naming = found ?? .place
    }
}
