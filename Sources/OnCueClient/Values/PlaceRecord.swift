// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A place that the person has named.
package struct PlaceRecord: Sendable, Equatable {
    /// A position on Earth with what is around it.
    package struct Area: Sendable, Equatable {
        /// Degrees, north and east positive.
        package var latitude: Double
        package var longitude: Double
        /// Metres; `nil` for what the service takes.
        package var radius: Double?

        package init(latitude: Double, longitude: Double, radius: Double? = nil) {
            self.latitude = latitude
            self.longitude = longitude
            self.radius = radius
        }
    }

    package var name: String
    /// How many networks tell it.
    package var networks = 0
    /// The machine is there now.
    package var isHere = false
    /// `ignore`, `suggest`, `resume` or `play`; `nil` for what is usual.
    package var policy: String?
    /// 0 to 1; `nil` for no limit.
    package var volumeLimit: Double?
    package var area: Area?

    package init(name: String) {
        self.name = name
    }
}

/// Where a place is that is to be named.
package enum PlaceLocation: Sendable, Equatable {
    /// Where the machine is, told by its network, and by its position where that is known.
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
