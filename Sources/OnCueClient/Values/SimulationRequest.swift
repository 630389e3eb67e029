// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib

/// Something that is to be taken as having happened.
package struct SimulationRequest: Sendable, Equatable {
    /// `headphones`, `car`, `car-left`, `arrival`, `departure`, `unlock`, `wake`, `boot` or `time`.
    package var kind: String
    /// Of the device, of the place, or of the time.
    package var name: String?
    /// Seconds since 1970; `nil` for now.
    package var time: Int64?
    /// The assumed place.
    package var place: String?
    /// Nothing is raised.
    package var isDryRun: Bool

    package init(
        kind: String, name: String? = nil, time: Int64? = nil, place: String? = nil, isDryRun: Bool = false
    ) {
        self.kind = kind
        self.name = name
        self.time = time
        self.place = place
        self.isDryRun = isDryRun
    }
}

extension SimulationRequest {
    var options: [String: BusValue] {
        var options: [String: BusValue] = ["kind": .string(kind), "dryRun": .bool(isDryRun)]
        if let name { options["name"] = .string(name) }
        if let time { options["at"] = .int64(time) }
        if let place { options["place"] = .string(place) }
        return options
    }
}
