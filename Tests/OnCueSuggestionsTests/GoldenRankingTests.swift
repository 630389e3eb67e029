// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueSuggestions
import Testing

@Suite("Written situations have the suggestions and sentences that a person would expect")
struct GoldenRankingTests {
    /// Six weeks of somebody: a show on the way to work, music at work, jazz at home, a playlist on Saturdays.
    private static let worker: SuggestionRanker = {
        var diary = Diary()
        for day in 0..<42 {
            if day % 7 < 5 {
                let way = day % 5 == 4 ? "Audiobook" : "The Daily Show"
                diary.session(day: day, 8.2, way, place: nil, trigger: "headphones", device: "WH-1000XM5")
                diary.session(day: day, 13.5, "Focus Mix", "Quiet Piano", place: "work", device: "Desk")
            }
            if day % 7 == 5 { diary.session(day: day, 10, "Weekend Kitchen", place: "home", device: "Speakers") }
            if day % 2 == 0 { diary.session(day: day, 20.5, "Evening Jazz", place: "home", device: "Speakers") }
        }
        return diary.ranker
    }()

    @Test("On a weekday morning with headphones: the show of the way to work")
    func morning() {
        let moment = Diary.moment(day: 42, 8.1, trigger: "headphones", device: "WH-1000XM5")
        #expect(
            Self.worker.lines(at: moment)
                == [
                    "The Daily Show: In the morning with WH-1000XM5 you usually play this: 24 of 30 times.",
                    "Audiobook: In the morning with WH-1000XM5 you sometimes play this: 6 of 30 times.",
                    "Focus Mix: Played 5 times in the last week.",
                ])
    }

    @Test("At work after lunch: the music for work")
    func work() {
        let moment = Diary.moment(day: 42, 13.4, place: "work", device: "Desk")
        #expect(
            Self.worker.lines(at: moment)
                == [
                    "Focus Mix: Around noon with Desk at work you usually play this: 30 of 30 times.",
                    "Quiet Piano: Played 5 times in the last week.",
                    "The Daily Show: Played 3 times in the last week.",
                ])
    }

    @Test("In the evening at home: jazz")
    func evening() {
        let moment = Diary.moment(day: 42, 20.4, place: "home", device: "Speakers")
        #expect(
            Self.worker.lines(at: moment)
                == [
                    "Evening Jazz: In the evening with Speakers at home you usually play this: 21 of 21 times.",
                    "Weekend Kitchen: After Evening Jazz you sometimes play this: 3 of 20 times.",
                    "The Daily Show: Played 3 times in the last week.",
                ])
    }

    @Test("On a Saturday at home: the playlist of Saturdays")
    func saturday() {
        let moment = Diary.moment(day: 47, 10, place: "home", device: "Speakers")
        #expect(
            Self.worker.lines(at: moment)
                == [
                    "Weekend Kitchen: Weekend mornings with Speakers at home you usually play this: 6 of 6 times.",
                    "Evening Jazz: With Speakers at home you usually play this: 21 of 27 times.",
                    "The Daily Show: Played recently.",
                ])
    }

    @Test("In the car for the first time: what is usual then, and no word of the car")
    func unknownDevice() {
        let moment = Diary.moment(day: 43, 8.1, trigger: "car", device: "Golf")
        #expect(
            Self.worker.lines(at: moment)
                == [
                    "The Daily Show: In the morning you usually play this: 24 of 36 times.",
                    "Audiobook: In the morning you sometimes play this: 6 of 36 times.",
                    "Focus Mix: Played 4 times in the last week.",
                ])
    }

    @Test("A book that was left in its midst goes on")
    func unfinished() {
        var diary = Diary()
        for day in 0..<10 {
            diary.session(day: day, 8, ["News", "Jazz", "Folk"][day % 3])
            for hour in [18.0, 20, 22] { diary.session(day: day, hour, "Moby Dick", leftOpen: true) }
        }
        #expect(
            diary.ranker.lines(at: Diary.moment(day: 10, 3))
                == [
                    "Moby Dick: You have not finished this.",
                    "Jazz: After Moby Dick you sometimes play this: 3 of 29 times.",
                    "News: Played 3 times in the last week.",
                ])
    }

    @Test("What always follows another thing is named with it")
    func succession() {
        var diary = Diary()
        for day in stride(from: 0, to: 60, by: 3) {
            diary.session(day: day, Double(day * 7 % 24), "Part One")
            diary.session(day: day + 1, Double(day * 5 % 24), "Part Two")
            diary.session(day: day + 2, Double(day * 11 % 24), day % 2 == 0 ? "Jazz" : "Folk")
        }
        diary.session(day: 60, 12, "Part One")
        #expect(
            diary.ranker.lines(at: Diary.moment(day: 61, 3))
                == [
                    "Part Two: After Part One you usually play this: 20 of 20 times.",
                    "Part One: Played 3 times in the last week.",
                    "Folk: Played recently.",
                ])
    }

    @Test("On the first day there is only what others name, and each says so")
    func firstDay() {
        let lines = SuggestionRanker().lines(
            at: Diary.moment(day: 0, 8), limit: 5,
            nominations: [
                Nomination("Old Favourite", .mostPlayed), Nomination("New Album", .recentlyAdded),
                Nomination("Half a Film", .unfinished), Nomination("Observation 12", .newEpisode),
            ])
        #expect(
            lines
                == [
                    "Half a Film: You have not finished this.",
                    "Observation 12: This episode is new.",
                    "New Album: Added recently.",
                    "Old Favourite: One of your most played.",
                ])
    }

    @Test("On the second day what was played is told as that, not as a habit")
    func secondDay() {
        var diary = Diary()
        diary.session(day: 0, 8, "News", "Jazz")
        let lines = diary.ranker.lines(
            at: Diary.moment(day: 1, 18), nominations: [Nomination("New Album", .recentlyAdded)])
        #expect(
            lines
                == [
                    "Jazz: You often continue what you played last.",
                    "News: Played recently.",
                    "New Album: Added recently.",
                ])
    }
}
