// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A trip from one named place to another, in a car or with headphones.
package struct Trip: Sendable, Equatable, Codable {
    /// The names of the places at the time of the trip.
    package var from: String
    package var to: String
    /// The identifier and the name of the car or the headphones.
    package var device: TriggerDevice.ID
    package var deviceName: String
    package var isByCar: Bool
    /// Seconds since 1970.
    package var begunAt: Int64
    /// Local time, in hours since midnight, and the day of the week from 0 for Monday.
    package var hour: Double
    package var weekday: Int
    package var seconds: Int64

    package init(
        from: String, to: String, device: TriggerDevice.ID, deviceName: String, isByCar: Bool, begunAt: Int64,
        hour: Double, weekday: Int, seconds: Int64
    ) {
        self.from = from
        self.to = to
        self.device = device
        self.deviceName = deviceName
        self.isByCar = isByCar
        self.begunAt = begunAt
        self.hour = hour
        self.weekday = weekday
        self.seconds = seconds
    }

    /// Returns whether it began at a similar time as a moment: within two hours of it, and likewise on a weekday or on
    /// a weekend.
    func isLike(_ moment: Moment) -> Bool {
        let distance = abs(hour - moment.hour)
        return min(distance, 24 - distance) <= 2 && (weekday >= 5) == moment.isWeekend
    }
}

/// An estimate of the duration of a trip, from earlier ones.
package struct TripEstimate: Sendable, Equatable {
    package var from: String
    package var to: String
    package var isByCar: Bool
    /// The number of trips it is based on.
    package var count: Int
    /// In seconds: the median, and the quartiles around it.
    package var median: Int64
    package var lower: Int64
    package var upper: Int64
    /// Whether all of them began at a similar time of a similar day; otherwise they are those of all times.
    package var isOfSuchTimes: Bool

    package init(
        from: String, to: String, isByCar: Bool, count: Int, median: Int64, lower: Int64, upper: Int64,
        isOfSuchTimes: Bool
    ) {
        self.from = from
        self.to = to
        self.isByCar = isByCar
        self.count = count
        self.median = median
        self.lower = lower
        self.upper = upper
        self.isOfSuchTimes = isOfSuchTimes
    }

    package var time: Duration { .seconds(median) }
}
