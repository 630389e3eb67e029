// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A request for directions, as maps and other programs hand it on: a `geo:` URI, the address of a map with a
/// destination, or the text of one.
package struct DirectionsRequest: Sendable, Hashable {
    /// One end of the way.
    package enum Stop: Sendable, Hashable {
        /// A position, with a name if it has one.
        case point(Coordinates, name: String?)
        /// The name of a place, a city or an address, which has no position yet.
        case text(String)
    }

    /// How one travels.
    package enum Mode: String, Sendable, CaseIterable {
        case driving, transit, walking, cycling
    }

    /// `nil` for where one is.
    package var origin: Stop?
    package var destination: Stop
    /// `nil` if it is left open.
    package var mode: Mode?

    package init(from origin: Stop? = nil, to destination: Stop, mode: Mode? = nil) {
        self.origin = origin
        self.destination = destination
        self.mode = mode
    }

    /// Reads a request: `geo:48.2,16.37`, `geo:0,0?q=Halver`, `google.navigation:q=Halver&mode=d`,
    /// `https://maps.example/?saddr=Home&daddr=48.2,16.37&dirflg=d`, `https://maps.example/maps/dir/Home/Halver`,
    /// `https://www.openstreetmap.org/directions?from=&to=Halver` and the like, or a text.
    ///
    /// - Throws: ``GeoURIError`` for a `geo:` URI without a position; ``DirectionsError`` for an address without a
    ///   destination, or more than 2048 bytes.
    package init(parsing text: String) throws {
        guard text.utf8.count <= 2048 else { throw DirectionsError.tooLong }
        if text.prefix(4).lowercased() == "geo:" {
            self.init(to: try Self.stop(geo: text))
        } else if let query = Self.query(of: text) {
            try self.init(fields: query.fields, path: query.path)
        } else if let destination = Self.stop(text) {
            self.init(to: destination)
        } else {
            throw DirectionsError.noDestination
        }
    }

    private init(fields: [(key: String, value: String)], path: [String]) throws(DirectionsError) {
        func value(_ keys: [String]) -> String? {
            keys.lazy.compactMap { key in fields.first { $0.key == key && !$0.value.isEmpty }?.value }.first
        }
        var ends = (from: value(Self.origins), to: value(Self.destinations))
        if let route = value(["route"])?.split(separator: ";"), route.count > 1, ends.to == nil {
            ends = (String(route[0]), route.last.map(String.init))
        }
        // The stops of a way are segments of the path on some maps; those behind @ are the view.
        if ends.to == nil, let start = path.firstIndex(of: "dir") {
            var stops = path[path.index(after: start)...].prefix { !$0.hasPrefix("@") && !$0.hasPrefix("data=") }
            // An address may end with a slash.
            if stops.last == "" { stops.removeLast() }
            if stops.count > 1 { ends = (stops.first, stops.last) }
        }
        guard let destination = ends.to.flatMap(Self.stop) else { throw .noDestination }
        self.init(
            from: ends.from.flatMap(Self.stop), to: destination,
            mode: value(Self.modes).flatMap(Self.mode))
    }

    // MARK: Parts

    private static let origins = ["saddr", "origin", "source", "from"]
    private static let destinations = ["daddr", "destination", "to", "q"]
    private static let modes = ["dirflg", "travelmode", "directionsmode", "mode", "engine"]
    /// The schemes of maps, beside those of the web.
    private static let schemes = ["http://", "https://", "maps:", "comgooglemaps:", "google.navigation:"]

    private static func query(of text: String) -> (fields: [(key: String, value: String)], path: [String])? {
        let lowercase = text.lowercased()
        guard let scheme = schemes.first(where: lowercase.hasPrefix) else { return nil }
        let whole = text.dropFirst(scheme.count).prefix { $0 != "#" }
        let parts = whole.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        // google.navigation: has its fields at once.
        let query = parts.count == 2 ? parts[1] : scheme == "google.navigation:" ? parts[0] : ""
        let fields = query.split(separator: "&").map { field in
            let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (key: pair[0].lowercased(), value: pair.count == 2 ? decoded(pair[1]) : "")
        }
        return (fields, parts[0].split(separator: "/", omittingEmptySubsequences: false).map { decoded($0) })
    }

    private static func decoded(_ text: Substring) -> String {
        let plain = String(text.map { $0 == "+" ? " " : $0 })
        return Location.clean(String(decoding: PercentEncoding.decode(plain.utf8), as: UTF8.self))
    }

    private static func stop(geo text: String) throws(GeoURIError) -> Stop {
        do throws(GeoURIError) {
            let uri = try GeoURI(parsing: text)
            return .point(uri.coordinates, name: uri.label)
        } catch .search(let words) {
            guard !words.isEmpty else { throw .noPosition }
            return .text(words)
        }
    }

    /// `48.2,16.37` is a position, everything else that is not empty a text.
    private static func stop(_ text: String) -> Stop? {
        let text = Location.clean(text)
        guard !text.isEmpty else { return nil }
        if let point = try? GeoURI(parsing: "geo:" + text.filter { $0 != " " }) {
            return .point(point.coordinates, name: nil)
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
    /// An address of a map without the place to go to.
    case noDestination

    package var description: String {
        switch self {
        case .tooLong: "it is longer than 2048 bytes"
        case .noDestination: "it names no destination"
        }
    }
}
