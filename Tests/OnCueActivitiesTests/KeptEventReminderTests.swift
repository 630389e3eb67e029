// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueActivities
import OnCueCore
import Testing

@Suite("When to be reminded of an event")
struct KeptEventReminderTests {
    /// Thursday, 26 November 2026, 12:00 UTC.
    private static let now: Int64 = 1_795_694_400
    private static let hour: Int64 = 3_600

    private func event(_ start: String, end: String = "") -> KeptEvent {
        var event = KeptEvent()
        (event.title, event.start, event.end) = ("Herons", start, end)
        return event
    }

    /// - Parameter zone: The hours by which the clock of the machine is ahead.
    private func standard(_ start: String, end: String = "", zone: Int64 = 0) throws -> EventReminder {
        try event(start, end: end).reminder(now: Self.now) { _ in zone * Self.hour }
    }

    @Test("It is the day before at 18:00, by the clock of the machine, also where only the day is known")
    func dayBefore() throws {
        let evening = EventReminder(Self.now + 6 * Self.hour, "the day before")
        #expect(try standard("2026-11-27T20:00") == evening)
        #expect(try standard("2026-11-27") == evening)
        #expect(try standard("2026-11-27T20:00", zone: 2).time == evening.time - 2 * Self.hour)
        #expect(try standard("2026-11-27T20:00:00+05:30", zone: 2).time == evening.time - 2 * Self.hour)
    }

    @Test("If that has passed, it is two hours before, of the time zone of the event if its page names one")
    func twoHoursBefore() throws {
        #expect(try standard("2026-11-26T20:00") == EventReminder(Self.now + 6 * Self.hour, "two hours before"))
        #expect(try standard("2026-11-26T20:00:00+01:00", zone: 9).time == Self.now + 5 * Self.hour)
        #expect(try standard("2026-11-26T20:00:00.000Z", zone: 3).time == Self.now + 6 * Self.hour)
        #expect(try standard("2026-11-26T20:00-0330").time == Self.now + 9 * Self.hour + Self.hour / 2)
        #expect(try standard("2026-11-26T20:00", zone: -1).time == Self.now + 7 * Self.hour)
    }

    @Test(
        "Nobody is reminded of what is over, has begun or begins too soon, and nobody guesses a time of day",
        arguments: [
            ("2026-11-25T20:00", EventReminderRefusal.Code.over), ("2026-11-26T09:00", .begun),
            ("2026-11-26T13:59", .late), ("2026-11-26", .timeless), ("", .undated), ("soon", .undated),
        ])
    func refused(start: String, code: EventReminderRefusal.Code) {
        let error = #expect(throws: EventReminderRefusal.self) { try standard(start) }
        #expect(error?.code == code)
        #expect(error?.message.contains("Herons") == true)
    }

    @Test("What lasts for days has begun until it is over")
    func long() {
        let error = #expect(throws: EventReminderRefusal.self) {
            try standard("2026-11-20T20:00", end: "2026-12-01T20:00")
        }
        #expect(error?.code == .begun)
    }

    @Test("A span before it is taken as it is, if that is not past and the time of day is known")
    func before() throws {
        func reminder(_ start: String, _ seconds: Int64) throws -> EventReminder {
            try event(start).reminder(before: seconds, "30 min", now: Self.now) { _ in 0 }
        }
        #expect(
            try reminder("2026-11-26T20:00", 1_800)
                == EventReminder(Self.now + 8 * Self.hour - 1_800, "30 min before"))
        for (start, code) in [
            ("2026-11-26T12:30", EventReminderRefusal.Code.late), ("2026-11-27", .timeless), ("2026-11-01", .over),
        ] {
            let error = #expect(throws: EventReminderRefusal.self) { try reminder(start, 1_800) }
            #expect(error?.code == code)
        }
    }
}
