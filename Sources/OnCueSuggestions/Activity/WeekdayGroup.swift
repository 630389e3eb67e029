// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Days of the week with a common name. The raw value is the word on the bus, in files and in commands.
package enum WeekdayGroup: String, Sendable, CaseIterable {
    case daily, weekdays, weekends

    /// The numbers of the days, from 0 for Monday.
    package var days: Set<Int> {
        switch self {
        case .daily: Set(0..<7)
        case .weekdays: Set(0..<5)
        case .weekends: [5, 6]
        }
    }

    /// The days in their order, as a calendar selects them: none for every day.
    package var selection: [Int] { self == .daily ? [] : days.sorted() }

    /// The group that has exactly these days.
    package init?(_ days: Set<Int>) {
        guard let group = Self.allCases.first(where: { $0.days == days }) else { return nil }
        self = group
    }
}
