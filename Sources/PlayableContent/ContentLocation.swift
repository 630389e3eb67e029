// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues

/// A place in the world to which an item or an activity belongs, such as the venue of a concert.
///
/// OnCue offers it for completion, opens it on the map on request, and suggests the item when the machine arrives
/// there. A position that is not on Earth, and text beyond 256 bytes, are left out.
public struct ContentLocation: Sendable, Equatable {
    /// The name of the place.
    public var name: String
    /// The street and the number.
    public var street = ""
    /// The postal code.
    public var postalCode = ""
    /// The city.
    public var city = ""
    /// A state or province.
    public var region = ""
    /// The name of the country, or its code of two letters.
    public var country = ""
    /// The latitude in degrees, north positive; used only together with ``longitude``.
    public var latitude: Double?
    /// The longitude in degrees, east positive; used only together with ``latitude``.
    public var longitude: Double?
    /// Telephone numbers such as `+49 30 901820`, at most 8.
    public var telephones: [String] = []
    /// Whether the place may be offered for navigation.
    public var supportsNavigation = true
    /// Whether the telephone numbers may be offered for calls.
    public var supportsPhoneCalls = true

    /// Creates a location with a name, and with a position if it is known.
    public init(name: String, latitude: Double? = nil, longitude: Double? = nil) {
        (self.name, self.latitude, self.longitude) = (name, latitude, longitude)
    }
}

extension ContentLocation {
    var values: [String: BusValue] {
        var values: [String: BusValue] = ["name": .string(name)]
        for (key, text) in [
            ("street", street), ("postalCode", postalCode), ("city", city), ("region", region), ("country", country),
        ] where !text.isEmpty {
            values[key] = .string(text)
        }
        if let latitude, let longitude {
            (values["latitude"], values["longitude"]) = (.double(latitude), .double(longitude))
        }
        if !telephones.isEmpty { values["telephones"] = .strings(telephones) }
        if !supportsNavigation { values["navigation"] = .bool(false) }
        if !supportsPhoneCalls { values["calls"] = .bool(false) }
        return values
    }

    init?(values: [String: BusValue]) {
        guard let name = values["name"]?.stringValue else { return nil }
        self.init(name: name, latitude: values["latitude"]?.doubleValue, longitude: values["longitude"]?.doubleValue)
        func text(_ key: String) -> String { values[key]?.stringValue ?? "" }
        (street, postalCode, city) = (text("street"), text("postalCode"), text("city"))
        (region, country) = (text("region"), text("country"))
        telephones = values["telephones"]?.stringsValue ?? []
        supportsNavigation = values["navigation"]?.boolValue ?? true
        supportsPhoneCalls = values["calls"]?.boolValue ?? true
    }
}
