// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueSuggestions
import Testing

/// Times of day that come back.
@Suite
struct TimeOfWeekTests {
    /// Monday, 5 January 2026, 00:00 UTC.
    private static let monday = 1_767_571_200
    private static let hour = 3600
    private static let day = 86_400

    private func next(_ text: String, after now: Int, _ offset: (Int) -> Int = { _ in 0 }) -> Int? {
        TimeOfWeek(text)?.next(after: now, offset: offset)
    }

    @Test("A time comes on each of its days, and the moment itself is over")
    func days() {
        let time = Self.monday + 7 * Self.hour + 1800
        #expect(next("07:30", after: Self.monday) == time)
        #expect(next("07:30", after: time - 1) == time)
        #expect(next("07:30", after: time) == time + Self.day)
        #expect(next("weekends 07:30", after: time) == time + 5 * Self.day)
        #expect(next("mon 07:30", after: time) == time + 7 * Self.day)
        #expect(next("weekdays 07:30", after: time + 4 * Self.day) == time + 7 * Self.day)
    }

    @Test("The clock of the place counts, also before 1970")
    func zones() {
        // 23:30 on Sunday in UTC is Monday where the clock is an hour ahead.
        #expect(next("mon 00:30", after: Self.monday - Self.hour, { _ in Self.hour }) == Self.monday - 1800)
        #expect(next("sun 23:00", after: Self.monday, { _ in -2 * Self.hour }) == Self.monday + Self.hour)
        #expect(next("00:00", after: -1, { _ in 0 }) == 0)
        #expect(next("thu 12:00", after: -100_000_000, { _ in 0 }) ?? 0 < -99_000_000)
    }

    /// Berlin in 2026: summer time from 29 March 01:00 UTC to 25 October 01:00 UTC.
    private static func berlin(_ moment: Int) -> Int {
        (1_774_746_000..<1_792_890_000).contains(moment) ? 2 * hour : hour
    }

    @Test("A time that summer time leaves out comes an hour later by the clock, and once")
    func springForward() {
        let change = 1_774_746_000
        #expect(next("02:30", after: change - 2 * Self.hour, Self.berlin) == change + 1800)
        #expect(next("02:30", after: change + 1800, Self.berlin) == change + 1800 + 23 * Self.hour)
        #expect(next("03:00", after: change - 1, Self.berlin) == change)
    }

    @Test("A time that comes twice counts the first time")
    func fallBack() {
        let change = 1_792_890_000
        #expect(next("02:30", after: change - 2 * Self.hour, Self.berlin) == change - 1800)
        #expect(next("02:30", after: change - 1800, Self.berlin) == change - 1800 + 25 * Self.hour)
    }

    @Test("Whatever the clock does, the next time is later, near, and shows what was asked for")
    func property() {
        var state: UInt64 = 42
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for _ in 0..<2000 {
            let days = Set((0...random(7)).map { _ in random(7) })
            guard let time = TimeOfWeek(days: days, minute: random(1440)) else { continue }
            let now = 1_700_000_000 + random(400 * Self.day)

            let next = time.next(after: now, offset: Self.berlin)

            guard let next else {
                Issue.record("\(time) never comes after \(now)")
                return
            }
            #expect(next > now && next - now <= 8 * Self.day)
            let shown = next + Self.berlin(next)
            let isShown = shown % Self.day == time.minute * 60
            #expect(isShown || next - 1_774_746_000 < Self.hour, "\(time) after \(now)")
            #expect(TimeOfWeek(time.description) == time)
        }
    }

    @Test(
        "Times are read as people write them",
        arguments: [
            ("7:30", "daily 07:30"), ("Weekdays 07:30", "weekdays 07:30"), ("MON 08:10", "mon 08:10"),
            ("mon,wed  18:00", "mon,wed 18:00"), ("mon-fri 00:00", "weekdays 00:00"),
            ("sat-mon 9:05", "mon,sat,sun 09:05"),
            ("sat,sun 23:59", "weekends 23:59"),
        ])
    func texts(text: String, description: String) {
        #expect(TimeOfWeek(text)?.description == description)
    }

    @Test(
        "What is no time is none",
        arguments: [
            "", "7", "24:00", "07:60", "07:5", "7.30", "someday 07:30", "mon 07:30 pm", "mon- 07:30", "mon,,tue 07:30",
            "mon-tue-wed 07:30", "-1:30", "+1:30", "٠٧:٣٠", ":", "mon",
        ])
    func noTime(text: String) {
        #expect(TimeOfWeek(text) == nil)
    }
}
