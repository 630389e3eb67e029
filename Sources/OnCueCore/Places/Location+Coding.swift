// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Locations in files.
extension Location: Codable {
    private enum Key: String, CodingKey {
        case name, street, postalCode, city, region, country, latitude, longitude, telephones, navigation, calls
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        func text(_ key: Key) throws -> String { try values.decodeIfPresent(String.self, forKey: key) ?? "" }
        func number(_ key: Key) throws -> Double? { try values.decodeIfPresent(Double.self, forKey: key) }
        let point = try number(.latitude).flatMap { latitude in
            try number(.longitude).flatMap { Coordinates(latitude: latitude, longitude: $0) }
        }
        let address = PostalAddress(
            street: try text(.street), postalCode: try text(.postalCode), city: try text(.city),
            region: try text(.region), country: try text(.country))
        let location = Location(
            name: try text(.name), address: address, coordinates: point,
            telephones: try values.decodeIfPresent([String].self, forKey: .telephones) ?? [],
            allowsNavigation: try values.decodeIfPresent(Bool.self, forKey: .navigation) ?? true,
            allowsCalls: try values.decodeIfPresent(Bool.self, forKey: .calls) ?? true)
        guard let location else {
            throw DecodingError.dataCorruptedError(forKey: .name, in: values, debugDescription: "no location")
        }
        self = location
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        for (key, text) in [
            (Key.name, name), (.street, address.street), (.postalCode, address.postalCode), (.city, address.city),
            (.region, address.region), (.country, address.country),
        ] where !text.isEmpty {
            try values.encode(text, forKey: key)
        }
        try values.encodeIfPresent(coordinates?.latitude, forKey: .latitude)
        try values.encodeIfPresent(coordinates?.longitude, forKey: .longitude)
        if !telephones.isEmpty { try values.encode(telephones, forKey: .telephones) }
        if !allowsNavigation { try values.encode(false, forKey: .navigation) }
        if !allowsCalls { try values.encode(false, forKey: .calls) }
    }
}
