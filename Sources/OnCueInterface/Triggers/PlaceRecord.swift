// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A place defined by the user.
package struct PlaceRecord: Sendable, Equatable {
    /// A position on Earth with a radius.
    package struct Area: Sendable, Equatable {
        /// Degrees, north and east positive.
        package var latitude: Double
        package var longitude: Double
        /// Metres; `nil` for the default of the service.
        package var radius: Double?

        package init(latitude: Double, longitude: Double, radius: Double? = nil) {
            self.latitude = latitude
            self.longitude = longitude
            self.radius = radius
        }
    }

    package var name: String
    /// The number of networks by which it is recognised.
    package var networks = 0
    /// Whether the machine is there now.
    package var isHere = false
    /// `ignore`, `suggest`, `resume` or `play`; `nil` for the default.
    package var policy: String?
    /// 0 to 1; `nil` for no limit.
    package var volumeLimit: Double?
    package var area: Area?

    package init(name: String) {
        self.name = name
    }
}

/// The location of a place to be defined.
package struct PlaceLocation: Sendable, Equatable {
    /// Whether it is the current location of the machine, recognised by its network, and by its position if that is
    /// known.
    package var isHere = false
    /// Degrees; both or neither.
    package var latitude: Double?
    package var longitude: Double?
    /// Metres; `nil` for the default of the service.
    package var radius: Double?

    private init() {}

    /// Returns the current location of the machine.
    package static func here(radius: Double?) -> PlaceLocation {
        var location = PlaceLocation()
        (location.isHere, location.radius) = (true, radius)
        return location
    }

    package static func area(_ area: PlaceRecord.Area) -> PlaceLocation {
        var location = PlaceLocation()
        (location.latitude, location.longitude, location.radius) = (area.latitude, area.longitude, area.radius)
        return location
    }
}

// MARK: On the bus

extension PlaceRecord: DictionaryForm {
    package static var blank: PlaceRecord { PlaceRecord(name: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("name", &name, .required)
        fields("here", &isHere)
        fields("networks", &networks)
        fields.group(&area)
        fields.policy(&policy, &volumeLimit)
    }
}

/// Written among the fields of a place.
extension PlaceRecord.Area: WireForm {
    package static var blank: PlaceRecord.Area { PlaceRecord.Area(latitude: 0, longitude: 0) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("latitude", &latitude, .required)
        fields("longitude", &longitude, .required)
        fields("radius", &radius)
    }
}

extension PlaceLocation: DictionaryForm {
    package static var blank: PlaceLocation { PlaceLocation() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("here", &isHere, .ifSet)
        fields("latitude", &latitude)
        fields("longitude", &longitude)
        fields("radius", &radius)
    }
}
