// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueSuggestions
import Testing

@Suite("Ranking")
struct RankerTests {
    @Test("Nothing was done, so nothing is suggested")
    func nothing() {
        #expect(SuggestionRanker().items(at: Diary.moment(day: 0, 8)).isEmpty)
    }

    @Test("Where habits differ by place, the place decides")
    func places() {
        var diary = Diary()
        for day in 0..<20 {
            diary.session(day: day, 9, "talk", place: "work")
            diary.session(day: day, 20, "jazz", place: "home")
        }

        #expect(diary.ranker.items(at: Diary.moment(day: 20, 15, place: "work")).first == "talk")
        #expect(diary.ranker.items(at: Diary.moment(day: 20, 15, place: "home")).first == "jazz")
    }

    @Test("What a circumstance is worth is learnt: where choices follow the device, its weight grows")
    func learning() {
        var diary = Diary()
        for day in 0..<40 {
            let isCar = day % 2 == 0 || day % 7 == 3
            diary.session(day: day, Double(day * 5 % 24), isCar ? "radio" : "book", device: isCar ? "Car" : "Pods")
        }

        let ranker = diary.ranker

        #expect(ranker.weight(of: .device) > 1.2)
        #expect(ranker.items(at: Diary.moment(day: 41, 3, device: "Car")).first == "radio")
        #expect(ranker.items(at: Diary.moment(day: 41, 3, device: "Pods")).first == "book")
    }

    @Test("What is dismissed goes behind at that time of day, and comes back when it is played again")
    func dismissing() {
        var diary = Diary()
        for day in 0..<10 {
            diary.session(day: day, 8, "news")
            diary.session(day: day, 20, "jazz")
        }
        let morning = Diary.moment(day: 10, 8)
        #expect(diary.ranker.items(at: morning).first == "news")

        for _ in 0..<3 { diary.refuse(.dismissed, "news", at: morning) }
        #expect(diary.ranker.items(at: morning) == ["jazz", "news"])
        let reminded = diary.ranker.suggestions(SuggestionRequest(at: Diary.moment(day: 30, 8)))
        #expect(reminded.first?.item == "news")
        diary.session(day: 10, 8, "news")
        diary.session(day: 10, 20, "jazz")
        #expect(diary.ranker.items(at: Diary.moment(day: 11, 8)).first == "news")
    }

    @Test("What is dismissed is not nominated for half a day, unless it is played or pinned")
    func resting() {
        var diary = Diary()
        let morning = Diary.moment(day: 10, 8)
        let nominations = [Nomination("book", .unfinished), Nomination("album", .recentlyAdded)]
        let items = { (diary: Diary, moment: Moment) in
            diary.ranker.suggestions(SuggestionRequest(at: moment, nominations: nominations)).map(\.item)
        }
        #expect(items(diary, morning) == ["book", "album"])

        diary.refuse(.dismissed, "book", at: morning)

        #expect(items(diary, morning) == ["album"])
        #expect(items(diary, Diary.moment(day: 10, 19.9)) == ["album"])
        #expect(items(diary, Diary.moment(day: 10, 20)) == ["book", "album"])
        #expect(items(diary, Diary.moment(day: 10, 7.9)) == ["book", "album"], "the clock was set back")
        let pinned = SuggestionRequest(at: morning, nominations: [Nomination("book", .pinned)])
        #expect(diary.ranker.suggestions(pinned).map(\.item) == ["book"])
        diary.session(day: 10, 9, "book")
        #expect(items(diary, Diary.moment(day: 10, 9.6)).contains("book"))
    }

    @Test("A skip counts less than a dismissal, and neither makes an item known")
    func skipping() throws {
        func probability(_ kind: Donation.Kind?) throws -> Double {
            var diary = Diary()
            for day in 0..<5 { diary.session(day: day, 8, "news", "jazz") }
            if let kind { diary.refuse(kind, "news", at: Diary.moment(day: 4, 12)) }
            let answer = diary.ranker.suggestions(SuggestionRequest(at: Diary.moment(day: 5, 8)))
            return answer.first { $0.item == "news" }?.probability ?? 0
        }

        let (untouched, skipped, dismissed) = try (probability(nil), probability(.skipped), probability(.dismissed))
        #expect(untouched > skipped)
        #expect(skipped > dismissed)

        var diary = Diary()
        diary.refuse(.skipped, "noise", at: Diary.moment(day: 0, 8))
        #expect(diary.ranker.items(at: Diary.moment(day: 1, 8)).isEmpty)
    }

    @Test("What left the memory comes last, the latest first")
    func longAgo() {
        var ranker = SuggestionRanker(memory: 3)
        for (day, item) in ["a", "b", "c", "d", "e", "d"].enumerated() {
            let moment = Diary.moment(day: day, 8)
            ranker.record(Donation(item, at: moment, choice: moment))
        }

        let answer = ranker.suggestions(SuggestionRequest(at: Diary.moment(day: 6, 8)))

        #expect(answer.map(\.item) == ["d", "e", "c", "b", "a"])
        #expect(answer.last?.cause == .longAgo)
        #expect(answer.last?.probability == 0)
    }

    @Test("Excluded items are left out, wherever they come from")
    func exclusion() {
        var diary = Diary()
        diary.session(day: 0, 8, "a", "b")
        let request = SuggestionRequest(
            at: Diary.moment(day: 1, 8), nominations: [Nomination("c", .newEpisode), Nomination("a", .pinned)]
        ) { $0 == "a" || $0 == "c" }

        #expect(diary.ranker.suggestions(request).map(\.item) == ["b"])
    }

    @Test("What is pinned comes first, other nominations behind what is known, by their ground")
    func nominations() {
        var diary = Diary()
        diary.session(day: 0, 8, "habit")
        let request = SuggestionRequest(
            at: Diary.moment(day: 1, 8),
            nominations: [
                Nomination("added", .recentlyAdded), Nomination("left", .unfinished), Nomination("pin", .pinned),
                Nomination("habit", .unfinished), Nomination("most", .mostPlayed), Nomination("new", .newEpisode),
            ])

        let items = diary.ranker.suggestions(request).map(\.item)

        #expect(items == ["pin", "habit", "left", "new", "added", "most"])
    }

    @Test("A session that nobody began ends after four hours without a play")
    func gaps() {
        var ranker = SuggestionRanker()
        ranker.record(Donation("a", at: Diary.moment(day: 0, 8)))
        ranker.record(Donation("b", at: Diary.moment(day: 0, 9)))
        #expect(ranker.sessions == 1)

        ranker.record(Donation("a", at: Diary.moment(day: 1, 8)))
        #expect(ranker.sessions == 2)
    }
}
