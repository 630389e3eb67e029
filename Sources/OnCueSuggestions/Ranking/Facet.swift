// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A way in which an observation of the past can resemble the present; each has a learnt weight.
package enum Facet: Int, Sendable, CaseIterable, Codable {
    /// The time since it, and the number of plays since it.
    case age, plays
    /// The position in its session, and the number of earlier plays of its item in it.
    case position, repetition
    /// It followed the item that is the last one played now; likewise for the last but one.
    case after, afterTwo
    /// It is of the item that was played last; it was left unfinished.
    case resume, open
    /// The same two for the item last played in these surroundings.
    case afterHere, resumeHere
    /// The time of day, weekdays against the weekend, and the day of the week.
    case hour, dayType, weekday
    /// The surroundings.
    case place, trigger, device

    /// Its name in data for programs.
    package var name: String { "\(self)" }

    /// The weight before learning. Round numbers: results hardly depend on them.
    var prior: Double {
        switch self {
        case .age, .plays: 0.25
        case .place, .trigger, .device: 1
        default: 0.5
        }
    }
}

/// A number for each facet.
typealias FacetVector = SIMD16<Double>

extension FacetVector {
    subscript(_ facet: Facet) -> Double {
        get { self[facet.rawValue] }
        set { self[facet.rawValue] = newValue }
    }

    static let priors: FacetVector = {
        var priors = FacetVector.zero
        for facet in Facet.allCases { priors[facet] = facet.prior }
        return priors
    }()
}
