// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Compares episodes with one moment, facet by facet.
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

    /// Means that no episode can have this.
    private static let nothing: Int32 = -2
    /// Days added to an age, so that an item played a few minutes ago does not outweigh everything.
    private static let soon = 0.05
    /// The difference of times of day that still counts as alike, in hours.
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

    /// Whether an episode had the same circumstance; for those of the clock and the surroundings.
    func isAlike(_ episode: Episode, in facet: Facet) -> Bool {
        switch facet {
        case .hour: hours(from: episode) <= Self.sameTime
        case .dayType: episode.isWeekend == moment.isWeekend
        case .weekday: episode.weekday == Int32(moment.weekday)
        case .place: episode.place == place
        case .trigger: episode.trigger == trigger
        case .device: episode.device == device
        default: false
        }
    }

    /// Hours between the times of day, 12 at most.
    private func hours(from episode: Episode) -> Double {
        let distance = abs(episode.hour - moment.hour)
        return min(distance, 24 - distance)
    }

    /// -ln of the number of plays since an episode; looked up, because there are a thousand to a moment.
    private func closeness(_ episode: Episode) -> Double {
        let distance = plays - episode.number + 1
        return distance < Self.closenesses.count ? Self.closenesses[distance] : -log(Double(distance))
    }

    private static let closenesses = [0] + (1...1_024).map { -log(Double($0)) }

    func features(of episode: Episode) -> FacetVector {
        let days = max(0, moment.time - episode.time) / 86_400
        let hours = hours(from: episode) / Self.hourWidth
        let isAfter = episode.before == last
        let isLast = episode.item == last
        var features = FacetVector.zero
        features[.age] = -log(Self.soon + days)
        features[.plays] = closeness(episode)
        features[.position] = -episode.position
        features[.repetition] = -episode.repetition
        features[.after] = isAfter ? 1 : 0
        features[.afterTwo] = isAfter && episode.beforeThat == lastButOne ? 1 : 0
        features[.resume] = isLast ? 1 : 0
        features[.open] = isLast && isOpen ? 1 : 0
        features[.afterHere] = episode.beforeHere == lastHere ? 1 : 0
        features[.resumeHere] = episode.item == lastHere ? 1 : 0
        features[.hour] = exp(-0.5 * hours * hours)
        features[.dayType] = episode.isWeekend == moment.isWeekend ? 1 : 0
        features[.weekday] = episode.weekday == Int32(moment.weekday) ? 1 : 0
        features[.place] = episode.place == place ? 1 : 0
        features[.trigger] = episode.trigger == trigger ? 1 : 0
        features[.device] = episode.device == device ? 1 : 0
        return features
    }
}
