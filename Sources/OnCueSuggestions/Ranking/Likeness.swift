// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Compares observations with one moment, facet by facet.
struct Likeness {
    private let moment: Moment
    private let last: Int32
    private let lastButOne: Int32
    private let isOpen: Bool
    private let plays: Int
    private let place: Int32
    private let trigger: Int32
    private let device: Int32
    /// The item last played in the surroundings of the moment.
    private let lastHere: Int32

    /// A number that no observation has.
    private static let nothing: Int32 = -2
    /// Days added to an age, so that an item played a few minutes ago does not outweigh everything.
    private static let soon = 0.05
    /// The difference between times of day that still counts as similar, in hours.
    private static let hourWidth = 1.5
    /// The greatest difference, in hours of the clock, that counts as the same time of day.
    private static let sameTime = 2.0

    init(_ ranker: SuggestionRanker, _ moment: Moment) {
        func number(_ name: String?) -> Int32 {
            name.flatMap { ranker.surroundings.number(knownFor: $0) } ?? Self.nothing
        }
        self.moment = moment
        (last, lastButOne) = (ranker.last, ranker.lastButOne)
        isOpen = ranker.lastIsOpen
        plays = ranker.plays
        place = number(Surroundings.place(moment))
        trigger = number(Surroundings.trigger(moment))
        device = number(Surroundings.device(moment))
        // "Here" is meaningless if there is only one place.
        let here = ranker.surroundings.number(knownFor: Surroundings.here(moment))
        let known = here.flatMap { ranker.lastHere[$0] } ?? Self.nothing
        lastHere = ranker.lastHere.count > 1 && known >= 0 ? known : Self.nothing
    }

    /// Returns whether an observation had the same circumstance; for those of the clock and the surroundings.
    func isAlike(_ observation: Observation, in facet: Facet) -> Bool {
        switch facet {
        case .hour: hours(from: observation) <= Self.sameTime
        case .dayType: observation.isWeekend == moment.isWeekend
        case .weekday: observation.weekday == Int32(moment.weekday)
        case .place: observation.place == place
        case .trigger: observation.trigger == trigger
        case .device: observation.device == device
        default: false
        }
    }

    /// Hours between the times of day, 12 at most.
    private func hours(from observation: Observation) -> Double {
        let distance = abs(observation.hour - moment.hour)
        return min(distance, 24 - distance)
    }

    /// -ln of the number of plays since an observation; looked up, because there are a thousand to a moment.
    private func closeness(_ observation: Observation) -> Double {
        let distance = plays - observation.number + 1
        return distance < Self.closenesses.count ? Self.closenesses[distance] : -log(Double(distance))
    }

    private static let closenesses = [0] + (1...1_024).map { -log(Double($0)) }

    func features(of observation: Observation) -> FacetVector {
        let days = max(0, moment.time - observation.time) / 86_400
        let hours = hours(from: observation) / Self.hourWidth
        let isAfter = observation.before == last
        let isLast = observation.item == last
        var features = FacetVector.zero
        features[.age] = -log(Self.soon + days)
        features[.plays] = closeness(observation)
        features[.position] = -observation.position
        features[.repetition] = -observation.repetition
        features[.after] = isAfter ? 1 : 0
        features[.afterTwo] = isAfter && observation.beforeThat == lastButOne ? 1 : 0
        features[.resume] = isLast ? 1 : 0
        features[.open] = isLast && isOpen ? 1 : 0
        features[.afterHere] = observation.beforeHere == lastHere ? 1 : 0
        features[.resumeHere] = observation.item == lastHere ? 1 : 0
        features[.hour] = exp(-0.5 * hours * hours)
        features[.dayType] = observation.isWeekend == moment.isWeekend ? 1 : 0
        features[.weekday] = observation.weekday == Int32(moment.weekday) ? 1 : 0
        features[.place] = observation.place == place ? 1 : 0
        features[.trigger] = observation.trigger == trigger ? 1 : 0
        features[.device] = observation.device == device ? 1 : 0
        return features
    }
}
