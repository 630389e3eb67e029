// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Quantities with units: `20m`, `1h30m`, `30d`.
enum QueryUnits {
    /// A playing time in seconds, and the unit up to which it is exact: `20m`, `1h30m`, `45s`, `3:45`, `180`.
    static func length(_ text: String) -> (seconds: Int64, unit: Int64)? {
        if let clock = clock(text) { return (clock, 1) }
        if let seconds = number(text) { return (seconds, 1) }
        let units: [Character: Int64] = ["h": 3600, "m": 60, "s": 1]
        var (total, smallest) = (Int64(0), Int64.max)
        var digits = ""
        for character in text {
            if character.isASCII, character.isNumber {
                digits.append(character)
                continue
            }
            guard let unit = units[Character(character.lowercased())], let count = number(digits), unit < smallest
            else { return nil }
            total += count * unit
            smallest = unit
            digits = ""
        }
        return digits.isEmpty && smallest != .max ? (total, smallest) : nil
    }

    /// Seconds: a number with `h`, `d`, `w`, `m` (30 days) or `y` (365 days).
    static func age(_ text: String) -> Int64? {
        let units: [Character: Int64] = ["h": 3600, "d": 86_400, "w": 604_800, "m": 2_592_000, "y": 31_536_000]
        guard let last = text.last, let unit = units[Character(last.lowercased())] else { return nil }
        return number(String(text.dropLast())).map { min($0 * unit, QueryTimeSpan.farthest) }
    }

    /// `3:45` or `1:02:03`.
    private static func clock(_ text: String) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { number(String($0)) }
        guard (2...3).contains(parts.count) else { return nil }
        var total: Int64 = 0
        for (index, part) in parts.enumerated() {
            guard let part, index == 0 || part < 60 else { return nil }
            total = total * 60 + part
        }
        return total
    }

    /// At most nine digits, so that no product overflows.
    static func number(_ text: String) -> Int64? {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int64(text)
    }
}

/// Dates of the calendar, in UTC.
enum CivilDate {
    /// The seconds since 1970 of a year, a month or a day: `2024`, `2024-05`, `2024-05-17`.
    static func seconds(_ text: String) -> ClosedRange<Int64>? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { QueryUnits.number(String($0)) }
        guard numbers.count == parts.count, (1...3).contains(parts.count), parts[0].count == 4 else { return nil }
        let (year, month) = (numbers[0], numbers.count > 1 ? numbers[1] : 1)
        guard (1...12).contains(month) else { return nil }
        switch numbers.count {
        case 1: return days(year, 1, 1) * 86_400...days(year + 1, 1, 1) * 86_400 - 1
        case 2:
            let next = month == 12 ? days(year + 1, 1, 1) : days(year, month + 1, 1)
            return days(year, month, 1) * 86_400...next * 86_400 - 1
        default:
            let start = days(year, month, numbers[2])
            let next = month == 12 ? days(year + 1, 1, 1) : days(year, month + 1, 1)
            guard numbers[2] >= 1, start < next else { return nil }
            return start * 86_400...(start + 1) * 86_400 - 1
        }
    }

    /// Days since 1970 of a date of the Gregorian calendar (Howard Hinnant, "chrono-compatible low-level date
    /// algorithms").
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
