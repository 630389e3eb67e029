// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The parts of a postal address, as far as they are known; the others are empty.
package struct PostalAddress: Sendable, Hashable {
    /// The street, with the house number.
    package var street: String
    package var postalCode: String
    package var city: String
    /// A state or province.
    package var region: String
    /// The country, as a name or a code of two letters.
    package var country: String

    package init(
        street: String = "", postalCode: String = "", city: String = "", region: String = "", country: String = ""
    ) {
        self.street = street
        self.postalCode = postalCode
        self.city = city
        self.region = region
        self.country = country
    }

    package var isEmpty: Bool { self == PostalAddress() }

    /// `Glockenturmstraße 1, 14053 Berlin, DE`
    package var line: String {
        let town = [postalCode, city].filter { !$0.isEmpty }.joined(separator: " ")
        return [street, town, region == city ? "" : region, country].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// The same address with each part as one line, within the limits of ``Location``.
    var cleaned: PostalAddress {
        PostalAddress(
            street: Location.clean(street), postalCode: Location.clean(postalCode), city: Location.clean(city),
            region: Location.clean(region), country: Location.clean(country))
    }
}
