// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Cities
package import OnCueCore
internal import OnCueRuntime
internal import OnCueSession

/// Finds cities by their names, outside of the media thread.
package struct CityNames: CityFinding {
    private let looking = BlockingExecutor(label: "oncue.cities")

    package init() {}

    package func cities(named text: String, limit: Int) async throws(ContentError) -> [Location] {
        try await look(text) { $0.named(text, limit: limit) }
    }

    package func cities(beginningWith text: String, limit: Int) async throws(ContentError) -> [Location] {
        try await look(text) { $0.beginning(text, limit: limit) }
    }

    package func cities(near text: String, limit: Int) async throws(ContentError) -> [Location] {
        try await look(text) { $0.near(text, limit: limit) }
    }

    private func look(
        _ text: String, _ body: @escaping @Sendable (CityIndex) -> [CityIndex.City]
    ) async throws(ContentError) -> [Location] {
        guard let found = await looking.run({ CityIndex.installed.map(body) }) else {
            throw ContentError(
                .unavailable, "cannot look up \"\(text.prefix(100))\": there is no list of cities; install libgeonames0"
            )
        }
        return found.compactMap { city in
            Location(
                name: city.name,
                address: PostalAddress(city: city.englishName, region: city.region, country: city.country),
                coordinates: Coordinates(latitude: city.latitude, longitude: city.longitude))
        }
    }
}
