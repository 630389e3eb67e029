// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A day of the week. The raw value is its number, counted from Monday, which is 0.
package enum Weekday: Int, Sendable, CaseIterable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    /// The name in sentences, such as `Monday`.
    package var name: String {
        switch self {
        case .monday: "Monday"
        case .tuesday: "Tuesday"
        case .wednesday: "Wednesday"
        case .thursday: "Thursday"
        case .friday: "Friday"
        case .saturday: "Saturday"
        case .sunday: "Sunday"
        }
    }

    /// The word on the bus, in files and in commands, such as `mon`.
    package var word: String { name.prefix(3).lowercased() }

    package init?(word: some StringProtocol) {
        guard let day = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = day
    }

    /// Reads any beginning of a name with at least three letters, ignoring case.
    package init?(beginning: some StringProtocol) {
        let text = beginning.lowercased()
        guard text.utf8.count >= 3, let day = Self.allCases.first(where: { $0.name.lowercased().hasPrefix(text) })
        else { return nil }
        self = day
    }

    /// Returns the words of days with these numbers, in the order of the week.
    package static func words(_ numbers: some Sequence<Int>) -> [String] {
        numbers.sorted().compactMap { Self(rawValue: $0)?.word }
    }
}
