// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A day of the Gregorian calendar, in UTC, as written in files.
///
/// The arithmetic is that of Howard Hinnant's "chrono-compatible low-level date algorithms": years begin in March, so
/// that the length of February does not matter.
package struct CivilDate: Sendable, Equatable {
    package static let secondsOfDay: Int64 = 86_400
    /// The number of days from the first of March of the year 0 to the first of January 1970.
    private static let epoch: Int64 = 719_468
    private static let daysOfEra: Int64 = 146_097

    package var year: Int64
    package var month: Int64
    package var day: Int64

    /// Creates a date that need not be valid: a 31st of June is the first of July in ``days``.
    ///
    /// - Parameter month: From 1 to 12.
    package init(_ year: Int64, _ month: Int64, _ day: Int64) {
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// - Parameter days: The days since the first of January 1970; not below 0.
    package init(days: Int64) {
        let shifted = days + Self.epoch
        let era = shifted / Self.daysOfEra
        let dayOfEra = shifted - era * Self.daysOfEra
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        month = march < 10 ? march + 3 : march - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        day = dayOfYear - (153 * march + 2) / 5 + 1
    }

    /// The days since the first of January 1970; below 0 for earlier dates.
    package var days: Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * Self.daysOfEra + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - Self.epoch
    }

    /// `2026-11-22`.
    package var text: String { Self.filled(year, 4) + "-" + Self.filled(month, 2) + "-" + Self.filled(day, 2) }

    /// Returns a number padded with zeros to at least `digits` digits.
    package static func filled(_ number: Int64, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}
