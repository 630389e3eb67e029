// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The parts of the address of a map, and the places that it names.
struct MapAddress {
    private static let origins = ["saddr", "origin", "source", "from"]
    private static let destinations = targets + ["query", "q", "address"]
    /// The fields with the destination of a route.
    private static let targets = ["daddr", "destination", "to"]
    /// The fields with the name of a position next to it; without a position, the text to search for.
    private static let labels = ["name", "q", "address"]
    /// The fields with positions of places, and of the middle of the map.
    private static let markers = points + ["center", "sll"]
    private static let points = ["coordinate", "ll"]
    private static let modes = ["dirflg", "travelmode", "directionsmode", "mode", "engine", "profile", "vehicle"]
    /// The schemes of maps, in addition to those of the web.
    private static let schemes = ["http://", "https://", "maps:", "comgooglemaps:", "google.navigation:"]

    private let scheme: String
    private let fields: [(key: String, value: String)]
    private let path: [String]
    private let fragment: String

    /// - Returns: `nil` for a text with neither the scheme of a map nor that of the web.
    init?(_ text: String) {
        let lowercase = text.lowercased()
        guard let scheme = Self.schemes.first(where: lowercase.hasPrefix) else { return nil }
        let whole = text.dropFirst(scheme.count).split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let parts = whole[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        // A `google.navigation:` address begins with its fields.
        let query = parts.count == 2 ? parts[1] : scheme == "google.navigation:" ? parts[0] : ""
        self.scheme = scheme
        fields = query.split(separator: "&").map { field in
            let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (key: pair[0].lowercased(), value: pair.count == 2 ? Self.decoded(pair[1]) : "")
        }
        path = parts[0].split(separator: "/", omittingEmptySubsequences: false).map { Self.decoded($0) }
        fragment = whole.count == 2 ? String(whole[1]) : ""
    }

    /// Whether the host or the path is that of a map, so that a text in it is a place.
    var isMap: Bool {
        guard scheme.hasPrefix("http") else { return true }
        let host = (path.first ?? "").lowercased()
        return host.contains("map") || host.contains("osrm") || host.contains("graphhopper")
            || path.dropFirst().contains { ["maps", "map", "directions"].contains($0.lowercased()) }
    }

    /// The means of travel, as the map names it.
    var mode: String? { value(Self.modes) ?? path.lazy.first { ["driving", "walking", "cycling"].contains($0) } }

    /// The ends of the route; the destination may also be that of a search.
    var ends: (from: String?, to: String?) {
        var ends = (from: value(Self.origins), to: value(Self.destinations))
        if ends.to == nil, let stops = stops, let last = stops.last {
            ends = (stops.count > 1 ? stops[0] : ends.from, last)
        }
        return ends
    }

    /// A place that has a page or a marker on the map.
    var place: (coordinates: Coordinates, name: String?)? {
        if let latitude = value(["mlat"]), let longitude = value(["mlon"]),
            let point = Coordinates(parsing: latitude + "," + longitude)
        {
            return (point, nil)
        }
        if let pointed { return pointed }
        guard let index = path.firstIndex(of: "place"), index + 1 < path.count else { return nil }
        let name = path[index + 1]
        guard let point = pinned ?? viewed else { return nil }
        return (point, name.isEmpty || Coordinates(parsing: name) != nil ? nil : name)
    }

    /// The middle of the visible part, for an address that names nothing.
    var view: Coordinates? {
        // A route without a destination does not lead to the middle of the map.
        if path.contains("dir") || path.contains("directions") { return nil }
        if let point = value(Self.markers).flatMap(Coordinates.init(parsing:)) { return point }
        if let viewed { return viewed }
        // #map=15/48.2/16.37
        guard let view = fragment.split(separator: "&").first(where: { $0.hasPrefix("map=") }) else { return nil }
        let numbers = view.dropFirst(4).split(separator: "/")
        return numbers.count == 3 ? Coordinates(parsing: numbers[1] + "," + numbers[2]) : nil
    }

    // MARK: Parts

    /// A position such as `?ll=48.2,16.37&q=Stephansdom`, which a text next to it only names. If the text is a position
    /// to search for, this one is only the middle of the map.
    private var pointed: (coordinates: Coordinates, name: String?)? {
        guard value(Self.targets) == nil, !path.contains("dir"), !path.contains("directions"),
            let point = value(Self.points).flatMap(Coordinates.init(parsing:))
        else { return nil }
        let name = value(Self.labels)
        return name.flatMap(Coordinates.init(parsing:)) == nil ? (point, name) : nil
    }

    /// The stops of a route in the order of the address.
    private var stops: [String]? {
        if let route = value(["route"])?.split(separator: ";", omittingEmptySubsequences: false), route.count > 1 {
            return route.map(String.init)
        }
        for key in ["point", "loc"] {
            let points = fields.filter { $0.key == key && !$0.value.isEmpty }.map(\.value)
            if !points.isEmpty { return points }
        }
        // On some maps, the stops of a route are segments of the path; those after @ are the view.
        if let start = path.firstIndex(of: "dir") {
            var stops = path[path.index(after: start)...].prefix { !$0.hasPrefix("@") && !$0.hasPrefix("data=") }
            // An address may end with a slash.
            if stops.last == "" { stops.removeLast() }
            return stops.count > 1 ? Array(stops) : nil
        }
        guard path.contains("maps"), let start = path.firstIndex(where: { $0 == "search" || $0 == "place" }),
            start + 1 < path.count, !path[start + 1].isEmpty, !path[start + 1].hasPrefix("@")
        else { return routed }
        return [path[start + 1]]
    }

    /// The stops in `/route/v1/driving/13.38,52.51;13.39,52.52`, where the longitude comes first.
    private var routed: [String]? {
        guard let start = path.firstIndex(of: "route"), start + 3 < path.count, path[start + 1].hasPrefix("v") else {
            return nil
        }
        let points = path[start + 3].split(separator: ";").map { point in
            point.split(separator: ",").prefix(2).reversed().joined(separator: ",")
        }
        return points.count > 1 ? points : nil
    }

    /// The middle of the map in `/@48.2,16.37,17z`.
    private var viewed: Coordinates? {
        path.lazy.compactMap { part in
            guard part.hasPrefix("@") else { return nil }
            return Coordinates(parsing: part.dropFirst().split(separator: ",").prefix(2).joined(separator: ","))
        }.first
    }

    /// The position in `!3d48.2!4d16.37`: the place itself, while @ is only the view around it.
    private var pinned: Coordinates? {
        guard let data = path.last(where: { $0.hasPrefix("data=") }) else { return nil }
        let parts = data.split(separator: "!")
        guard let latitude = parts.last(where: { $0.hasPrefix("3d") }),
            let longitude = parts.last(where: { $0.hasPrefix("4d") })
        else { return nil }
        return Coordinates(parsing: latitude.dropFirst(2) + "," + longitude.dropFirst(2))
    }

    private func value(_ keys: [String]) -> String? {
        keys.lazy.compactMap { key in fields.first { $0.key == key && !$0.value.isEmpty }?.value }.first
    }

    private static func decoded(_ text: Substring) -> String {
        let plain = String(text.map { $0 == "+" ? " " : $0 })
        return Location.clean(String(decoding: PercentEncoding.decode(plain.utf8), as: UTF8.self))
    }
}
