// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// A location that a text may mean.
package struct LocationMatch: Sendable, Equatable {
    /// The way in which the location is known.
    package enum Origin: String, Sendable, CaseIterable {
        /// The text is a `geo:` URI, or a position.
        case uri
        /// It was seen recently, on a web page or with content.
        case seen
        /// It is the venue of a kept event.
        case event
        /// It is the centre of a city.
        case city
    }

    package var location: Location
    package var origin: Origin
    /// The title of the page or of the item with which it was seen; empty if it was not seen.
    package var source: String
    /// The address of the page on which it was seen.
    package var page: String?
    /// Whether the text is its name, rather than the beginning of it or similar to it.
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
