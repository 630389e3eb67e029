// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The way in which a place was matched to its items.
package enum ContentNaming: Sendable, Equatable {
    /// An existing item: a position, an identifier, titles or an address.
    case place
    /// The best match of words.
    case words
    /// All results of a query.
    case query
}

/// The items that a place names.
package struct NamedContent: Sendable, Equatable {
    /// One, unless a query was asked; never empty.
    package var items: [ContentItem]
    package var naming: ContentNaming
    /// Another item that could have been meant as well.
    package var runnerUp: ContentItem?

    package init(_ items: [ContentItem], by naming: ContentNaming, runnerUp: ContentItem? = nil) {
        self.items = items
        self.naming = naming
        self.runnerUp = runnerUp
    }
}
