// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Where a publisher lives, with its summer time by the rules of 2007 and later.
package enum PublishingZone: Sendable {
    case universal, london, berlin, newYork, losAngeles

    private var hours: Int64 {
        switch self {
        case .universal, .london: 0
        case .berlin: 1
        case .newYork: -5
        case .losAngeles: -8
        }
    }

    /// Seconds since 1970 of a local time of a day; one that does not exist is taken in standard time.
    package func time(_ day: CivilDate, hour: Int64, minute: Int64 = 0) -> Int64 {
        let standard = day.days * CivilDate.secondsOfDay + (hour - hours) * 3600 + minute * 60
        return isSummer(standard, year: day.year) ? standard - 3600 : standard
    }

    private func isSummer(_ time: Int64, year: Int64) -> Bool {
        switch self {
        case .universal: return false
        case .london, .berlin:
            let begin = Self.sunday(.last, of: 3, year) * CivilDate.secondsOfDay + 3600
            let end = Self.sunday(.last, of: 10, year) * CivilDate.secondsOfDay + 3600
            return time >= begin && time < end
        case .newYork, .losAngeles:
            let begin = Self.sunday(.number(2), of: 3, year) * CivilDate.secondsOfDay + (2 - hours) * 3600
            let end = Self.sunday(.number(1), of: 11, year) * CivilDate.secondsOfDay + (1 - hours) * 3600
            return time >= begin && time < end
        }
    }

    private enum Sunday {
        case number(Int64)
        case last
    }

    private static func sunday(_ which: Sunday, of month: Int64, _ year: Int64) -> Int64 {
        switch which {
        case .number(let number):
            let first = CivilDate(year, month, 1).days
            return first + (6 - (first + 3) % 7) + (number - 1) * 7
        case .last:
            let last = CivilDate(year, month + 1, 1).days - 1
            return last - (last + 4) % 7
        }
    }
}
