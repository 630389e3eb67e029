// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCuePhrases

/// The format of future times in arguments, in local time.
package enum ComingMomentText {
    package static let expected = "08:10, \"Mon 08:10\" or \"2026-11-23 08:10\""

    /// Parses a time of day, or a weekday with one, as its next occurrence, or a date.
    ///
    /// - Parameter now: Seconds since 1970.
    /// - Returns: Seconds since 1970, or `nil` if the text cannot be parsed.
    package static func seconds(_ text: String, now: Int64) -> Int64? {
        let words = text.split(separator: " ")
        switch words.count {
        case 1:
            if let minute = ClockText.minute(words[0]) { return next(minute, on: nil, now) }
            return date(String(words[0]), now)
        case 2:
            guard let minute = ClockText.minute(words[1]) else { return nil }
            if let weekday = ClockText.weekday(words[0]) { return next(minute, on: weekday, now) }
            return date("\(words[0])T\(ClockText.text(minute))", now)
        default: return nil
        }
    }

    private static func date(_ text: String, _ now: Int64) -> Int64? {
        text.contains("-") && text.contains("T") ? MomentText.seconds(text, now: now) : nil
    }

    /// Returns the next occurrence, which may be the present minute.
    private static func next(_ minute: Int, on weekday: Int?, _ now: Int64) -> Int64? {
        var time = time_t(now)
        var today = tm()
        localtime_r(&time, &today)
        for offset in Int32(0)...7 {
            var day = today
            (day.tm_hour, day.tm_min, day.tm_sec, day.tm_isdst) = (Int32(minute / 60), Int32(minute % 60), 0, -1)
            day.tm_mday += offset
            let found = Int64(mktime(&day))
            let isThatDay = weekday.map { (Int(day.tm_wday) + 6) % 7 == $0 } ?? true
            if isThatDay, found > now - 60 { return found }
        }
        return nil
    }
}
