// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Dates as pages spell them: ISO 8601 in its extended and its basic form, with a space for the `T`, or with a clock of
/// twelve hours.
enum PageDate {
    /// The longest text, in bytes.
    static let limit = 40

    /// Returns a date in the extended form of ISO 8601: `2026`, `2026-12`, `2026-12-11` or `2026-12-11T20:00:00+01:00`,
    /// with as much of the time as is given.
    ///
    /// An invalid time is left out; text after a date that is not a time is ignored.
    ///
    /// - Returns: `nil` for a text that does not begin with a date, and for a day that is in no calendar.
    static func normalized(_ text: String) -> String? {
        guard text.utf8.count <= limit else { return nil }
        var rest = text[...].drop { $0 == " " }
        guard let year = digits(4, &rest), year > 0 else { return nil }
        let yearText = CivilDate.filled(year, 4)
        if let next = rest.first, next.isASCII, next.isNumber { return basic(year, rest) }
        guard let sign = rest.first, "-/.".contains(sign) else { return yearText }
        rest.removeFirst()
        guard let month = digits(2, &rest) else { return yearText }
        guard (1...12).contains(month) else { return nil }
        guard rest.first == sign else { return yearText + "-" + CivilDate.filled(month, 2) }
        rest.removeFirst()
        guard let day = digits(2, &rest) else { return nil }
        return moment(year, month, day, rest)
    }

    /// `20261211`, with or without `T200000Z`, after the year.
    private static func basic(_ year: Int64, _ text: Substring) -> String? {
        var rest = text
        guard let month = digits(2, &rest), let day = digits(2, &rest) else { return nil }
        return moment(year, month, day, rest)
    }

    private static func moment(_ year: Int64, _ month: Int64, _ day: Int64, _ rest: Substring) -> String? {
        if let next = rest.first, next.isASCII, next.isNumber { return nil }
        var date = CivilDate(year, month, day)
        guard (1...12).contains(month), (1...length(of: month, year)).contains(day) else { return nil }
        var rest = rest
        guard let sign = rest.first, sign == "T" || sign == "t" || sign == " " else { return date.text }
        rest = rest.dropFirst().drop { $0 == " " }
        guard let clock = clock(rest) else { return date.text }
        // The end of a day is the beginning of the next one.
        if clock.hours == 24, date.days >= 0 { date = CivilDate(days: date.days + 1) }
        return date.text + "T" + clock.text
    }

    private static func length(of month: Int64, _ year: Int64) -> Int64 {
        let next = month == 12 ? CivilDate(year + 1, 1, 1) : CivilDate(year, month + 1, 1)
        return next.days - CivilDate(year, month, 1).days
    }

    /// `20:00`, `20:00:30+01:00`, `2000`, `200030Z`, `8:00 PM`.
    private static func clock(_ text: Substring) -> (hours: Int64, text: String)? {
        var rest = text
        let figures = rest.prefix { $0.isASCII && $0.isNumber }.count
        guard var hours = digits(figures == 1 ? 1 : 2, &rest) else { return nil }
        let isExtended = rest.first == ":"
        if isExtended { rest.removeFirst() }
        guard isExtended || figures == 4 || figures == 6, let minutes = digits(2, &rest) else { return nil }
        var seconds: Int64?
        if isExtended, rest.first == ":" {
            rest.removeFirst()
            guard let number = digits(2, &rest) else { return nil }
            seconds = number
        } else if !isExtended, figures == 6 {
            seconds = digits(2, &rest)
        }
        // Nothing begins in the middle of a second.
        if let sign = rest.first, sign == "." || sign == "," {
            rest = rest.dropFirst().drop { $0.isASCII && $0.isNumber }
        }
        rest = rest.drop { $0 == " " }
        let half = rest.prefix(2).lowercased()
        if half == "am" || half == "pm" {
            guard (1...12).contains(hours) else { return nil }
            hours = hours % 12 + (half == "pm" ? 12 : 0)
            rest = rest.dropFirst(2).drop { $0 == " " }
        }
        guard minutes < 60, seconds ?? 0 <= 60, hours < 24 || hours == 24 && minutes == 0 && seconds ?? 0 == 0 else {
            return nil
        }
        let parts = [hours % 24, minutes] + (seconds.map { [min($0, 59)] } ?? [])
        return (hours, parts.map { CivilDate.filled($0, 2) }.joined(separator: ":") + zone(rest))
    }

    /// `Z`, `+01:00`, or nothing.
    private static func zone(_ text: Substring) -> String {
        if text.first == "Z" || text.first == "z" { return "Z" }
        guard let sign = text.first, "+-\u{2212}".contains(sign) else { return "" }
        var rest = text.dropFirst()
        guard let hours = digits(2, &rest), hours < 24 else { return "" }
        if rest.first == ":" { rest.removeFirst() }
        let minutes = digits(2, &rest) ?? 0
        guard minutes < 60 else { return "" }
        return (sign == "+" ? "+" : "-") + CivilDate.filled(hours, 2) + ":" + CivilDate.filled(minutes, 2)
    }

    /// Takes a number with this many digits off the front; takes nothing if there is none.
    private static func digits(_ count: Int, _ text: inout Substring) -> Int64? {
        let figures = text.prefix(count)
        guard figures.count == count, figures.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        text = text.dropFirst(count)
        return Int64(figures)
    }
}
