// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A way in which an episode of the past can be like the present; each has a weight that is learnt.
package enum Facet: Int, Sendable, CaseIterable, Codable {
    /// How long ago it was, and how many plays ago.
    case age, plays
    /// How far into its session it stood, and how often its item had been played in it before.
    case position, repetition
    /// It came after what was played last now; so did the one before it.
    case after, afterTwo
    /// It is of the item that was played last; that was left unfinished.
    case resume, open
    /// The same two with what was played last in these surroundings.
    case afterHere, resumeHere
    /// The time of day, weekdays against the weekend, and the day of the week.
    case hour, dayType, weekday
    /// The surroundings.
    case place, trigger, device

    /// Its name in data that programs read.
    package var name: String { "\(self)" }

    /// What the weight is before anything is learnt. Round numbers: results hardly depend on them.
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
