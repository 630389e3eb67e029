// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A request for directions, as maps and other programs pass it on: a `geo:` URI, the address of a map with a
/// destination, or the text of one.
package struct DirectionsRequest: Sendable, Hashable {
    /// One end of the route.
    package enum Stop: Sendable, Hashable {
        /// A position, with a name if it has one.
        case point(Coordinates, name: String?)
        /// The name of a place, a city or an address, which has no position yet.
        case text(String)
    }

    /// The means of travel.
    package enum Mode: String, Sendable, CaseIterable {
        case driving, transit, walking, cycling
    }

    /// The start; `nil` for the current position.
    package var origin: Stop?
    package var destination: Stop
    /// The means of travel; `nil` if it is not specified.
    package var mode: Mode?

    package init(from origin: Stop? = nil, to destination: Stop, mode: Mode? = nil) {
        self.origin = origin
        self.destination = destination
        self.mode = mode
    }

    /// Parses a request: `geo:48.2,16.37`, `geo:0,0?q=Halver`, `google.navigation:q=Halver&mode=d`,
    /// `https://maps.example/?saddr=Home&daddr=48.2,16.37&dirflg=d`, `https://maps.example/maps/dir/Home/Halver`,
    /// `https://www.openstreetmap.org/directions?from=&to=Halver`, a place or a search of such a map, and the like, or
    /// a text.
    ///
    /// - Throws: ``GeoURIError`` for a `geo:` URI without a position; ``DirectionsError`` for an address without a
    ///   destination, or more than 2048 bytes.
    package init(parsing text: String) throws {
        guard text.utf8.count <= 2048 else { throw DirectionsError.tooLong }
        if text.prefix(4).lowercased() == "geo:" {
            self.init(to: try Self.stop(geo: text))
        } else if let address = MapAddress(text) {
            try self.init(address)
        } else if let destination = Self.stop(text) {
            self.init(to: destination)
        } else {
            throw DirectionsError.noDestination
        }
    }

    /// Parses the address of a map, and nothing else.
    ///
    /// - Returns: `nil` for the address of another page, for a text, and for a map without a destination.
    package init?(map text: String) {
        guard text.utf8.count <= 2048, let address = MapAddress(text), let request = try? Self(address) else {
            return nil
        }
        if case .text = request.destination, !address.isMap { return nil }
        self = request
    }

    private init(_ address: MapAddress) throws(DirectionsError) {
        let ends = address.ends
        guard
            let destination = address.place.map({ Stop.point($0.coordinates, name: $0.name) })
                ?? ends.to.flatMap(Self.stop) ?? address.view.map({ .point($0, name: nil) })
        else { throw .noDestination }
        self.init(from: ends.from.flatMap(Self.stop), to: destination, mode: address.mode.flatMap(Self.mode))
    }

    // MARK: Parts

    private static func stop(geo text: String) throws(GeoURIError) -> Stop {
        do throws(GeoURIError) {
            let uri = try GeoURI(parsing: text)
            return .point(uri.coordinates, name: uri.label)
        } catch .search(let words) {
            guard !words.isEmpty else { throw .noPosition }
            return .text(words)
        }
    }

    /// Parses a stop: `48.2,16.37` is a position, any other text that is not empty a name.
    private static func stop(_ text: String) -> Stop? {
        let text = Location.clean(text)
        guard !text.isEmpty else { return nil }
        if let point = Coordinates(parsing: text) { return .point(point, name: nil) }
        // GraphHopper puts the name after the position.
        let parts = text.split(separator: "_", maxSplits: 1)
        if parts.count == 2, let point = Coordinates(parsing: String(parts[0])) {
            return .point(point, name: String(parts[1]))
        }
        return .text(text)
    }

    private static func mode(_ word: String) -> Mode? {
        switch word.lowercased() {
        case "d", "driving", "car": .driving
        case "r", "transit", "l": .transit
        case "w", "walking", "walk": .walking
        case "b", "bicycling", "cycling", "bike": .cycling
        case let engine where engine.hasSuffix("_car"): .driving
        case let engine where engine.hasSuffix("_foot"): .walking
        case let engine where engine.hasSuffix("_bike") || engine.hasSuffix("_bicycle"): .cycling
        default: nil
        }
    }
}

/// A text that is not a request for directions.
package enum DirectionsError: Error, Sendable, Equatable, CustomStringConvertible {
    case tooLong
    /// The address of a map without a destination.
    case noDestination

    package var description: String {
        switch self {
        case .tooLong: "it is longer than 2048 bytes"
        case .noDestination: "it names no destination"
        }
    }
}
