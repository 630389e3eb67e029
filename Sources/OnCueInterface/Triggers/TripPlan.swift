// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// A trip to plan.
package struct TripRequest: Sendable, Equatable {
    /// The destination in the form that map programs share, or the name of a place, a city or an address; empty for the
    /// usual destination from here at this time.
    package var destination: String
    /// The place where it begins; `nil` for here.
    package var origin: String?
    /// The duration; `nil` for the learnt one.
    package var time: Duration?

    package init(to destination: String, from origin: String? = nil, time: Duration? = nil) {
        self.destination = destination
        self.origin = origin
        self.time = time
    }
}

/// The options of `PlanTrip`.
package struct TripOptions: DictionaryForm {
    package var origin: String?
    package var time: Duration?

    package init(origin: String? = nil, time: Duration? = nil) { (self.origin, self.time) = (origin, time) }

    package static var blank: TripOptions { TripOptions() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("from", &origin, .ifGiven)
        fields("time", &time)
    }
}

/// A trip of known duration, and the content that fits into it.
package struct TripPlan: Sendable, Equatable {
    package var time: Duration
    /// The basis for its duration; `nil` if the duration was given.
    package var basis: TripBasis?
    /// The destination: the name of a place, a city or an address; empty if it is left open.
    package var destination: String
    /// The location of the destination, if it was found.
    package var location: Location?
    /// The name of the place where it begins; empty if that has none.
    package var origin: String
    /// The content that would play.
    package var fitted: FittedContent?
    /// The reason why no content would play.
    package var reason: String

    package init(
        time: Duration, basis: TripBasis? = nil, destination: String = "", location: Location? = nil,
        origin: String = "", fitted: FittedContent? = nil, reason: String = ""
    ) {
        self.time = time
        self.basis = basis
        self.destination = destination
        self.location = location
        self.origin = origin
        self.fitted = fitted
        self.reason = reason
    }
}

/// The trips from which a duration is known.
package struct TripBasis: Sendable, Equatable {
    package var count: Int
    package var isByCar: Bool
    /// The quartiles.
    package var lower: Duration
    package var upper: Duration
    /// Whether they all began at this time of this kind of day.
    package var isOfSuchTimes: Bool

    package init(count: Int, isByCar: Bool, lower: Duration, upper: Duration, isOfSuchTimes: Bool = false) {
        self.count = count
        self.isByCar = isByCar
        self.lower = lower
        self.upper = upper
        self.isOfSuchTimes = isOfSuchTimes
    }
}

/// The learnt trips from one place to another.
package struct TripRecord: Sendable, Equatable {
    package var origin: String
    package var destination: String
    package var basis: TripBasis
    package var median: Duration
    /// The time when the last one began, in seconds since 1970.
    package var last: Int64

    package init(from origin: String, to destination: String, _ basis: TripBasis, median: Duration, last: Int64) {
        self.origin = origin
        self.destination = destination
        self.basis = basis
        self.median = median
        self.last = last
    }
}

extension TripBasis: WireForm {
    package static var blank: TripBasis { TripBasis(count: 0, isByCar: false, lower: .zero, upper: .zero) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("trips", &count, .required)
        fields("car", &isByCar)
        fields("shortest", &lower)
        fields("longest", &upper)
        fields("suchTimes", &isOfSuchTimes, .ifSet)
    }
}

extension TripPlan: DictionaryForm {
    package static var blank: TripPlan { TripPlan(time: .zero) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("time", &time, .required)
        fields.group(&basis)
        fields("to", &destination, .ifSet)
        fields("location", &location)
        fields("from", &origin, .ifSet)
        fields("fitted", &fitted)
        fields("reason", &reason, .ifSet)
    }
}

extension TripRecord: DictionaryForm {
    package static var blank: TripRecord { TripRecord(from: "", to: "", .blank, median: .zero, last: 0) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("from", &origin, .required)
        fields("to", &destination, .required)
        basis.form(&fields)
        fields("time", &median)
        fields("last", &last)
    }
}
