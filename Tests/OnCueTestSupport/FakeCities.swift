// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession

/// A world with one city.
package struct FakeCities: CityFinding {
    package init() {}

    package func cities(_ text: String, limit: Int) async throws(ContentError) -> [Location] {
        !text.isEmpty && Self.halver.name.hasPrefix(text) ? [Self.halver] : []
    }

    package static let halver =
        Location(
            name: "Halver", address: PostalAddress(city: "Halver", country: "Germany"),
            coordinates: Coordinates(latitude: 51.19, longitude: 7.5)) ?? .blank
}
