// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Moments as playlists write them: `2026-11-22T19:30:00Z`, with any offset in place of the Z (xsd:dateTime).
extension PlaylistTime {
    /// The years in which a playlist can have been created.
    private static let years: ClosedRange<Int64> = 1970...9999

    /// Returns the seconds since 1970, or `nil` if the text is not a time, or is one before 1970.
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
        let midnight = CivilDate(year, month, day).days * CivilDate.secondsOfDay
        let seconds = midnight + hour * 3600 + minute * 60 + second - offset
        return seconds >= 0 ? seconds : nil
    }

    /// The moment in UTC.
    ///
    /// - Parameter seconds: Since 1970; clamped to the years from 1970 to 9999.
    package static func text(moment seconds: Int64) -> String {
        let seconds = min(max(0, seconds), 253_402_300_799)
        let (day, rest) = seconds.quotientAndRemainder(dividingBy: CivilDate.secondsOfDay)
        let clock = [rest / 3600, rest / 60 % 60, rest % 60].map { CivilDate.filled($0, 2) }
        return CivilDate(days: day).text + "T" + clock.joined(separator: ":") + "Z"
    }

    /// Returns the clock, and the number of seconds by which it is ahead of UTC; without an offset it is taken for UTC.
    private static func divided(_ text: Substring) -> (clock: Substring, offset: Int64?) {
        if text.last == "Z" { return (text.dropLast(), 0) }
        guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return (text, 0) }
        let parts = text[text.index(after: sign)...].split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let hours = number(parts[0], in: 0...14), let minutes = number(parts[1], in: 0...59)
        else { return (text[..<sign], nil) }
        let offset = hours * 3600 + minutes * 60
        return (text[..<sign], text[sign] == "-" ? -offset : offset)
    }

    private static func number(_ text: Substring, in range: ClosedRange<Int64>) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(text) else {
            return nil
        }
        return range.contains(number) ? number : nil
    }
}
