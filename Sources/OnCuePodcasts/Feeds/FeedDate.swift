// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Dates in the formats of feeds: RFC 822 in its variants, ISO 8601, and mixtures.
package enum FeedDate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    /// Minutes east of Greenwich.
    private static let zones = [
        "gmt": 0, "utc": 0, "ut": 0, "z": 0, "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420,
        "mdt": -360, "pst": -480, "pdt": -420, "cet": 60, "cest": 120, "bst": 60, "ist": 330, "jst": 540,
        "aest": 600, "aedt": 660, "msk": 180,
    ]

    /// Returns the seconds since 1970; `nil` for text that is not a date between 1970 and 2200.
    ///
    /// Names of days are ignored, because feeds get them wrong; unknown names of zones count as UTC.
    package static func parse(_ text: String) -> Int64? {
        guard text.utf8.count <= 80 else { return nil }
        var reading = Reading()
        for word in words(of: text.lowercased()) { reading.take(word) }
        return reading.seconds
    }

    /// Divides a text into words of one sort of character each: letters, digits with their separators, and zones with a
    /// sign.
    private static func words(of text: String) -> [Substring] {
        var text = text[...]
        // The "T" between date and time.
        if let index = text.firstIndex(of: "t"), index > text.startIndex,
            text[text.index(before: index)].isNumber
        {
            text = text[..<index] + " " + text[text.index(after: index)...]
        }
        var words: [Substring] = []
        for part in text.split(whereSeparator: { " ,()\t\r\n".contains($0) }) { words += divided(part) }
        return words
    }

    /// Takes `10:00:00+02:00` and `10:00:00z` apart, and leaves `2026-11-21` together.
    private static func divided(_ part: Substring) -> [Substring] {
        guard let colon = part.firstIndex(of: ":"),
            let cut = part[colon...].firstIndex(where: { $0 == "+" || $0 == "-" || $0 == "\u{2212}" || $0.isLetter }),
            part.first?.isNumber == true
        else { return [part] }
        return [part[..<cut], part[cut...]]
    }

    private struct Reading {
        var year: Int?
        var month: Int?
        var day: Int?
        var time = 0
        var offset = 0

        mutating func take(_ word: Substring) {
            if word.contains(":"), word.first?.isNumber == true {
                takeTime(word)
            } else if let sign = word.first, sign == "+" || sign == "-" || sign == "\u{2212}" {
                takeOffset(word.dropFirst(), isNegative: sign != "+")
            } else if word.first?.isNumber == true {
                takeDate(word)
            } else if let index = FeedDate.months.firstIndex(where: { word.hasPrefix($0) }), month == nil {
                month = index + 1
            } else if let zone = FeedDate.zones[String(word)] {
                offset = zone
            } else if word.hasPrefix("gmt") || word.hasPrefix("utc") {
                takeOffset(word.dropFirst(4), isNegative: word.dropFirst(3).first == "-")
            } else if word == "pm", time < 43_200 {
                time += 43_200
            } else if word == "am", time >= 43_200 {
                time -= 43_200
            }
        }

        private mutating func takeTime(_ word: Substring) {
            let parts = word.split(separator: ":").map { Int($0.prefix { $0.isNumber }) ?? 0 }
            guard parts.count >= 2, parts.allSatisfy({ $0 <= 60 }) else { return }
            time = parts[0] * 3600 + parts[1] * 60 + (parts.count > 2 ? parts[2] : 0)
        }

        private mutating func takeOffset(_ word: Substring, isNegative: Bool) {
            let digits = word.filter(\.isNumber)
            guard let number = Int(digits), digits.count <= 4 else { return }
            let minutes = digits.count <= 2 ? number * 60 : number / 100 * 60 + number % 100
            offset = isNegative ? -minutes : minutes
        }

        /// Parses a day, a year, or a date such as `2026-11-21`, `21-Nov-2026`, `21.11.2026`, `20261121`.
        private mutating func takeDate(_ word: Substring) {
            let parts = word.split { "-./".contains($0) }
            if parts.count >= 3 { return takeParts(parts) }
            let digits = word.prefix { $0.isNumber }
            guard let number = Int(digits), digits.count <= 8 else { return }
            if digits.count == 8 {
                (year, month, day) = (number / 10_000, number / 100 % 100, number % 100)
            } else if digits.count == 4 {
                year = number
            } else if day == nil {
                day = number
            } else if year == nil {
                year = number + (number < 70 ? 2000 : 1900)
            }
        }

        private mutating func takeParts(_ parts: [Substring]) {
            guard let first = Int(parts[0]), let last = Int(parts[2].prefix { $0.isNumber }) else { return }
            let middle = FeedDate.months.firstIndex { parts[1].hasPrefix($0) }.map { $0 + 1 } ?? Int(parts[1]) ?? 0
            if parts[0].count == 4 {
                (year, month, day) = (first, middle, last)
            } else {
                // With a month above 12, the writer puts the month first.
                let isMonthFirst = middle > 12
                (month, day) = isMonthFirst ? (first, middle) : (middle, first)
                year = last + (last < 70 ? 2000 : last < 100 ? 1900 : 0)
            }
        }

        var seconds: Int64? {
            guard let year, let month, let day, (1970...2200).contains(year), (1...12).contains(month),
                (1...31).contains(day), time <= 90_000
            else { return nil }
            let midnight = CivilDate(Int64(year), Int64(month), Int64(day)).days * CivilDate.secondsOfDay
            let seconds = midnight + Int64(time - offset * 60)
            return seconds >= 0 ? seconds : nil
        }
    }

    /// Returns the day, such as `2026-11-21`, in UTC.
    ///
    /// - Parameter seconds: Since 1970; not below 0.
    package static func day(of seconds: Int64) -> String {
        CivilDate(days: seconds / CivilDate.secondsOfDay).text
    }
}
