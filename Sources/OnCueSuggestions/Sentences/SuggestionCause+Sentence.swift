// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension SuggestionCause {
    /// Returns one sentence with the reason for a suggestion at a moment.
    package func sentence(at moment: Moment, _ wording: SuggestionWording = SuggestionWording()) -> String {
        switch self {
        case .lately(let plays):
            wording.past.prefix(1).uppercased() + wording.past.dropFirst()
                + (plays > 1 ? " \(plays) times in the last week." : " recently.")
        case .after(let item, let times, let of):
            "After \(wording.title(item) ?? "what you played last") " + Self.habit(times, of, wording)
        case .resume(isOpen: true): "You have not finished this."
        case .resume(isOpen: false): "You often continue what you \(wording.past) last."
        case .habit(let habit): Self.sentence(habit, moment, wording)
        case .nominated(let ground): Self.sentence(ground)
        case .longAgo: "You have not \(wording.past) this for a long time."
        }
    }

    private static func sentence(_ habit: Habit, _ moment: Moment, _ wording: SuggestionWording) -> String {
        CircumstanceText(moment).text(habit.facets) + " " + Self.habit(habit.times, habit.of, wording)
    }

    private static func habit(_ times: Int, _ of: Int, _ wording: SuggestionWording) -> String {
        let isCounted = of >= fewest && times > 1
        let isUsual = isCounted && 2 * times >= of
        let count = isCounted ? ": \(times) of \(of) times" : ""
        return "you \(isUsual ? "usually" : "sometimes") \(wording.action)\(count)."
    }

    private static func sentence(_ ground: Nomination.Ground) -> String {
        switch ground {
        case .reminded: "You asked to be reminded of this."
        case .relevant: "It is meant for such a moment."
        case .pinned: "You pinned this."
        case .belongsHere: "This belongs to the place where you are."
        case .pinnedElsewhere: "Pinned in the program that provides it."
        case .unfinished: "You have not finished this."
        case .newEpisode: "This episode is new."
        case .recentlyAdded: "Added recently."
        case .mostPlayed: "One of your most played."
        }
    }
}
