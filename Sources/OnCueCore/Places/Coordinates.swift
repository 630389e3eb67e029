// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// A point on Earth in the reference system WGS 84.
package struct Coordinates: Sendable, Hashable {
    /// Degrees, north positive: -90 to 90.
    package let latitude: Double
    /// Degrees, east positive: -180 to 180.
    package let longitude: Double

    /// - Returns: `nil` for numbers that are not a point on Earth.
    package init?(latitude: Double, longitude: Double) {
        guard latitude.isFinite, longitude.isFinite, abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Parses degrees in the form used by maps: `48.2,16.37`, with or without spaces.
    ///
    /// - Returns: `nil` for anything else.
    package init?(parsing text: some StringProtocol) {
        let plain = String(text).filter { $0 != " " }
        guard plain.utf8.count <= 80, !plain.contains(where: { $0 == ";" || $0 == "?" }),
            plain.split(separator: ",", omittingEmptySubsequences: false).count == 2,
            let uri = try? GeoURI(parsing: "geo:" + plain)
        else { return nil }
        self = uri.coordinates
    }

    /// Returns the distance along a sphere, in metres.
    package func distance(to other: Coordinates) -> Double {
        let (from, to) = (latitude * .pi / 180, other.latitude * .pi / 180)
        let east = (other.longitude - longitude) * .pi / 180
        let half = pow(sin((to - from) / 2), 2) + cos(from) * cos(to) * pow(sin(east / 2), 2)
        return 2 * Self.earthRadius * asin(min(1, half.squareRoot()))
    }

    private static let earthRadius = 6_371_000.0
}

extension Coordinates: CustomStringConvertible {
    /// `52.52, 13.405`, to about ten centimetres.
    package var description: String { "\(Self.text(latitude)), \(Self.text(longitude))" }

    /// Returns degrees with at most six decimals, never with an exponent.
    static func text(_ degrees: Double) -> String { text(decimal: degrees, places: 6) }

    /// Returns a number that fits an `Int` when it is multiplied by ten to the power of `places`.
    static func text(decimal number: Double, places: Int) -> String {
        let scale = pow(10, Double(places))
        let whole = Int((abs(number) * scale).rounded())
        guard whole > 0 else { return "0" }
        let digits = String(whole)
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        var fraction = padded.suffix(places)
        while fraction.last == "0" { fraction.removeLast() }
        return (number < 0 ? "-" : "") + padded.dropLast(places) + (fraction.isEmpty ? "" : "." + fraction)
    }
}
