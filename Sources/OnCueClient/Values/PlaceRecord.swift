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
    /// The machine is there now.
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
package enum PlaceLocation: Sendable, Equatable {
    /// The present location of the machine, recognised by its network, and by its position if that is known.
    ///
    /// - Parameter radius: Metres.
    case here(radius: Double?)
    case area(PlaceRecord.Area)
}

extension PlaceRecord {
    /// `nil` without a name.
    init?(_ wire: WireDictionary) {
        guard let name = wire.text("name") else { return nil }
        self.init(name: name)
        networks = wire.count("networks") ?? 0
        isHere = wire.flag("here") ?? false
        policy = wire.text("policy")
        volumeLimit = wire.number("volumeLimit")
        if let latitude = wire.number("latitude"), let longitude = wire.number("longitude") {
            area = Area(latitude: latitude, longitude: longitude, radius: wire.number("radius"))
        }
    }
}
