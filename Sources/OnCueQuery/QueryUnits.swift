// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Quantities with units: `20m`, `1h30m`, `30d`.
enum QueryUnits {
    /// Parses a playing time; returns it in seconds, with the unit up to which it is exact: `20m`, `1h30m`, `45s`,
    /// `3:45`, `180`.
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

    /// Parses an age in seconds: a number with `min`, `h`, `d`, `w`, `mo` (30 days) or `y` (365 days).
    static func age(_ text: String) -> Int64? {
        let units: [String: Int64] = [
            "min": 60, "h": 3600, "d": 86_400, "w": 604_800, "mo": 2_592_000, "y": 31_536_000,
        ]
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let unit = units[text.dropFirst(digits.count).lowercased()] else { return nil }
        return number(String(digits)).map { min($0 * unit, QueryTimeSpan.farthest) }
    }

    /// Returns whether an age is ambiguous, such as `3m`, which may be minutes or months.
    static func isAmbiguousAge(_ text: String) -> Bool {
        text.last.map { $0 == "m" || $0 == "M" } == true && number(String(text.dropLast())) != nil
    }

    /// Parses `3:45` or `1:02:03`.
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

    /// Parses a number of at most nine digits, so that no product overflows.
    static func number(_ text: String) -> Int64? {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int64(text)
    }
}

extension CivilDate {
    /// Returns the seconds since 1970 of a year, a month or a day: `2024`, `2024-05`, `2024-05-17`.
    static func span(_ text: String) -> ClosedRange<Int64>? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { QueryUnits.number(String($0)) }
        guard numbers.count == parts.count, (1...3).contains(parts.count), parts[0].count == 4 else { return nil }
        let (year, month) = (numbers[0], numbers.count > 1 ? numbers[1] : 1)
        guard (1...12).contains(month) else { return nil }
        let nextYear = CivilDate(year + 1, 1, 1).days
        let nextMonth = month == 12 ? nextYear : CivilDate(year, month + 1, 1).days
        let start = CivilDate(year, month, numbers.count > 2 ? numbers[2] : 1).days
        switch numbers.count {
        case 1: return seconds(from: start, to: nextYear)
        case 2: return seconds(from: start, to: nextMonth)
        default: return numbers[2] >= 1 && start < nextMonth ? seconds(from: start, to: start + 1) : nil
        }
    }

    private static func seconds(from start: Int64, to end: Int64) -> ClosedRange<Int64> {
        start * secondsOfDay...end * secondsOfDay - 1
    }
}
