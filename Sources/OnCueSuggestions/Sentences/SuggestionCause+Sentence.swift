// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension SuggestionCause {
    /// Says in one sentence why something is suggested at a moment.
    package func sentence(at moment: Moment, _ wording: SuggestionWording = SuggestionWording()) -> String {
        switch self {
        case .lately(let plays): plays > 1 ? "Played \(plays) times within the last week." : "Recently played."
        case .after(let item, let times, let of):
            "After \(wording.title(item) ?? "what you played last") " + Self.habit(times, of, wording)
        case .resume(isOpen: true): "You left this unfinished."
        case .resume(isOpen: false): "You often go on with what you played last."
        case .habit(let habit): Self.sentence(habit, moment, wording)
        case .nominated(let ground): Self.sentence(ground)
        case .longAgo: "You have not played this for a long time."
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
        case .pinned: "You want this to be suggested."
        case .pinnedElsewhere: "Pinned in the program that it comes from."
        case .unfinished: "Unfinished; there is no habit to go by yet."
        case .newEpisode: "New; there is no habit to go by yet."
        case .recentlyAdded: "Recently added; there is no habit to go by yet."
        case .mostPlayed: "Played most; there is no habit to go by yet."
        }
    }
}
