// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Where on Earth the machine is, as far as that is known.
package struct GeographicPosition: Sendable, Equatable, Codable {
    /// Degrees, north and east positive.
    package var latitude: Double
    package var longitude: Double
    /// How far off it may be, in metres.
    package var accuracy: Double

    /// - Returns: `nil` for what is no position.
    package init?(latitude: Double, longitude: Double, accuracy: Double = 0) {
        guard latitude.isFinite, longitude.isFinite, abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy.isFinite ? max(0, accuracy) : .greatestFiniteMagnitude
    }
}
