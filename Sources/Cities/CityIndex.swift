// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import COnCueShims

/// The cities of the world with their positions, from libgeonames: no network is asked.
package enum CityIndex {
    package struct City: Sendable, Hashable {
        package var name: String
        /// A state or province; may be empty.
        package var region: String
        package var country: String
        /// Two letters.
        package var countryCode: String
        package var latitude: Double
        package var longitude: Double
        package var population: Int
    }

    /// Returns the cities whose names begin with a text, the likeliest first.
    ///
    /// Takes tens of milliseconds of the calling thread; one thread at a time may ask.
    ///
    /// - Returns: `nil` if the library is not installed.
    package static func cities(_ text: String, limit: Int) -> [City]? {
        var cities: [City] = []
        // The library calls back during this call only.
        let count = unsafe withUnsafeMutablePointer(to: &cities) { cities in
            unsafe oncue_find_cities(text, Int32(clamping: limit), onCity, cities)
        }
        return count < 0 ? nil : cities
    }
}

/// Called on the thread that asks, within ``CityIndex/cities(_:limit:)``.
private func onCity(_ data: UnsafeMutableRawPointer?, _ city: UnsafePointer<oncue_city>?) {
    guard let data = unsafe data, let city = unsafe city?.pointee else { return }
    func text(_ pointer: UnsafePointer<CChar>?) -> String { unsafe pointer.map { unsafe String(cString: $0) } ?? "" }
    let found = unsafe CityIndex.City(
        name: text(city.name), region: text(city.state), country: text(city.country),
        countryCode: text(city.country_code), latitude: city.latitude, longitude: city.longitude,
        population: Int(city.population))
    unsafe data.assumingMemoryBound(to: [CityIndex.City].self).pointee.append(found)
}
