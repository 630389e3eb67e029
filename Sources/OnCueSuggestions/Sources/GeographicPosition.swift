// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The position of the machine, as far as it is known.
package struct GeographicPosition: Sendable, Equatable, Codable {
    /// Degrees, north and east positive.
    package var latitude: Double
    package var longitude: Double
    /// The possible error, in metres.
    package var accuracy: Double

    /// - Returns: `nil` for values that are not a position.
    package init?(latitude: Double, longitude: Double, accuracy: Double = 0) {
        guard latitude.isFinite, longitude.isFinite, abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy.isFinite ? max(0, accuracy) : .greatestFiniteMagnitude
    }
}
