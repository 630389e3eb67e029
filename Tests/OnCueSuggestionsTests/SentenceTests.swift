// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueSuggestions
import Testing

@Suite("Sentences")
struct SentenceTests {
    private typealias Habit = SuggestionCause.Habit

    private static let moment = Moment(
        time: 0, hour: 8, weekday: 0, place: "home", trigger: "headphones", device: "WH-1000XM5")

    @Test("name the circumstances that count, and how often it was so")
    func counted() {
        let cause = SuggestionCause.habit(Habit([.hour, .dayType, .device], times: 8, of: 10))
        let wording = SuggestionWording(action: "continue this show")

        #expect(
            cause.sentence(at: Self.moment, wording)
                == "Weekday mornings with WH-1000XM5 you usually continue this show: 8 of 10 times.")
    }

    @Test("do not call usual what happened less than half of the time, and do not count a few times")
    func rare() {
        let seldom = SuggestionCause.habit(Habit([.place], times: 3, of: 10))
        let few = SuggestionCause.habit(Habit([.place], times: 2, of: 2))

        #expect(seldom.sentence(at: Self.moment) == "At home you sometimes play this: 3 of 10 times.")
        #expect(few.sentence(at: Self.moment) == "At home you sometimes play this.")
    }

    @Test(
        "have words for every part of the day and of the week",
        arguments: [
            (6.0, 0, [Facet.hour, .weekday], "Monday mornings"), (12.0, 5, [.hour, .dayType], "Weekends around noon"),
            (15.0, 2, [.hour], "In the afternoon"), (19.0, 6, [.hour, .weekday], "Sunday evenings"),
            (23.0, 3, [.hour], "At night"), (2.0, 4, [.hour, .dayType], "Weekday nights"),
            (12.0, 4, [.hour], "Around noon"), (2.0, 6, [.dayType], "On weekends"),
            (2.0, 3, [.weekday], "On Thursdays"),
            (2.0, 3, [.trigger], "With headphones"), (2.0, 3, [.trigger, .place], "With headphones at home"),
            (2.0, 3, [.trigger, .device, .place], "With WH-1000XM5 at home"),
        ] as [(Double, Int, [Facet], String)])
    func words(_ hour: Double, _ weekday: Int, _ facets: [Facet], _ text: String) {
        let moment = Moment(
            time: 0, hour: hour, weekday: weekday, place: "home", trigger: "headphones", device: "WH-1000XM5")

        #expect(
            SuggestionCause.habit(Habit(facets, times: 0, of: 0)).sentence(at: moment)
                == text + " you sometimes play this.")
    }

    @Test("have a title for what went before, where one is known")
    func titles() {
        let cause = SuggestionCause.after("album:a", times: 4, of: 5)

        #expect(cause.sentence(at: Self.moment) == "After what you played last you usually play this: 4 of 5 times.")
        #expect(
            cause.sentence(at: Self.moment, SuggestionWording(title: { $0 == "album:a" ? "Kind of Blue" : nil }))
                == "After Kind of Blue you usually play this: 4 of 5 times.")
    }

    @Test(
        "say what is known where there is no habit",
        arguments: [
            (.lately(plays: 1), "Played recently."), (.lately(plays: 5), "Played 5 times in the last week."),
            (.resume(isOpen: true), "You have not finished this."),
            (.resume(isOpen: false), "You often continue what you played last."),
            (.longAgo, "You have not played this for a long time."),
            (.nominated(.pinned), "You pinned this."),
            (.nominated(.unfinished), "You have not finished this."),
            (.nominated(.newEpisode), "This episode is new."),
            (.nominated(.recentlyAdded), "Added recently."),
            (.nominated(.mostPlayed), "One of your most played."),
        ] as [(SuggestionCause, String)])
    func others(_ cause: SuggestionCause, _ text: String) {
        #expect(cause.sentence(at: Self.moment) == text)
    }
}
