// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import PublishingTrials
import Testing

@testable import OnCuePodcasts

@Suite("Podcasts are refreshed when they publish")
struct RefreshRhythmTests {
    private static let monday = CivilDate(2026, 3, 2).days * CivilDate.secondsOfDay

    /// Days at an hour of UTC, from a Monday on.
    private func days(_ numbers: some Sequence<Int64>, at hour: Int64) -> [Int64] {
        numbers.map { Self.monday + $0 * 86_400 + hour * 3600 }
    }

    private func schedule() -> RefreshSchedule {
        var schedule = RefreshSchedule()
        (schedule.grid, schedule.spread) = (1, 0)
        return schedule
    }

    // MARK: A year

    /// A year of each show, played through once for all tests.
    private static let outcomes: [(name: String, learnt: PublishingTrial.Outcome, fixed: PublishingTrial.Outcome)] = {
        let trial = PublishingTrial()
        return PublishingShow.all().map { ($0.name, trial.learning($0), trial.fixed($0)) }
    }()

    @Test("A year of thirteen shows takes fewer requests than a look every two hours, and finds episodes sooner")
    func year() {
        let learnt = Self.outcomes.map(\.learnt).reduce(.init(), +)
        let fixed = Self.outcomes.map(\.fixed).reduce(.init(), +)

        #expect(learnt.delays.count > 8000 && abs(learnt.delays.count - fixed.delays.count) < 5)
        #expect(Double(learnt.requests) < 0.7 * Double(fixed.requests), "\(learnt.requests) of \(fixed.requests)")
        #expect(learnt.meanDelay < 0.5 * fixed.meanDelay, "\(learnt.meanDelay) beside \(fixed.meanDelay)")
    }

    @Test("Each show takes fewer requests or is found sooner, those at usual times both, and none waits half a day")
    func shows() {
        for (name, learnt, fixed) in Self.outcomes {
            #expect(learnt.requests < fixed.requests || learnt.meanDelay < fixed.meanDelay, "\(name)")
            let isRegular = !["irregular", "the first of a month"].contains(name)
            if isRegular { #expect(learnt.meanDelay <= fixed.meanDelay, "\(name): \(learnt.meanDelay)") }
            #expect((learnt.delays.max() ?? 0) <= 13 * 3600, "\(name): \(learnt.delays.max() ?? 0)")
        }
    }

    @Test("On a machine that sleeps at night both are late by the night, and the learnt times save as much")
    func nights() {
        var trial = PublishingTrial()
        trial.sleep = 0..<7
        let shows = PublishingShow.all()
        let learnt = shows.map { trial.learning($0) }.reduce(.init(), +)
        let fixed = shows.map { trial.fixed($0) }.reduce(.init(), +)

        #expect(Double(learnt.requests) < 0.8 * Double(fixed.requests), "\(learnt.requests) of \(fixed.requests)")
        #expect(learnt.meanDelay < fixed.meanDelay)
    }

    // MARK: Single looks

    @Test("A daily show is looked at behind its hour, and hardly in between")
    func daily() throws {
        let rhythm = try #require(PublishingRhythm(days(0..<30, at: 6)))
        let now = Self.monday + 29 * 86_400 + 6 * 3600 + 600
        let next = schedule().afterSuccess(at: now, rhythm, seed: 0)

        #expect(rhythm.expected(after: now) == Self.monday + 30 * 86_400 + 6 * 3600)
        #expect(next.due - now >= 4 * 3600)
        #expect(next.reason == .between)
        let early = schedule().afterSuccess(at: Self.monday + 30 * 86_400 + 5 * 3600, rhythm, seed: 0)
        #expect(early.due - Self.monday - 30 * 86_400 <= 7 * 3600)
        #expect(early.reason == .usual)
        #expect(early.expected == Self.monday + 30 * 86_400 + 6 * 3600)
    }

    @Test("A show that has ended is looked at every few days, and one in a break once a day")
    func ended() throws {
        let rhythm = try #require(PublishingRhythm(days(stride(from: 0, to: 70, by: 7), at: 6)))
        let last = Self.monday + 63 * 86_400
        let pause = schedule().afterSuccess(at: last + 40 * 86_400, rhythm, seed: 0)
        let end = schedule().afterSuccess(at: last + 400 * 86_400, rhythm, seed: 0)

        #expect(pause.due - last - 40 * 86_400 <= 86_400 && pause.reason == .quiet)
        #expect((3 * 86_400...7 * 86_400).contains(end.due - last - 400 * 86_400) && end.reason == .quiet)
        #expect(end.expected == nil)
    }

    @Test("A show of which little is known is looked at each interval, whatever dates it has")
    func unknown() {
        for times in [[], [0], [5, 5], [0, 0, 0], [7, 7, 7, 7]] as [[Int64]] {
            #expect(PublishingRhythm(times) == nil)
        }
        let look = schedule().afterSuccess(at: 100, nil, seed: 0)
        #expect(look == RefreshSchedule.Look(due: 7300, reason: .learning))
        for times in [[0, 4_000_000_000, 4_000_000_001], [1, 2, 9000], Array(repeating: 0, count: 50) + [86_400]] {
            let rhythm = PublishingRhythm(times.map { Int64($0) })
            let next = schedule().afterSuccess(at: 4_000_000_100, rhythm, seed: .max)
            #expect((900...7 * 86_400 + 900).contains(next.due - 4_000_000_100))
        }
    }

    @Test("Episodes that are dated at midnight and come at seven are expected at seven")
    func lag() throws {
        let dates = days(0..<20, at: 0)
        var appearances = dates.map { Appearance(published: $0) }
        for index in 10..<20 {
            appearances[index].seen = (dates[index] + 7 * 3600 - 600, dates[index] + 7 * 3600 + 600)
        }
        let now = Self.monday + 19 * 86_400 + 8 * 3600
        let times = Appearance.times(of: appearances, now: now)

        #expect(times == days(0..<20, at: 7))
        #expect(try #require(PublishingRhythm(times)).expected(after: now) == Self.monday + 20 * 86_400 + 7 * 3600)
        #expect(Appearance.times(of: [Appearance(published: now + 5)], now: now) == [now])
    }

    // MARK: Publishers

    @Test(
        "What publishers ask for holds a look back: an answer is fresh for a day at most, and hours and days are skipped"
    )
    func wishes() {
        var wishes = PublisherWishes()
        #expect(wishes.earliest(from: 50, after: 0) == 50)
        wishes.ttl = 3600
        #expect(wishes.earliest(from: 50, after: 0) == 3600)
        wishes.freshUntil = .max
        #expect(wishes.earliest(from: 50, after: 0) == 86_400)
        wishes = PublisherWishes()
        wishes.skippedHours = [0, 1, 2]
        #expect(wishes.earliest(from: 50, after: 0) == 3 * 3600)
        // The first of January of 1970 was a Thursday.
        wishes.skippedDays = [3, 4]
        #expect(wishes.earliest(from: 50, after: 0) == 2 * 86_400 + 3 * 3600)
        wishes.skippedDays = Set(0..<7)
        #expect(wishes.earliest(from: 50, after: 0) == 50)
        wishes.ttl = 3600
        #expect(wishes.earliest(from: 50, after: 0) == 3600, "what else was asked for counts")
        wishes = PublisherWishes()
        wishes.ttl = 4 * 3600
        let look = schedule().afterSuccess(at: 0, nil, wishes, seed: 0)
        #expect(look == RefreshSchedule.Look(due: 4 * 3600, reason: .publisher))
    }

    @Test("Cache-Control goes before Expires, the age counts, and a clock that is wrong does not matter")
    func caching() {
        func fresh(_ fields: [String: String]) -> Int64? { PublisherWishes.freshUntil(fields, now: 1_000_000) }
        let date = "Sat, 21 Nov 2026 10:00:00 GMT"
        #expect(fresh([:]) == nil)
        #expect(fresh(["cache-control": "public, Max-Age=600"]) == 1_000_600)
        #expect(fresh(["cache-control": "max-age=600", "age": "100"]) == 1_000_500)
        #expect(fresh(["cache-control": "max-age=600", "age": "900"]) == nil)
        #expect(fresh(["cache-control": "no-cache, max-age=600"]) == nil)
        #expect(fresh(["cache-control": "max-age=99999999999"]) == 1_086_400)
        #expect(fresh(["cache-control": "max-age=x"]) == nil)
        #expect(fresh(["expires": "Sat, 21 Nov 2026 11:00:00 GMT", "date": date]) == 1_003_600)
        #expect(fresh(["expires": "0", "date": date]) == nil)
        #expect(fresh(["expires": date, "date": date, "cache-control": "max-age=5"]) == 1_000_005)
    }

    @Test("ttl, skipHours and skipDays are read, and nonsense in them is not")
    func feed() throws {
        func wishes(_ text: String) throws -> PublisherWishes {
            try FeedParser.parse(
                Array("<rss><channel><title>A</title>\(text)<item><ttl>9</ttl></item></channel></rss>".utf8)
            ).wishes
        }
        var wanted = PublisherWishes()
        (wanted.ttl, wanted.skippedHours, wanted.skippedDays) = (3600, [0, 5], [5, 6])
        #expect(
            try wishes(
                """
                <ttl> 60 </ttl><skipHours><hour>5</hour><hour>24</hour><hour>25</hour><hour>x</hour></skipHours>
                <skipDays><day>Saturday</day><day> sunday </day><day>Funday</day></skipDays>
                """) == wanted)
        #expect(try wishes("<ttl>-5</ttl><ttl>0</ttl><hour>7</hour><day>Monday</day>") == PublisherWishes())
        #expect(try wishes("<ttl>99999</ttl>").ttl == 86_400)
    }
}
