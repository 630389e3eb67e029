// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// A location that a text may mean.
package struct LocationMatch: Sendable, Equatable {
    /// How it is known.
    package enum Origin: String, Sendable, CaseIterable {
        /// The text is a `geo:` URI, or a position.
        case uri
        /// It was seen lately, on a web page or with content.
        case seen
        /// It is the venue of a kept event.
        case event
        /// It is the middle of a city.
        case city
    }

    package var location: Location
    package var origin: Origin
    /// Where it was seen: the title of a page or of an item; empty for what was not.
    package var source: String
    /// The address of the page on which it was seen.
    package var page: String?
    /// Whether the text names it: not only begins it, or is much like it.
    package var isNamed: Bool

    package init(
        _ location: Location, origin: Origin, source: String = "", page: String? = nil, isNamed: Bool = true
    ) {
        self.location = location
        self.origin = origin
        self.source = source
        self.page = page
        self.isNamed = isNamed
    }
}

extension LocationMatch.Origin: WireField, Blank {
    package static var blank: LocationMatch.Origin { .city }
}

extension LocationMatch: DictionaryForm {
    package static var blank: LocationMatch { LocationMatch(.blank, origin: .city) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("location", &location, .required)
        fields("origin", &origin)
        fields("source", &source, .ifSet)
        fields("page", &page)
        fields("named", &isNamed)
    }
}
