// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import OnCueSuggestions

/// A position from GeoClue (`org.freedesktop.GeoClue2.Location`).
enum LocationFix {
    /// The age, in seconds, above which a position is outdated.
    static let longestAge = 120

    /// - Parameter now: Seconds since 1970.
    /// - Returns: `nil` for invalid or outdated positions.
    static func position(_ location: [String: BusValue], now: Int) -> GeographicPosition? {
        guard let latitude = location["Latitude"]?.doubleValue, let longitude = location["Longitude"]?.doubleValue
        else {
            return nil
        }
        // Zero if the source has no clock.
        let seconds = location["Timestamp"]?.arrayValue?.first?.intValue ?? 0
        guard seconds == 0 || (now - longestAge...now + longestAge).contains(seconds) else { return nil }
        // Negative if it is unknown: the position is then useless for places.
        guard let accuracy = location["Accuracy"]?.doubleValue, accuracy >= 0 else { return nil }
        return GeographicPosition(latitude: latitude, longitude: longitude, accuracy: accuracy)
    }
}
