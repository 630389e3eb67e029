// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueSuggestions
import OnCueTestSupport
import Testing

@Suite("Occasions")
struct OccasionTests {
    private static let texts: [(text: String, written: String)] = [
        ("weekdays 07:00..09:00 car", "weekdays 07:00..09:00 car"),
        ("car 7:00-9:00 mon-fri", "weekdays 07:00..09:00 car"),
        ("HEADPHONES", "headphones"), ("home", "arriving home"),
        ("arriving 'summer house'", "arriving \"summer house\""),
        ("at home", "arriving home"), ("with \"My Pods\"", "with \"My Pods\""), ("07:30", "07:30"),
        ("mon,wed 18:00", "mon,wed 18:00"), ("weekends 22:00..02:00", "weekends 22:00..02:00"),
        ("leaving car", "leaving car"), ("leaving 'car'", "leaving \"car\""),
        ("leaving work 17:00..19:00", "17:00..19:00 leaving work"), ("unlock at work", "unlock at work"),
        ("car with Passat trip", "car with Passat trip"), ("car to 'the lake'", "car to \"the lake\""),
        ("07:00 07:00..09:00 with Pods", "07:00..09:00 07:00 with Pods"), ("boot daily", "boot"), ("wake", "wake"),
        ("at it's", "arriving \"it's\""),
    ]

    @Test("What is read is written in one form, which reads the same", arguments: texts)
    func reading(text: String, written: String) throws {
        let occasion = try Occasion(parsing: text)
        #expect(occasion.text == written)
        #expect(try Occasion(parsing: occasion.text) == occasion)
    }

    @Test(
        "What cannot be read is named",
        arguments: [
            ("", "missing"), ("weekdays", "nothing happens"), ("trip", "nothing happens"),
            ("car headphones", "at once"),
            ("car home", "at PLACE"), ("07:00..25:00", "07:00..25:00"), ("9:00..9:00", "not a part of a day"),
            ("at", "needs a name"), ("at home at work", "second time"), ("mon tue car", "second time"),
            ("at 'home", "not closed"), ("unlock trip", "only known in the car"),
            ("07:30 08:00..09:00", "not in that part"), ("25:00", "25:00"),
            (String(repeating: "x", count: 501), "at most 500 bytes"),
            (String(repeating: "x", count: 495), "too long"),
        ])
    func mistakes(text: String, words: String) {
        let error = #expect(throws: OccasionError.self) { try Occasion(parsing: text) }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test(
        "A name with quotes of both kinds is written in several",
        arguments: ["x'y\" ", "\"'", "'\"'", "O'Neill's \"Den\"", "' \" '"])
    func bothQuotes(name: String) throws {
        let occasion = Occasion(.arrival(name))
        #expect(try Occasion(parsing: occasion.text) == occasion, "\(occasion.text)")
    }

    @Test(
        "Any text is read or refused, and what is read is written in a form that reads the same",
        arguments: TestEffort.seeds(20))
    func anything(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let words = [
            "car", "at", "with", "to", "trip", "07:00", "07:00..09:00", "mon", "weekdays", "'a b'", "\"x'y\"", "home",
            "leaving", "arriving", "é", "'", "\"", "..", ":", "1", "\u{301}", "\t", "''",
        ]
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 0...6, using: &random)).map { _ in words.randomElement(using: &random)! }
                .joined(separator: " ")
            guard let occasion = try? Occasion(parsing: text) else { continue }
            #expect((try? Occasion(parsing: occasion.text)) == occasion, "\(text) → \(occasion.text)")
        }
    }

    private func moment(_ hour: Double, _ weekday: Int, place: String? = nil) -> Moment {
        Moment(time: 0, hour: hour, weekday: weekday, place: place)
    }

    private func objection(_ text: String, _ now: Occasion.Surroundings) throws -> String? {
        try Occasion(parsing: text).objection(now)
    }

    @Test("Days and parts of the day are conditions; a part over midnight belongs to the day on which it begins")
    func time() throws {
        func meets(_ text: String, _ hour: Double, _ weekday: Int) throws -> Bool {
            try objection(text, .init(moment(hour, weekday))) == nil
        }
        #expect(try meets("weekdays 07:00..09:00 car", 8, 0))
        #expect(try !meets("weekdays 07:00..09:00 car", 9, 0), "the end is not in it")
        #expect(try !meets("weekdays 07:00..09:00 car", 8, 5))
        #expect(try meets("fri 22:00..02:00 car", 23.5, 4) && meets("fri 22:00..02:00 car", 1.5, 5))
        #expect(try !meets("fri 22:00..02:00 car", 1.5, 4) && !meets("fri 22:00..02:00 car", 3, 5))
        #expect(
            try objection("weekdays 07:00..09:00 car", .init(moment(9.5, 0))) == "It is not between 07:00 and 09:00.")
        #expect(try objection("mon,wed car", .init(moment(9, 1))) == "It is not one of its days (mon,wed).")
    }

    @Test("Every minute of the day is that which a clock shows, in seconds and in fractions of an hour")
    func minutes() throws {
        for minute in 0..<1_440 {
            for second in [0.0, 1, 59] {
                let hour = Double(minute / 60) + Double(minute % 60) / 60 + second / 3_600
                #expect(Moment(time: 0, hour: hour, weekday: 0).minute == minute)
                let trigger = Trigger(id: 1, kind: .time)
                #expect(Occasion(.time(minute)).isMade(by: trigger, at: moment(hour, 0)), "\(minute)")
            }
        }
    }

    @Test("What begins before midnight is of the day on which it began, for the clock as well")
    func midnight() throws {
        #expect(try Occasion(parsing: "fri 01:00 22:00..02:00").time?.days == [5])
        #expect(try Occasion(parsing: "fri 01:00 22:00..02:00").objection(.init(moment(1, 5))) == nil)
        #expect(try Occasion(parsing: "fri 23:00 22:00..02:00").time?.days == [4])
        let late = try Occasion(parsing: "sat 23:30")
        #expect(late.objection(.init(moment(0.1, 6))) == nil && late.goesOn(.init(moment(0.1, 6))))
        #expect(late.objection(.init(moment(0.1, 5))) != nil)
    }

    @Test("Place, device and trip are conditions, whatever their case")
    func conditions() throws {
        let here = moment(8, 0, place: "Home")
        #expect(try objection("car at home", .init(here)) == nil)
        #expect(try objection("car at work", .init(here)) == "You are not at work.")
        #expect(try objection("car at work", .init(moment(8, 0))) == "You are not at work.")
        #expect(try objection("home with passat", .init(here, devices: ["Passat"])) == nil)
        #expect(try objection("home with passat", .init(here)) == "passat is not connected.")
        #expect(try objection("car trip", .init(here)) == "No trip is expected.")
        #expect(try objection("car trip", .init(here, destination: "Work")) == nil)
        #expect(try objection("car to work", .init(here, destination: "Work")) == nil)
        #expect(try objection("car to lake", .init(here, destination: "Work")) == "The trip does not lead to lake.")
    }

    @Test("It is made by triggers of its kind and its name, and goes on for as long as that lasts")
    func events() throws {
        let pods = TriggerDevice(id: "AA", name: "My Pods", kind: .headphones)
        func isMade(_ text: String, _ kind: Trigger.Kind, _ device: TriggerDevice? = nil, _ name: String? = nil) throws
            -> Bool
        {
            try Occasion(parsing: text).isMade(
                by: Trigger(id: 1, kind: kind, device: device, name: name), at: moment(7.52, 0))
        }
        #expect(try isMade("headphones", .headphones, pods) && !isMade("headphones", .car))
        #expect(try isMade("with 'my pods'", .headphones, pods) && isMade("with aa", .headphones, pods))
        #expect(try !isMade("with Other", .headphones, pods))
        #expect(try isMade("home", .arrival, nil, "Home") && !isMade("home", .departure, nil, "Home"))
        #expect(try isMade("leaving home", .departure, nil, "Home") && !isMade("home", .arrival, nil, "Work"))
        #expect(try isMade("leaving car", .carLeft) && isMade("unlock", .unlock) && isMade("boot", .boot))
        #expect(try isMade("07:30", .time) && !isMade("07:20", .time) && !isMade("07:32", .time))

        var now = Occasion.Surroundings(moment(8, 0, place: "Home"), devices: ["My Pods"])
        now.hasHeadphones = true
        func goesOn(_ text: String) throws -> Bool { try Occasion(parsing: text).goesOn(now) }
        #expect(try goesOn("headphones") && goesOn("with 'my pods'") && goesOn("home") && goesOn("07:30"))
        #expect(try !goesOn("car") && !goesOn("work") && !goesOn("06:30") && !goesOn("08:30") && !goesOn("unlock"))
        #expect(try goesOn("07:00..09:00") && goesOn("23:30..09:00"))
    }
}
