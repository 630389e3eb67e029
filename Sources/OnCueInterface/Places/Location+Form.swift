// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
package import OnCueCore

extension Location: DictionaryForm {
    package mutating func form(_ fields: inout some FieldCoder) {
        var (name, address, telephones) = (name, address, telephones)
        var (latitude, longitude) = (coordinates?.latitude, coordinates?.longitude)
        fields("name", &name, .required)
        fields("street", &address.street, .ifSet)
        fields("postalCode", &address.postalCode, .ifSet)
        fields("city", &address.city, .ifSet)
        fields("region", &address.region, .ifSet)
        fields("country", &address.country, .ifSet)
        fields("latitude", &latitude)
        fields("longitude", &longitude)
        fields("telephones", &telephones, .ifSet)
        fields("navigation", &allowsNavigation)
        fields("calls", &allowsCalls)
        let point = latitude.flatMap { latitude in
            longitude.flatMap { Coordinates(latitude: latitude, longitude: $0) }
        }
        let whole = Location(
            name: name, address: address, coordinates: point, telephones: telephones,
            allowsNavigation: allowsNavigation, allowsCalls: allowsCalls)
        if let whole { self = whole }
    }

    package static var expectation: String {
        "a dictionary with a name, an address, a position or telephone numbers"
    }

    /// Checks the location among values that must be applied completely; reading it leaves out an invalid position.
    ///
    /// - Throws: `invalidValue` for a position that is not on Earth.
    static func check(in values: [String: BusValue]) throws(ServiceError) {
        guard let location = values["location"], let members = location.dictionaryValue,
            members["latitude"] != nil || members["longitude"] != nil, Location(wire: location)?.coordinates == nil
        else { return }
        throw ServiceError(
            .invalidValue,
            "location must have both a latitude from -90 to 90 and a longitude from -180 to 180, or neither")
    }

    /// - Returns: `nil` for a dictionary that names no location.
    package init?(wire: BusValue) {
        guard let values = wire.dictionaryValue, let value = FormReader.value(Self.self, in: values),
            !value.name.isEmpty
        else { return nil }
        self = value
    }
}
