// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession

/// A world with one city.
package struct FakeCities: CityFinding {
    package init() {}

    package func cities(named text: String, limit: Int) async throws(ContentError) -> [Location] {
        let parts = text.split(separator: ",").map { part in
            part.split(separator: " ").filter { !$0.contains(where: \.isNumber) }.joined(separator: " ")
        }
        return [Self.halver].filter { city in
            parts.contains { TextFolding.fold($0) == TextFolding.fold(city.name) }
        }
    }

    package func cities(beginningWith text: String, limit: Int) async throws(ContentError) -> [Location] {
        [Self.halver].filter { !text.isEmpty && TextFolding.fold($0.name).hasPrefix(TextFolding.fold(text)) }
    }

    package func cities(near text: String, limit: Int) async throws(ContentError) -> [Location] {
        try await cities(beginningWith: text, limit: limit)
    }

    package static let halver =
        Location(
            name: "Halver", address: PostalAddress(city: "Halver", country: "Germany"),
            coordinates: Coordinates(latitude: 51.19, longitude: 7.5)) ?? .blank
}
