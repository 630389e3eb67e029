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

    /// - Returns: `nil` for a dictionary that names no location.
    package init?(wire: BusValue) {
        guard let values = wire.dictionaryValue, let value = FormReader.value(Self.self, in: values),
            !value.name.isEmpty
        else { return nil }
        self = value
    }
}
