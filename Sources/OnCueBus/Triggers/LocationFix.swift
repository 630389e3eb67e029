// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import OnCueSuggestions

/// What GeoClue says of where the machine is (`org.freedesktop.GeoClue2.Location`).
enum LocationFix {
    /// An older one says where the machine was.
    static let longestAge = 120

    /// - Parameter now: Seconds since 1970.
    /// - Returns: `nil` for what is no position, or is none of now.
    static func position(_ location: [String: BusValue], now: Int) -> GeographicPosition? {
        guard let latitude = location["Latitude"]?.doubleValue, let longitude = location["Longitude"]?.doubleValue
        else {
            return nil
        }
        // Zero where the source has no clock.
        let seconds = location["Timestamp"]?.arrayValue?.first?.intValue ?? 0
        guard seconds == 0 || (now - longestAge...now + longestAge).contains(seconds) else { return nil }
        // Negative where it is not known: then it says nothing of a place.
        guard let accuracy = location["Accuracy"]?.doubleValue, accuracy >= 0 else { return nil }
        return GeographicPosition(latitude: latitude, longitude: longitude, accuracy: accuracy)
    }
}
