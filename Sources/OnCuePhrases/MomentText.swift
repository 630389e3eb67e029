// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// The format of past times in arguments and in output, in local time.
package enum MomentText {
    package static let expected =
        "30m (minutes), 2h, 3d, 2w, 6mo (months of 30 days), 1y, today, yesterday, 2026-11-20 or 2026-11-20T18:30"

    /// Parses an age (`30m`, `2h`, `3d`, `2w`, `6mo`, `1y`), `today`, `yesterday`, or a date with or without a time.
    ///
    /// - Parameter now: Seconds since 1970.
    /// - Returns: Seconds since 1970, or `nil` if the text cannot be parsed.
    package static func seconds(_ text: String, now: Int64) -> Int64? {
        let word = text.lowercased()
        switch word {
        case "now": return now
        case "today": return day(of: now, offset: 0)
        case "yesterday": return day(of: now, offset: -1)
        default: return ago(word).map { now - $0 } ?? date(word)
        }
    }

    /// The seconds in an age (`30m`, `2h`, `3d`, `2w`, `6mo`, `1y`); `nil` for another text.
    package static func ago(_ text: String) -> Int64? {
        let units: [Substring: Int64] = [
            "min": 60, "m": 60, "h": 3600, "d": 86_400, "w": 604_800, "mo": 2_592_000, "y": 31_536_000,
        ]
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let unit = units[text.dropFirst(digits.count)] else { return nil }
        return number(digits, digits: 1...6).map { Int64($0) * unit }
    }

    private static func date(_ text: String) -> Int64? {
        let parts = text.split(separator: "t", omittingEmptySubsequences: false)
        let days = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count <= 2, days.count == 3, let year = number(days[0], digits: 4...4), year >= 1970,
            let month = number(days[1], digits: 2...2), (1...12).contains(month),
            let day = number(days[2], digits: 2...2), (1...31).contains(day)
        else { return nil }
        var (hour, minute) = (0, 0)
        if parts.count == 2 {
            let clock = parts[1].split(separator: ":", omittingEmptySubsequences: false)
            guard clock.count == 2, let hours = number(clock[0], digits: 2...2), hours < 24,
                let minutes = number(clock[1], digits: 2...2), minutes < 60
            else { return nil }
            (hour, minute) = (hours, minutes)
        }
        var fields = tm()
        (fields.tm_year, fields.tm_mon, fields.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
        (fields.tm_hour, fields.tm_min, fields.tm_isdst) = (Int32(hour), Int32(minute), -1)
        let seconds = mktime(&fields)
        // The 31st of a shorter month would be a day of the next one.
        return fields.tm_mday == Int32(day) ? Int64(seconds) : nil
    }

    private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
        guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }

    /// The midnight before a moment, some days later.
    private static func day(of seconds: Int64, offset: Int32) -> Int64 {
        var fields = fields(seconds)
        (fields.tm_hour, fields.tm_min, fields.tm_sec, fields.tm_isdst) = (0, 0, 0, -1)
        fields.tm_mday += offset
        return Int64(mktime(&fields))
    }

    private static func fields(_ seconds: Int64) -> tm {
        var time = time_t(seconds)
        var fields = tm()
        localtime_r(&time, &fields)
        return fields
    }

    /// `2026-11-20 18:30`
    package static func text(_ seconds: Int64) -> String {
        let fields = fields(seconds)
        func padded(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
        return "\(fields.tm_year + 1900)-\(padded(fields.tm_mon + 1))-\(padded(fields.tm_mday)) "
            + "\(padded(fields.tm_hour)):\(padded(fields.tm_min))"
    }

    /// Seconds since 1970 now.
    package static var now: Int64 { Int64(time(nil)) }

    /// Nanoseconds since 1970 now, for unique names.
    package static var nanoseconds: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }
}
