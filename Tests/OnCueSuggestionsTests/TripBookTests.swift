// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueSuggestions
import Testing

@Suite("Trips are learnt from what happens")
struct TripBookTests {
    /// Days with a car, headphones and networks, through the machine that makes triggers of them.
    private struct Days {
        var book = TripBook()
        private var machine = TriggerStateMachine()
        /// Since a Monday at midnight.
        private var now = Duration.zero
        private var time: Double { now / .seconds(1) }

        init() { tell(.place(.network, nil)) }

        mutating func at(_ day: Int, _ hour: Double) { pass(to: .seconds(Double(day) * 86_400 + hour * 3_600)) }

        mutating func pass(minutes: Double) { pass(to: now + .seconds(minutes * 60)) }

        private mutating func pass(to end: Duration) {
            while let deadline = machine.deadline, deadline <= end {
                now = max(now, deadline)
                take(machine.advance(to: now))
            }
            now = max(now, end)
            take(machine.advance(to: now))
        }

        mutating func tell(_ event: TriggerEvent) { take(machine.receive(event, at: now)) }

        private mutating func take(_ outcomes: [TriggerOutcome]) {
            for outcome in outcomes { book.take(outcome, at: moment, place: machine.place) }
        }

        var moment: Moment {
            Moment(time: time.rounded(), hour: time / 3_600, weekday: Int(time / 86_400))
        }

        /// Comes to a place, and stays until it counts.
        mutating func come(to place: String) {
            tell(.place(.network, place))
            pass(minutes: 0.2)
        }

        /// Drives to another place: gets in, loses the network, and gets out before there is another one.
        mutating func drive(_ minutes: Double, to place: String) {
            tell(.heard(.bluetooth, TriggerStage.car))
            pass(minutes: 1)
            tell(.place(.network, nil))
            pass(minutes: minutes - 1)
            tell(.unheard(.bluetooth, TriggerStage.car.id))
            pass(minutes: 2)
            come(to: place)
        }
    }

    private static func commute(_ minutes: [Double], at hour: Double = 8) -> Days {
        var days = Days()
        for (day, length) in minutes.enumerated() {
            days.at(day, hour - 1)
            days.come(to: "Home")
            days.at(day, hour)
            days.drive(length, to: "Work")
        }
        return days
    }

    @Test("A drive lasts from getting in to getting out, and leads to the place that is reached then")
    func drive() throws {
        let days = Self.commute([25])

        let trip = try #require(days.book.log.first)
        #expect((trip.from, trip.to) == ("Home", "Work") && trip.isByCar && trip.deviceName == "My Car")
        // The car counts as left two seconds after it was heard last.
        #expect((1_500...1_503).contains(trip.seconds) && trip.hour == 8 && trip.weekday == 0)
        #expect(days.book.log.count == 1 && days.book.ride == nil)
    }

    @Test("Three trips make an estimate, the median; fewer make none")
    func estimate() throws {
        #expect(Self.commute([20, 40]).book.estimate(from: "Home", to: "Work", at: Self.monday(8)) == nil)
        let book = Self.commute([20, 40, 25, 30]).book

        let estimate = try #require(book.estimate(from: "home", to: "WORK", at: Self.monday(8)))
        #expect((1_650...1_653).contains(estimate.median) && estimate.count == 4 && estimate.isOfSuchTimes)
        #expect((1_425...1_428).contains(estimate.lower) && (1_950...1_953).contains(estimate.upper))
        #expect(book.estimate(from: "Work", to: "Home", at: Self.monday(8)) == nil)
        #expect(book.estimate(from: "Home", to: "Work", at: Self.monday(8), isByCar: false) == nil)
        #expect(
            estimate.sentence == "About 28 min to Work, the median of 4 trips from Home at such times.")
    }

    @Test("Trips at such a time of such a day count before all others")
    func suchTimes() throws {
        let early = Self.commute([20, 20, 20]).book.log
        let late = Self.commute([60, 60, 60], at: 18).book.log
        let book = TripBook(early + late)

        let evening = try #require(book.estimate(from: "Home", to: "Work", at: Self.monday(17)))
        let night = try #require(book.estimate(from: "Home", to: "Work", at: Self.monday(23)))

        #expect(evening.median > 3_500 && evening.count == 3 && evening.isOfSuchTimes)
        #expect((1_300...3_500).contains(night.median) && night.count == 6 && !night.isOfSuchTimes)
    }

    @Test("What is expected is where at least half of the trips lead at such a time")
    func expected() {
        let book = TripBook(Self.commute([20, 20, 20]).book.log + Self.away(2))
        #expect(book.expected(from: "Home", at: Self.monday(8))?.to == "Work")
        #expect(book.expected(from: "Elsewhere", at: Self.monday(8)) == nil)
        #expect(TripBook(Self.away(9)).expected(from: "Home", at: Self.monday(8)) == nil)
    }

    @Test("Filling up is a part of the trip; coming home again is no trip")
    func pauses() throws {
        var days = Days()
        days.come(to: "Home")
        days.at(0, 8)
        days.tell(.heard(.bluetooth, TriggerStage.car))
        days.pass(minutes: 12)
        days.tell(.place(.network, nil))
        days.pass(minutes: 3)
        days.tell(.unheard(.bluetooth, TriggerStage.car.id))
        days.pass(minutes: 5)
        days.drive(10, to: "Work")
        #expect((1_798...1_804).contains(try #require(days.book.log.first).seconds))

        days.pass(minutes: 60)
        days.drive(15, to: "Work")
        #expect(days.book.log.count == 1)
    }

    @Test("Headphones are a trip from leaving one place to arriving at the next")
    func headphones() throws {
        var days = Days()
        days.come(to: "Home")
        days.at(0, 6)
        days.tell(.heard(.bluetooth, TriggerStage.headset))
        days.at(0, 7)
        days.tell(.place(.network, nil))
        days.pass(minutes: 40)
        days.come(to: "Work")

        let trip = try #require(days.book.log.first)
        #expect(!trip.isByCar && (2_400...2_430).contains(trip.seconds))
        days.tell(.unheard(.bluetooth, TriggerStage.headset.id))
        days.pass(minutes: 1)
        #expect(days.book.log.count == 1 && days.book.ride == nil)
    }

    @Test("Nothing is guessed: without both places, or after hours, there is no trip")
    func unknown() {
        var days = Days()
        days.at(0, 8)
        days.drive(20, to: "Work")
        #expect(days.book.log.isEmpty)
        days.at(1, 8)
        days.tell(.heard(.bluetooth, TriggerStage.car))
        days.tell(.place(.network, nil))
        days.pass(minutes: 500)
        days.tell(.unheard(.bluetooth, TriggerStage.car.id))
        days.come(to: "Home")
        #expect(days.book.log.isEmpty)
        // A clock that is set back makes a length unknown.
        days.at(2, 8)
        days.tell(.heard(.bluetooth, TriggerStage.car))
        #expect(days.book.ride != nil)
        var book = days.book
        book.take(.pass(.joined), at: Self.monday(1), place: nil)
        #expect(book.ride == nil)
    }

    @Test("The log is bounded, can be forgotten in part, and comes back from its form in the file")
    func log() throws {
        let trip = try #require(Self.commute([25]).book.log.first)
        var book = TripBook((0..<600).map { _ in trip } + Self.away(1))
        #expect(book.log.count == TripBook.limit)
        #expect(book.routes.map(\.trips.to) == ["Town 0", "Work"] && book.routes[1].trips.count == TripBook.limit - 1)
        #expect(book.forget { $0.to == "Work" } == TripBook.limit - 1)
        #expect(book.log.map(\.to) == ["Town 0"])

        let data = try JSONEncoder().encode(book)
        #expect(try JSONDecoder().decode(TripBook.self, from: data) == book)
    }

    private static func monday(_ hour: Double) -> Moment { Moment(time: hour * 3_600, hour: hour, weekday: 0) }

    private static func away(_ count: Int) -> [Trip] {
        (0..<count).map {
            Trip(
                from: "Home", to: "Town \($0)", device: "A", deviceName: "My Car", isByCar: true,
                begunAt: 900_000 + Int64($0), hour: 8, weekday: 1, seconds: 600)
        }
    }
}

@Suite("What ends before the arrival is preferred")
struct TripFitTests {
    @Test("What fills the trip comes before what is likelier but too long; music and what is far likelier stay")
    func order() {
        let trip = Duration.seconds(1_500)
        #expect(Self.order([(0.3, 2_400), (0.2, 1_400)], trip) == [1, 0])
        #expect(Self.order([(0.3, nil), (0.05, 1_400)], trip) == [0, 1])
        #expect(Self.order([(0.3, 60), (0.2, 1_400)], trip) == [1, 0])
        #expect(Self.order([(0.2, 1_400), (0.2, 1_400)], trip) == [0, 1])
        // Without habits, what was nominated keeps its order but for what fits.
        #expect(Self.order([(0, 3_000), (0, nil), (0.4, 900)], trip) == [2, 0, 1])
    }

    @Test("What is pinned stays in front")
    func pinned() {
        let trip = Duration.seconds(1_500)
        let order = BonusOrder.order([(true, 0, 0), (false, 0.9, TripFit.bonus(trip, in: trip))])
        #expect(order == [0, 1])
    }

    private static func order(_ suggestions: [(Double, Int64?)], _ trip: Duration) -> [Int] {
        BonusOrder.order(
            suggestions.map { (false, $0, $1.map { TripFit.bonus(.seconds($0), in: trip) } ?? 0) })
    }
}
