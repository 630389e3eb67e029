// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A `geo:` URI (RFC 5870), as maps pass places on: `geo:48.2010,16.3695;u=40`.
package struct GeoURI: Sendable, Hashable {
    package var coordinates: Coordinates
    /// The height above the ellipsoid in metres; `nil` if it is not specified.
    package var altitude: Double?
    /// The possible error of the position in metres; `nil` if it is not specified.
    package var uncertainty: Double?
    /// A name for the position, from the `?q=LAT,LON(NAME)` of Android.
    package var label: String?

    package init(_ coordinates: Coordinates, altitude: Double? = nil, uncertainty: Double? = nil) {
        self.coordinates = coordinates
        self.altitude = altitude
        self.uncertainty = uncertainty
    }

    /// Parses a URI. Parameters may come in any order, unknown ones are ignored, and longitudes beyond 180 degrees wrap
    /// around. A query is ignored, unless it contains another position with a name.
    ///
    /// - Throws: ``GeoURIError``; `search` for `geo:0,0?q=TEXT`, which contains a text to look up instead of a
    ///   position.
    /// - Complexity: O(*n*); more than 2048 bytes are refused.
    package init(parsing text: String) throws(GeoURIError) {
        guard text.utf8.count <= 2048, text.prefix(4).lowercased() == "geo:" else { throw .notGeo }
        let parts = text.dropFirst(4).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let fields = parts[0].split(separator: ";", omittingEmptySubsequences: false)
        let numbers = fields[0].split(separator: ",", omittingEmptySubsequences: false).map(Self.number)
        guard (2...3).contains(numbers.count), !numbers.contains(nil), let latitude = numbers[0],
            let longitude = numbers[1], let coordinates = Self.coordinates(latitude, longitude)
        else { throw .noPosition }
        self.init(coordinates, altitude: numbers.count == 3 ? numbers[2] : nil)
        for field in fields.dropFirst() { try read(field) }
        if parts.count == 2 { try read(query: parts[1]) }
    }

    private mutating func read(_ field: Substring) throws(GeoURIError) {
        let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let value = pair.count == 2 ? Self.decoded(pair[1]) : ""
        switch pair[0].lowercased() {
        case "crs": guard value.lowercased() == "wgs84" else { throw .unknownReference(value) }
        case "u":
            guard let metres = Self.number(value[...]), metres >= 0 else { throw .noPosition }
            uncertainty = metres
        default: break
        }
    }

    private mutating func read(query: Substring) throws(GeoURIError) {
        let fields = query.split(separator: "&")
        guard let field = fields.first(where: { $0.prefix(2).lowercased() == "q=" }) else { return }
        let text = Self.decoded(field.dropFirst(2).map { $0 == "+" ? " " : $0 }[...])
        let bracket = text.firstIndex(of: "(")
        let numbers = text[..<(bracket ?? text.endIndex)].split(separator: ",", omittingEmptySubsequences: false)
            .map(Self.number)
        if numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
            let found = Self.coordinates(latitude, longitude)
        {
            coordinates = found
            if let bracket {
                let name = text[text.index(after: bracket)...]
                label = Location.clean(String(name.hasSuffix(")") ? name.dropLast() : name))
            }
        } else if coordinates.latitude == 0, coordinates.longitude == 0, !text.isEmpty {
            throw .search(Location.clean(text))
        }
    }

    /// Creates coordinates; longitudes wrap around, and have no meaning at the poles.
    private static func coordinates(_ latitude: Double, _ longitude: Double) -> Coordinates? {
        guard abs(longitude) <= 360 else { return nil }
        let wrapped = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
        return Coordinates(latitude: latitude, longitude: abs(latitude) == 90 ? 0 : wrapped)
    }

    /// Parses digits with at most one minus and one point, as in the RFC: no exponents, no plus.
    private static func number(_ text: Substring) -> Double? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text
        guard let first = digits.utf8.first, first != UInt8(ascii: "."), digits.utf8.last != UInt8(ascii: "."),
            digits.utf8.count <= 40,
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") })
        else { return nil }
        return Double(text)
    }

    private static func decoded(_ text: some Collection<Character>) -> String {
        String(decoding: PercentEncoding.decode(String(text).utf8), as: UTF8.self)
    }
}

extension GeoURI: CustomStringConvertible {
    /// The URI, to about ten centimetres; the label is not part of it.
    package var description: String {
        var text = "geo:\(Coordinates.text(coordinates.latitude)),"
        text += abs(coordinates.latitude) == 90 ? "0" : Coordinates.text(coordinates.longitude)
        if let altitude, abs(altitude) < 1e12 { text += "," + Coordinates.text(decimal: altitude, places: 2) }
        if let uncertainty, uncertainty < 1e12 {
            text += ";u=" + Coordinates.text(decimal: uncertainty, places: 2)
        }
        return text
    }
}

/// A text that is not the position of a place on Earth.
package enum GeoURIError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The scheme is a different one, or the text is too long.
    case notGeo
    /// Numbers are missing or out of range.
    case noPosition
    /// The numbers are in a reference system other than WGS 84.
    case unknownReference(String)
    /// A text to look up instead of a position.
    case search(String)

    package var description: String {
        switch self {
        case .notGeo: "expected a URI such as geo:48.201,16.3695"
        case .noPosition: "expected latitude and longitude in degrees, such as geo:48.201,16.3695"
        case .unknownReference(let name):
            "the reference system \"\(name.shortened(toBytes: 40))\" is not known here, only WGS 84"
        case .search(let text): "it has no position, only \"\(text.shortened(toBytes: 100))\" to search for"
        }
    }
}
