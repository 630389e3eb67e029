// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The log of trips, and estimates from it.
///
/// A trip begins when a car or headphones can be heard at a named place, and leads to the next place that is reached:
/// in a car it lasts until the car is left, with headphones until the arrival. Places are not guessed: a trip is only
/// kept if both are known.
package struct TripBook: Sendable, Equatable, Codable {
    /// The most trips that are kept; the oldest are dropped.
    package static let limit = 500
    /// The least number of trips for an estimate.
    package static let fewest = 3
    /// The most trips of one route that count, which are the latest.
    private static let counted = 50

    /// Oldest first.
    package private(set) var log: [Trip] = []
    /// The trip that is under way.
    package private(set) var ride: Ride?
    /// The place that was left last.
    private var left: Leaving?

    /// A trip that is under way, or that has just ended somewhere.
    package struct Ride: Sendable, Equatable, Codable {
        var device: TriggerDevice
        var trigger: Trigger.ID
        var from: String
        var begunAt: Int64
        var hour: Double
        var weekday: Int
        /// The time at which the device disappeared; `nil` while it can be heard.
        var endedAt: Int64?
        /// The place that was reached in the car.
        var to: String?

        var isByCar: Bool { device.kind == .car }
    }

    private struct Leaving: Sendable, Equatable, Codable {
        var place: String
        var time: Int64
    }

    package init(_ log: [Trip] = []) { self.log = Array(log.suffix(Self.limit)) }

    private enum CodingKeys: String, CodingKey { case log, ride, left }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try values.decode([Trip].self, forKey: .log))
        ride = try values.decodeIfPresent(Ride.self, forKey: .ride)
        left = try values.decodeIfPresent(Leaving.self, forKey: .left)
    }
}

// MARK: Learning

extension TripBook {
    /// Stops of at most this length, in seconds, are a part of a trip, and a place reached within this time after a
    /// ride is its destination.
    private static let pause: Int64 = 600
    /// The longest time, in seconds, since leaving a place after which a trip still begins there.
    private static let walk: Int64 = 1_800
    /// The range of the lengths of trips, in seconds; shorter and longer rides are not trips.
    private static let lengths: ClosedRange<Int64> = 120...21_600
    /// The time after which a place counts as left, in seconds.
    private static let absence: Int64 = 600

    /// Learns from an outcome of the machine's events.
    ///
    /// - Parameters:
    ///   - moment: Now, in local time.
    ///   - place: The present place of the machine; `nil` if it has no name.
    package mutating func take(_ outcome: TriggerOutcome, at moment: Moment, place: String?) {
        let time = Int64(moment.time)
        if let ride, !(0...Self.lengths.upperBound).contains(time - ride.begunAt) { self.ride = nil }
        switch outcome {
        case .raise(let trigger): raised(trigger, at: moment, place)
        case .end(let id): if ride?.trigger == id { alight(at: time) }
        case .expect, .giveUp, .pass: break
        }
    }

    private mutating func raised(_ trigger: Trigger, at moment: Moment, _ place: String?) {
        let time = Int64(moment.time)
        switch trigger.kind {
        case .car, .headphones: trigger.device.map { board($0, trigger.id, at: moment, place) }
        case .carLeft: if ride?.device.id == trigger.device?.id { alight(at: time) }
        case .arrival: trigger.name.map { arrive(at: $0, time) }
        case .departure: trigger.name.map { depart(from: $0, time) }
        case .unlock, .wake, .boot, .time: break
        }
    }

    private mutating func board(_ device: TriggerDevice, _ trigger: Trigger.ID, at moment: Moment, _ place: String?) {
        let time = Int64(moment.time)
        if let ride {
            // Headphones in a car belong to one of its passengers.
            if ride.isByCar, ride.endedAt == nil, device.kind != .car { return }
            if ride.device.id == device.id, let end = ride.endedAt, time - end <= Self.pause {
                self.ride?.endedAt = nil
                self.ride?.trigger = trigger
                return
            }
        }
        let recent = left.flatMap { (0...Self.walk).contains(time - $0.time) ? $0.place : nil }
        ride = (place ?? recent).map {
            Ride(
                device: device, trigger: trigger, from: $0, begunAt: time, hour: moment.hour, weekday: moment.weekday)
        }
    }

    private mutating func alight(at time: Int64) {
        guard let ride, ride.endedAt == nil else { return }
        if let place = ride.to { return finish(ride, at: place, time) }
        self.ride?.endedAt = time
    }

    private mutating func arrive(at place: String, _ time: Int64) {
        left = nil
        guard let ride else { return }
        guard place != ride.from else {
            self.ride = nil
            return
        }
        if let end = ride.endedAt {
            guard time - end <= Self.pause else {
                self.ride = nil
                return
            }
            finish(ride, at: place, end)
        } else if ride.isByCar {
            self.ride?.to = place
        } else {
            finish(ride, at: place, time)
        }
    }

    private mutating func depart(from place: String, _ time: Int64) {
        left = Leaving(place: place, time: time)
        guard let ride else { return }
        if ride.to == place { self.ride?.to = nil }
        // The headphones may have been in use at home for an hour before, which is not part of the trip.
        if !ride.isByCar, ride.from == place, ride.endedAt == nil {
            self.ride?.begunAt = max(ride.begunAt, time - Self.absence)
        }
    }

    private mutating func finish(_ ride: Ride, at place: String, _ time: Int64) {
        self.ride = nil
        guard Self.lengths.contains(time - ride.begunAt) else { return }
        log.append(
            Trip(
                from: ride.from, to: place, device: ride.device.id, deviceName: ride.device.name,
                isByCar: ride.isByCar, begunAt: ride.begunAt, hour: ride.hour, weekday: ride.weekday,
                seconds: time - ride.begunAt))
        if log.count > Self.limit { log.removeFirst(log.count - Self.limit) }
    }

    /// Forgets trips, and the one under way.
    ///
    /// - Returns: The number of trips forgotten.
    package mutating func forget(where isForgotten: (Trip) -> Bool) -> Int {
        let before = log.count
        log.removeAll(where: isForgotten)
        (ride, left) = (nil, nil)
        return before - log.count
    }
}

// MARK: Estimates

extension TripBook {
    /// Returns an estimate of the duration of a trip that begins at a moment; `nil` if too few trips are known.
    ///
    /// - Parameter isByCar: `nil` for the usual way of travelling.
    package func estimate(from: String, to: String, at moment: Moment, isByCar: Bool? = nil) -> TripEstimate? {
        let trips = trips(from: from, to: to, isByCar: isByCar)
        guard let first = trips.first, trips.count >= Self.fewest else { return nil }
        let alike = trips.filter { $0.isLike(moment) }
        let basis = alike.count >= Self.fewest ? alike : trips
        let times = basis.map(\.seconds).sorted()
        return TripEstimate(
            from: first.from, to: first.to, isByCar: first.isByCar, count: times.count,
            median: Self.quantile(2, of: times), lower: Self.quantile(1, of: times),
            upper: Self.quantile(3, of: times), isOfSuchTimes: alike.count >= Self.fewest)
    }

    /// Returns an estimate of the trip that usually begins at a place at such a time; `nil` unless at least half of the
    /// trips from there have the same destination.
    package func expected(from: String, at moment: Moment, isByCar: Bool? = nil) -> TripEstimate? {
        let all = log.filter { Self.isSame($0.from, from) && (isByCar == nil || $0.isByCar == isByCar) }
        let alike = all.filter { $0.isLike(moment) }
        let basis = alike.count >= Self.fewest ? alike : all
        let ends = Dictionary(grouping: basis) { $0.to.lowercased() }
        guard let usual = ends.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) }),
            2 * usual.value.count >= basis.count, let to = usual.value.last?.to
        else { return nil }
        return estimate(from: from, to: to, at: moment, isByCar: isByCar)
    }

    /// Returns the number of known trips of a route.
    package func count(from: String, to: String, isByCar: Bool? = nil) -> Int {
        trips(from: from, to: to, isByCar: isByCar).count
    }

    /// The known routes, the one travelled last first: the number of trips, and the time of the last one.
    package var routes: [(trips: TripEstimate, last: Int64)] {
        let groups = Dictionary(grouping: log) { [$0.from.lowercased(), $0.to.lowercased(), $0.isByCar ? "car" : ""] }
        return groups.values.compactMap { trips in
            guard let last = trips.last else { return nil }
            let times = trips.map(\.seconds).sorted()
            let estimate = TripEstimate(
                from: last.from, to: last.to, isByCar: last.isByCar, count: times.count,
                median: Self.quantile(2, of: times), lower: Self.quantile(1, of: times),
                upper: Self.quantile(3, of: times), isOfSuchTimes: false)
            return (estimate, last.begunAt)
        }.sorted { ($1.1, $0.0.from, $0.0.to) < ($0.1, $1.0.from, $1.0.to) }
    }

    private func trips(from: String, to: String, isByCar: Bool?) -> [Trip] {
        let all = log.filter { Self.isSame($0.from, from) && Self.isSame($0.to, to) }
        let byCar = all.filter(\.isByCar)
        let wanted = isByCar ?? (2 * byCar.count >= all.count)
        return (wanted ? byCar : all.filter { !$0.isByCar }).suffix(Self.counted)
    }

    private static func isSame(_ one: String, _ other: String) -> Bool { one.lowercased() == other.lowercased() }

    /// Returns the quartiles of sorted times; between two of them, their mean.
    private static func quantile(_ quarter: Int, of times: [Int64]) -> Int64 {
        let place = (times.count - 1) * quarter
        let (index, rest) = (place / 4, place % 4)
        guard rest > 0 else { return times[index] }
        return times[index] + (times[index + 1] - times[index]) * Int64(rest) / 4
    }
}
