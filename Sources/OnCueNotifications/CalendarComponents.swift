// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Moments of the calendar by parts of their date and time, in the local time of the machine.
///
/// A part that is not given may have any value if it is larger than the smallest given part, and has its first value if
/// it is smaller: only an hour means each day at that hour, only a month means the first of that month at midnight.
package struct CalendarComponents: Sendable, Equatable, Codable {
    package var year: Int?
    package var month: Int?
    package var day: Int?
    /// 0 for Monday to 6 for Sunday; empty for every day.
    package var weekdays: [Int]
    package var hour: Int?
    package var minute: Int?
    package var second: Int?

    package init(
        year: Int? = nil, month: Int? = nil, day: Int? = nil, weekdays: [Int] = [], hour: Int? = nil,
        minute: Int? = nil, second: Int? = nil
    ) {
        (self.year, self.month, self.day, self.weekdays) = (year, month, day, weekdays)
        (self.hour, self.minute, self.second) = (hour, minute, second)
    }

    func check() throws(NotificationRefusal) {
        for (key, value, range) in [
            ("year", year, 1970...9999), ("month", month, 1...12), ("day", day, 1...31), ("hour", hour, 0...23),
            ("minute", minute, 0...59), ("second", second, 0...59),
        ] {
            if let value, !range.contains(value) {
                throw .invalid("\(key) must be from \(range.lowerBound) to \(range.upperBound), not \(value)")
            }
        }
        guard weekdays.allSatisfy((0..<7).contains) else {
            throw .invalid("weekdays must be from 0 (Monday) to 6 (Sunday)")
        }
        guard [year, month, day, hour, minute, second].contains(where: { $0 != nil }) || !weekdays.isEmpty else {
            throw .invalid("a date needs at least one part")
        }
    }

    /// The number of days that are searched: the longest time without a 29 February is eight years, and with a weekday
    /// up to forty.
    private static let horizon: Int64 = 41 * 366

    /// Returns the next such moment, in seconds since 1970; `nil` if there is none within forty years.
    ///
    /// A time that is skipped by daylight saving time comes when the clock is put forward; of a time that occurs
    /// twice, only the first counts. Takes one step for each day until then.
    ///
    /// - Parameters:
    ///   - now: The result is later than this.
    ///   - offset: Returns the offset of the local clock from UTC in seconds, positive to the east, at a moment.
    package func next(after now: Int64, offset: (Int64) -> Int64) -> Int64? {
        let shown = now + offset(now)
        let today = shown >= 0 ? shown / Self.day : -1
        // A time of yesterday may have been put forward beyond midnight.
        let first = max(0, max(today - 1, year.map { CivilDate(Int64($0), 1, 1).days } ?? 0))
        let last = year.map { CivilDate(Int64($0), 12, 31).days } ?? first + Self.horizon
        guard first <= last else { return nil }
        for day in first...last where matches(day: day) {
            if let moment = next(on: day, after: now, offset) { return moment }
        }
        return nil
    }

    private static let day = CivilDate.secondsOfDay

    private func matches(day number: Int64) -> Bool {
        // 1 January 1970 was a Thursday.
        guard weekdays.isEmpty || weekdays.contains(Int((number + 3) % 7)) else { return false }
        guard year != nil || month != nil || day != nil else { return true }
        let date = CivilDate(days: number)
        // Without a smaller part, a larger one means its first day.
        let hasDay = day != nil || !weekdays.isEmpty || hasTime
        let wantedDay = day ?? (hasDay ? Int(date.day) : 1)
        let wantedMonth = month ?? (hasDay ? Int(date.month) : 1)
        return (year.map { Int64($0) == date.year } ?? true) && Int64(wantedMonth) == date.month
            && Int64(wantedDay) == date.day
    }

    private var hasTime: Bool { hour != nil || minute != nil || second != nil }

    private func next(on day: Int64, after now: Int64, _ offset: (Int64) -> Int64) -> Int64? {
        for hour in Self.values(hour, of: 24, isAny: minute != nil || second != nil) {
            for minute in Self.values(minute, of: 60, isAny: second != nil) {
                let time = Int64(hour) * 3_600 + Int64(minute) * 60 + Int64(second ?? 0)
                let moment = Self.moment(showing: day * Self.day + time, offset)
                if moment > now { return moment }
            }
        }
        return nil
    }

    private static func values(_ value: Int?, of count: Int, isAny: Bool) -> Range<Int> {
        if let value { return value..<value + 1 }
        return isAny ? 0..<count : 0..<1
    }

    /// Returns the first moment at which a local clock shows a number of seconds since 1970 in its own time or, if it
    /// never does, is put forward beyond it.
    private static func moment(showing shown: Int64, _ offset: (Int64) -> Int64) -> Int64 {
        let (before, after) = (offset(shown - day), offset(shown + day))
        let candidates = [before, after].filter { offset(shown - $0) == $0 }.map { shown - $0 }
        if let first = candidates.min() { return first }
        // The change of the clock is between these moments.
        var (low, high) = (min(shown - before, shown - after) - 1, max(shown - before, shown - after) + 1)
        let old = offset(low)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if offset(middle) == old { low = middle } else { high = middle }
        }
        return high
    }
}
