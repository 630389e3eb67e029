// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// A reminder of an event.
package struct EventReminder: Sendable, Equatable {
    /// In seconds since 1970.
    package var time: Int64
    /// The time between the reminder and the event, for people: `the day before`.
    package var words: String

    package init(_ time: Int64, _ words: String) { (self.time, self.words) = (time, words) }
}

/// The reason why a reminder of an event cannot be set in time.
package struct EventReminderRefusal: Error, Sendable, Equatable {
    package enum Code: Sendable {
        /// Its page names no day.
        case undated
        /// Its page names no time of day.
        case timeless
        case over
        case begun
        /// The time of the reminder has passed, but the event has not begun.
        case late
    }

    package var code: Code
    package var message: String

    package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }
}

extension KeptEvent {
    /// The time of day before an event, on the day before, in seconds.
    private static let evening: Int64 = 18 * 3_600
    /// The time before an event for which the evening before has passed, in seconds.
    private static let shortly: Int64 = 2 * 3_600

    /// Returns the time of the reminder if none is given: on the day before at 18:00 by the clock of this machine or,
    /// if that has passed, two hours before the event begins.
    ///
    /// - Parameters:
    ///   - now: Seconds since 1970.
    ///   - offset: Returns the seconds by which the clock of this machine is ahead of UTC at a time.
    package func reminder(
        now: Int64, offset: (Int64) -> Int64
    ) throws(EventReminderRefusal) -> EventReminder {
        let begin = try beginning(now: now, offset: offset)
        let day = CivilDate.secondsOfDay
        let evening = Self.instant(((starts ?? 0) / day - 1) * day + Self.evening, offset)
        if evening > now { return EventReminder(evening, "the day before") }
        guard let begin else {
            throw EventReminderRefusal(
                .timeless,
                "\"\(title)\" is on \(startText), and its page names no time of day; say when with --at or --in")
        }
        guard begin - Self.shortly > now else {
            throw EventReminderRefusal(
                .late, "\"\(title)\" begins at \(startText), in less than two hours; say when with --at or --in")
        }
        return EventReminder(begin - Self.shortly, "two hours before")
    }

    /// Returns the reminder at a given span before the event begins.
    ///
    /// - Parameters:
    ///   - seconds: The span.
    ///   - words: The span, for people: `2 h`.
    ///   - now: Seconds since 1970.
    ///   - offset: Returns the seconds by which the clock of this machine is ahead of UTC at a time.
    package func reminder(
        before seconds: Int64, _ words: String, now: Int64, offset: (Int64) -> Int64
    ) throws(EventReminderRefusal) -> EventReminder {
        guard let begin = try beginning(now: now, offset: offset) else {
            throw EventReminderRefusal(
                .timeless,
                "\"\(title)\" is on \(startText), and its page names no time of day; say when with --at or --in")
        }
        guard begin - seconds > now else {
            throw EventReminderRefusal(
                .late,
                "\"\(title)\" begins at \(startText), and \(words) before that has passed; say when with --at or --in")
        }
        return EventReminder(begin - seconds, words + " before")
    }

    /// Returns the time at which it begins, in seconds since 1970; `nil` if only its day is known.
    private func beginning(now: Int64, offset: (Int64) -> Int64) throws(EventReminderRefusal) -> Int64? {
        guard let starts, let ends else {
            throw EventReminderRefusal(.undated, "the page of \"\(title)\" names no day; say when with --at or --in")
        }
        guard ends > now + offset(now) else {
            throw EventReminderRefusal(
                .over, "\"\(title)\" was on \(startText) and is over; nothing is left to remind of")
        }
        guard let clock = start.split(separator: "T", maxSplits: 1).dropFirst().first, clock.contains(":") else {
            return nil
        }
        let begin = Self.zone(of: clock).map { starts - $0 } ?? Self.instant(starts, offset)
        guard begin > now else {
            throw EventReminderRefusal(.begun, "\"\(title)\" has begun at \(startText); nothing is left to remind of")
        }
        return begin
    }

    /// Returns the time at which this machine's clock shows a given time.
    private static func instant(_ shown: Int64, _ offset: (Int64) -> Int64) -> Int64 {
        shown - offset(shown - offset(shown))
    }

    /// The seconds by which the clock of `20:00:00+01:00` is ahead of UTC; `nil` without a time zone.
    private static func zone(of clock: Substring) -> Int64? {
        if clock.hasSuffix("Z") { return 0 }
        guard let sign = clock.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return nil }
        let digits = clock[clock.index(after: sign)...].filter { $0 != ":" }
        guard digits.count == 2 || digits.count == 4, let hours = Int64(digits.prefix(2)),
            let minutes = Int64("0" + digits.dropFirst(2)), hours < 24, minutes < 60
        else { return nil }
        return (clock[sign] == "-" ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }
}
