// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueSuggestions

/// The reasons for a suggestion, in readable words.
enum FacetText {
    /// Returns the words for a facet; an unknown one keeps its name.
    static func text(_ name: String) -> String {
        Facet.allCases.first { $0.name == name }.map(text) ?? name
    }

    private static func text(_ facet: Facet) -> String {
        switch facet {
        case .age: "how long ago it was played"
        case .plays: "how much you have played since"
        case .position: "what you start with"
        case .repetition: "how often you repeat it"
        case .after: "what was played before it"
        case .afterTwo: "the two played before it"
        case .resume: "you played it last"
        case .open: "you left it unfinished"
        case .afterHere: "what was played here before it"
        case .resumeHere: "you played it last here"
        case .hour: "the time of day"
        case .dayType: "working day or weekend"
        case .weekday: "the day of the week"
        case .place: "the place"
        case .trigger: "what just happened"
        case .device: "the device"
        }
    }

    /// `+0.81`
    static func weight(_ weight: Double) -> String {
        let hundredths = Int((abs(weight) * 100).rounded())
        let rest = hundredths % 100
        return (weight < 0 ? "-" : "+") + "\(hundredths / 100)." + (rest < 10 ? "0" : "") + "\(rest)"
    }
}
