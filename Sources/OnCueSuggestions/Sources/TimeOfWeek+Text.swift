// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension TimeOfWeek {
    /// Reads `07:30`, `daily 07:30`, `weekdays 07:30`, `weekends 10:00`, `mon 08:10`, `mon,wed 18:00`, `mon-fri 7:30`.
    ///
    /// - Returns: `nil` for anything else.
    package init?(_ text: String) {
        let words = text.lowercased().split { $0 == " " || $0 == "\t" }
        guard let clock = words.last, words.count <= 2, let minute = Self.minute(clock) else { return nil }
        let days = words.count == 1 ? WeekdayGroup.daily.days : Self.days(words[0])
        guard let days else { return nil }
        self.init(days: days, minute: minute)
    }

    /// Returns the minutes since midnight of `07:30` or `7:30`; `nil` for anything else.
    package static func minute(_ text: some StringProtocol) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        return hour * 60 + minute
    }

    /// Returns the days of `daily`, `weekdays`, `weekends`, `mon`, `mon,wed`, `mon-fri`; `nil` for anything else.
    static func days(_ text: some StringProtocol) -> Set<Int>? {
        if let group = WeekdayGroup(rawValue: String(text)) { return group.days }
        var days: Set<Int> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map {
                Weekday(word: $0)?.rawValue
            }
            guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2 else { return nil }
            // From Saturday to Monday is three days.
            for step in 0...((last - first + 7) % 7) { days.insert((first + step) % 7) }
        }
        return days
    }
}

extension TimeOfWeek: CustomStringConvertible {
    /// The form that ``init(_:)`` reads, always the same for the same times.
    package var description: String { Self.text(ofDays: days) + " " + Self.text(ofMinute: minute) }

    /// `weekdays`, or `mon,wed`.
    static func text(ofDays days: Set<Int>) -> String {
        WeekdayGroup(days)?.rawValue ?? Weekday.words(days).joined(separator: ",")
    }

    /// `07:30`
    static func text(ofMinute minute: Int) -> String {
        let (hour, minute) = minute.quotientAndRemainder(dividingBy: 60)
        return (hour < 10 ? "0" : "") + "\(hour)" + (minute < 10 ? ":0" : ":") + "\(minute)"
    }
}
