// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// A `podcast:location`: a name, and a position where the feed has one.
package struct FeedLocation: Sendable, Equatable {
    package var name: String
    package var coordinates: Coordinates?

    /// - Returns: `nil` without a name and a position.
    package init?(name: String, coordinates: Coordinates?) {
        guard let location = Location(name: name, coordinates: coordinates) else { return nil }
        (self.name, self.coordinates) = (location.name, coordinates)
    }

    /// Reads the text and the attribute `geo` of the element; an invalid position is left out.
    init?(name: String, geo: String?) {
        let uri = geo.flatMap { try? GeoURI(parsing: $0) }
        self.init(name: name, coordinates: uri?.coordinates)
    }

    package var location: Location? { Location(name: name, coordinates: coordinates) }
}
