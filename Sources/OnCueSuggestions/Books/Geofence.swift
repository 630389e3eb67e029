// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// A circle around a position. The machine is inside within its radius, and outside only beyond one and a half times
/// the radius.
package struct Geofence: Sendable, Equatable, Codable {
    package static let usualRadius = 150.0
    package static let radii = 50.0...10_000.0
    private static let hysteresis = 1.5

    package let centre: GeographicPosition
    /// In metres.
    package let radius: Double

    /// - Parameter radius: Clamped to ``radii``.
    package init(_ centre: GeographicPosition, radius: Double = Self.usualRadius) {
        self.centre = centre
        self.radius =
            radius.isFinite ? min(max(radius, Self.radii.lowerBound), Self.radii.upperBound) : Self.usualRadius
    }

    /// Returns whether a position is inside; `nil` if it is not exact enough, or is between inside and outside.
    package func holds(_ position: GeographicPosition, isInside: Bool) -> Bool? {
        guard position.accuracy <= radius else { return nil }
        let distance = distance(to: position)
        if distance <= radius { return true }
        return isInside && distance < Self.hysteresis * radius ? nil : false
    }

    /// In metres, along a sphere.
    package func distance(to position: GeographicPosition) -> Double {
        let (from, to) = (centre.latitude * .pi / 180, position.latitude * .pi / 180)
        let east = (position.longitude - centre.longitude) * .pi / 180
        let half = pow(sin((to - from) / 2), 2) + cos(from) * cos(to) * pow(sin(east / 2), 2)
        return 2 * Self.earthRadius * asin(min(1, half.squareRoot()))
    }

    private static let earthRadius = 6_371_000.0
}
