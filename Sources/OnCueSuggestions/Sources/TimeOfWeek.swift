// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A time of day on some days of the week, as `weekdays 07:30`.
package struct TimeOfWeek: Sendable, Hashable, Codable {
    /// 0 for Monday to 6 for Sunday; not empty.
    package let days: Set<Int>
    /// Minutes since midnight, from 0 to below 1440.
    package let minute: Int

    /// - Returns: `nil` without days, or with invalid days or minutes.
    package init?(days: Set<Int>, minute: Int) {
        guard !days.isEmpty, days.allSatisfy((0..<7).contains), (0..<1440).contains(minute) else { return nil }
        self.days = days
        self.minute = minute
    }

    /// Returns the next occurrence on a clock, in seconds since 1970.
    ///
    /// A time that is skipped at the beginning of daylight saving time occurs later by as much as the clock is put
    /// forward; of a time that occurs twice only the first counts.
    ///
    /// - Parameters:
    ///   - now: The result is later than this.
    ///   - offset: Returns the offset of the local clock from UTC in seconds, positive to the east, at a moment in
    ///     seconds since 1970.
    package func next(after now: Int, offset: (Int) -> Int) -> Int? {
        let today = Self.floorDivision(now + offset(now), Self.secondsPerDay)
        // Yesterday's may have been put forward beyond midnight.
        for day in (today - 1)...(today + 8) where days.contains(Self.weekday(ofDay: day)) {
            let moment = Self.moment(day * Self.secondsPerDay + minute * 60, offset)
            if moment > now { return moment }
        }
        return nil
    }

    private static let secondsPerDay = 86_400

    /// Returns the moment at which a clock shows a number of seconds since 1970 in its own time.
    private static func moment(_ shown: Int, _ offset: (Int) -> Int) -> Int {
        let (before, after) = (offset(shown - secondsPerDay), offset(shown + secondsPerDay))
        let candidates = [before, after].filter { offset(shown - $0) == $0 }.map { shown - $0 }
        return candidates.min() ?? shown - before
    }

    /// 1 January 1970 was a Thursday.
    private static func weekday(ofDay day: Int) -> Int { ((day + 3) % 7 + 7) % 7 }

    private static func floorDivision(_ number: Int, _ divisor: Int) -> Int {
        let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }
}

/// A time of day set by the user, with its name.
package struct NamedTime: Sendable, Hashable, Codable {
    /// The most times that can be set.
    package static let limit = 50

    package var name: String
    package var time: TimeOfWeek

    package init(name: String, time: TimeOfWeek) {
        self.name = name
        self.time = time
    }

    /// - Parameters:
    ///   - minute: Minutes since midnight.
    ///   - weekdays: 0 for Monday to 6 for Sunday; empty for every day.
    /// - Returns: `nil` for an invalid time of day, weekday or name.
    package init?(name: String, minute: Int, weekdays: Set<Int> = []) {
        let days = weekdays.isEmpty ? Set(0..<7) : weekdays
        guard PlaceBook.isName(name), let time = TimeOfWeek(days: days, minute: minute) else { return nil }
        self.init(name: name, time: time)
    }
}
