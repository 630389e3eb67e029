// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueSuggestions

/// The format of times of day in arguments and in output.
package enum ClockText {
    /// Returns the minutes since midnight of `08:10` or `8:10`, or `nil` if the text is not a time of day.
    package static func minute(_ text: some StringProtocol) -> Int? { TimeOfWeek.minute(text) }

    /// Returns both ends of `22:00-07:00`.
    package static func hours(_ text: String) -> (from: Int, to: Int)? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let from = minute(ends[0]), let to = minute(ends[1]) else { return nil }
        return (from, to)
    }

    /// `08:10`
    package static func text(_ minute: Int) -> String {
        func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        return padded(minute / 60) + ":" + padded(minute % 60)
    }

    /// Returns the number of the day of a text such as `mon` or `Monday`: any beginning of a name, from three letters
    /// on.
    static func weekday(_ text: some StringProtocol) -> Int? { Weekday(beginning: text)?.rawValue }

    /// Returns the days of `mon,tue` in the order of the week; `nil` if one is not a day.
    static func days(_ text: String) -> [String]? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { weekday($0) }
        guard numbers.allSatisfy({ $0 != nil }) else { return nil }
        return Weekday.words(Set(numbers.compactMap(\.self)))
    }
}
