// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How the service understood a place.
package enum PlaceNaming: Sendable, Equatable {
    /// The thing itself is there.
    case place
    /// The best match of words.
    case words
    /// Everything that a query finds.
    case query

    init(_ word: String?) {
        self =
            switch word {
            case "words": .words
            case "query": .query
            default: .place
            }
    }
}

/// The items that a place names.
package struct NamedItems: Sendable, Equatable {
    /// One, unless the place is a query; never empty.
    package var items: [ContentRecord]
    package var naming: PlaceNaming
    /// Another item that could have been meant.
    package var runnerUp: ContentRecord?

    package init(_ items: [ContentRecord], by naming: PlaceNaming = .place, runnerUp: ContentRecord? = nil) {
        self.items = items
        self.naming = naming
        self.runnerUp = runnerUp
    }
}
