// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Moments as playlists write them: `2026-11-22T19:30:00Z`, with any offset in place of the Z (xsd:dateTime).
extension PlaylistTime {
    private static let secondsOfDay: Int64 = 86_400
    /// Nobody has made a playlist before or after.
    private static let years: ClosedRange<Int64> = 1970...9999

    /// Seconds since 1970, of which a time before that has none; `nil` for what is no such moment.
    package static func moment(_ text: some StringProtocol) -> Int64? {
        let text = text.trimmingSpaces.uppercased()
        guard let divider = text.firstIndex(of: "T") else { return nil }
        let date = text[..<divider].split(separator: "-", omittingEmptySubsequences: false)
        let (clock, offset) = divided(text[text.index(after: divider)...])
        let times = clock.split(separator: ":", omittingEmptySubsequences: false)
        guard date.count == 3, times.count == 3, let offset, let year = number(date[0], in: years),
            let month = number(date[1], in: 1...12), let day = number(date[2], in: 1...31),
            let hour = number(times[0], in: 0...24), let minute = number(times[1], in: 0...59),
            let second = number(times[2].prefix { $0 != "." }, in: 0...60)
        else { return nil }
        let seconds = days(year, month, day) * secondsOfDay + hour * 3600 + minute * 60 + second - offset
        return seconds >= 0 ? seconds : nil
    }

    /// The moment in UTC.
    ///
    /// - Parameter seconds: Since 1970; taken into the years from 1970 to 9999.
    package static func text(moment seconds: Int64) -> String {
        let seconds = min(max(0, seconds), 253_402_300_799)
        let (day, rest) = seconds.quotientAndRemainder(dividingBy: secondsOfDay)
        // Years begin in March here, so that what February has does not matter (Howard Hinnant, civil_from_days).
        let shifted = day + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let date = [filled(year, 4), filled(month, 2), filled(dayOfYear - (153 * march + 2) / 5 + 1, 2)]
        let clock = [filled(rest / 3600, 2), filled(rest / 60 % 60, 2), filled(rest % 60, 2)]
        return date.joined(separator: "-") + "T" + clock.joined(separator: ":") + "Z"
    }

    /// The clock, and how many seconds it is ahead; without that it is taken for UTC.
    private static func divided(_ text: Substring) -> (clock: Substring, offset: Int64?) {
        if text.last == "Z" { return (text.dropLast(), 0) }
        guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return (text, 0) }
        let parts = text[text.index(after: sign)...].split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let hours = number(parts[0], in: 0...14), let minutes = number(parts[1], in: 0...59)
        else { return (text[..<sign], nil) }
        let offset = hours * 3600 + minutes * 60
        return (text[..<sign], text[sign] == "-" ? -offset : offset)
    }

    /// The days from 1970 on (Howard Hinnant, days_from_civil).
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func number(_ text: Substring, in range: ClosedRange<Int64>) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(text) else {
            return nil
        }
        return range.contains(number) ? number : nil
    }

    private static func filled(_ number: Int64, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}
