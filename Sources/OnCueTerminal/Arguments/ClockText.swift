// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The format of times of day in arguments and in output.
package enum ClockText {
    /// Returns the minutes since midnight of `08:10` or `8:10`, or `nil` if the text is not a time of day.
    package static func minute(_ text: some StringProtocol) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
            parts.allSatisfy({ part in part.utf8.allSatisfy { (0x30...0x39).contains($0) } }), let hour = Int(parts[0]),
            let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        return hour * 60 + minute
    }

    /// Both ends of `22:00-07:00`.
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

    /// `mon` to `sun`.
    static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    /// Returns the day, counted from Monday, of a text such as `mon` or `Monday`: any beginning of a name from three
    /// letters on.
    static func weekday(_ text: some StringProtocol) -> Int? {
        let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        let word = text.lowercased()
        return word.utf8.count >= 3 ? names.firstIndex { $0.hasPrefix(word) } : nil
    }

    /// The days of `mon,tue` in the order of the week; `nil` where one is none.
    static func days(_ text: String) -> [String]? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { weekday($0) }
        guard numbers.allSatisfy({ $0 != nil }) else { return nil }
        return Set(numbers.compactMap(\.self)).sorted().map { days[$0] }
    }
}
