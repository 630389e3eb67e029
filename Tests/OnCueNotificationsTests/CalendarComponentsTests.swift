// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueNotifications
import Testing

@Suite("Dates by their parts, on the clock of the place")
struct CalendarComponentsTests {
    /// Berlin in 2026: summer time from 29 March at 01:00 UTC to 25 October at 01:00 UTC.
    private static let berlin: @Sendable (Int64) -> Int64 = { moment in
        (1_774_746_000..<1_792_890_000).contains(moment) ? 7_200 : 3_600
    }
    private static let utc: @Sendable (Int64) -> Int64 = { _ in 0 }

    /// Moments after Thursday 26 November 2026, 12:00 UTC, which is 1 795 694 400.
    private static let moments: [(CalendarComponents, Int64)] = [
        (CalendarComponents(hour: 18), 1_795_716_000),
        (CalendarComponents(hour: 12), 1_795_694_400 + 86_400),
        (CalendarComponents(weekdays: [0], hour: 7, minute: 30), 1_796_023_800),
        (CalendarComponents(minute: 5), 1_795_694_700),
        (CalendarComponents(second: 30), 1_795_694_430),
        (CalendarComponents(month: 1), 1_798_761_600),
        (CalendarComponents(day: 1), 1_796_083_200),
        (CalendarComponents(month: 12, day: 24, hour: 16), 1_798_128_000),
        (CalendarComponents(year: 2027), 1_798_761_600),
        (CalendarComponents(weekdays: [3]), 1_796_256_000),
    ]

    @Test("The next moment comes after now", arguments: moments)
    func next(components: CalendarComponents, moment: Int64) {
        #expect(components.next(after: 1_795_694_400, offset: Self.utc) == moment)
    }

    @Test("A date that is over never comes, and a 29 of February in up to eight years")
    func rare() {
        #expect(CalendarComponents(year: 2025, month: 5).next(after: 1_795_694_400, offset: Self.utc) == nil)
        #expect(CalendarComponents(month: 2, day: 30).next(after: 1_795_694_400, offset: Self.utc) == nil)
        let leap = CalendarComponents(month: 2, day: 29, hour: 9)
        #expect(leap.next(after: 1_795_694_400, offset: Self.utc) == 1_835_427_600)
    }

    @Test("A time that is skipped comes when the clock is put forward")
    func skipped() {
        // Half past two on 29 March 2026 does not exist in Berlin; the clock goes from two to three at 01:00 UTC.
        let half = CalendarComponents(year: 2026, month: 3, day: 29, hour: 2, minute: 30)
        #expect(half.next(after: 1_774_700_000, offset: Self.berlin) == 1_774_746_000)
        let daily = CalendarComponents(hour: 2, minute: 30)
        #expect(daily.next(after: 1_774_746_000, offset: Self.berlin) == Int64(1_774_746_000 + 84_600))
    }

    @Test("Of a time that comes twice only the first counts")
    func twice() {
        // Half past two on 25 October 2026 is at 00:30 and at 01:30 UTC.
        let half = CalendarComponents(hour: 2, minute: 30)
        let first = half.next(after: 1_792_870_000, offset: Self.berlin)
        #expect(first == 1_792_888_200)
        #expect(half.next(after: 1_792_888_200, offset: Self.berlin) == Int64(1_792_888_200 + 25 * 3_600))
    }

    @Test("A time just before midnight that is put forward beyond it is not lost")
    func midnight() {
        // A zone whose clock goes from 23:30 to 00:30 at 1 000 000 000 (01:46:40 UTC, shown as 23:30:00).
        let change: Int64 = 1_000_000_000
        let before = (23 * 3_600 + 30 * 60) - (change % 86_400)
        let zone: @Sendable (Int64) -> Int64 = { $0 < change ? before : before + 3_600 }
        #expect(CalendarComponents(hour: 23, minute: 45).next(after: change - 600, offset: zone) == change)
    }
}
