// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An event to simulate.
package struct SimulationRequest: Sendable, Equatable {
    /// `headphones`, `car`, `car-left`, `arrival`, `departure`, `unlock`, `wake`, `boot` or `time`.
    package var kind: String
    /// The name of the device, of the place, or of the time.
    package var name: String?
    /// Seconds since 1970; `nil` for now.
    package var time: Int64?
    /// The assumed place.
    package var place: String?
    /// Whether nothing is raised.
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

extension SimulationRequest: DictionaryForm {
    package static var blank: SimulationRequest { SimulationRequest(kind: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("kind", &kind)
        fields("name", &name)
        fields("at", &time)
        fields("place", &place, .ifGiven)
        fields("dryRun", &isDryRun)
    }
}
