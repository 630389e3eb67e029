// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueNotifications
internal import OnCueSuggestions

/// The repetition of calendar moments, in words.
struct CalendarPhrase {
    private let components: CalendarComponents

    init(_ components: CalendarComponents) { self.components = components }

    /// `each day`, `on weekdays`, `each hour on Monday in December`; `nil` if there is only one such moment.
    ///
    /// The time of day is left out, since the next moment is shown beside it, except for an hour of which every minute
    /// counts.
    var repetition: String? {
        if isOften { return often + on + within }
        return days
    }

    // MARK: Several times a day

    private var isOften: Bool {
        components.minute == nil ? components.second != nil : components.hour == nil
    }

    private var often: String {
        guard components.minute == nil else { return "each hour" }
        guard let hour = components.hour else { return "each minute" }
        let shown = CivilDate.filled(Int64(hour), 2)
        return "each minute from \(shown):00 to \(shown):59"
    }

    /// The days on which the moments are.
    private var on: String {
        guard let day = components.day else { return weekdays.map { " on " + $0.names } ?? "" }
        return " " + date(day) + condition
    }

    // MARK: Days

    private var days: String? {
        guard let day = components.day else {
            // A month or a year without anything smaller is its first day.
            if weekdays == nil, !hasTime, components.month != nil || components.year != nil {
                return components.year == nil ? "each year" : nil
            }
            return (weekdays?.each ?? "each day") + within
        }
        guard components.month == nil || components.year == nil else { return nil }
        if weekdays != nil { return date(day) + condition + within }
        if components.month != nil { return components.month == 2 && day == 29 ? "each leap year" : "each year" }
        return "each month" + (day > 28 ? " that has a \(Self.ordinal(day))" : "") + within
    }

    private var hasTime: Bool { components.hour != nil || components.minute != nil || components.second != nil }

    /// `on the 13th`, `on 13 June`, `on 13 June 2027`
    private func date(_ day: Int) -> String {
        guard let month = components.month else { return "on the " + Self.ordinal(day) }
        return "on \(day) \(Self.month(month))" + (components.year.map { " \($0)" } ?? "")
    }

    private var condition: String { weekdays.map { " if that is \($0.one)" } ?? "" }

    /// ` in December 2027`: the part that the date itself does not contain.
    private var within: String {
        let year = components.year.map(String.init)
        guard let month = components.month else { return year.map { " in " + $0 } ?? "" }
        guard components.day == nil else { return "" }
        return " in " + ([Self.month(month)] + [year].compactMap(\.self)).joined(separator: " ")
    }

    // MARK: Words

    /// The days of the week in three phrases: together, each of them, and one of them.
    private var weekdays: (names: String, each: String, one: String)? {
        let days = Set(components.weekdays)
        guard !days.isEmpty else { return nil }
        switch WeekdayGroup(days) {
        case .daily: return nil
        case .weekdays: return ("weekdays", "on weekdays", "a weekday")
        case .weekends: return ("weekends", "on weekends", "a Saturday or Sunday")
        case nil:
            let names = days.sorted().compactMap { Weekday(rawValue: $0)?.name }
            let all = names.joined(separator: ", ")
            return (all, "each " + all, "a " + names.joined(separator: " or "))
        }
    }

    /// `1st`, `22nd`, `13th`, of 1 to 31.
    private static func ordinal(_ day: Int) -> String {
        switch day {
        case 1, 21, 31: "\(day)st"
        case 2, 22: "\(day)nd"
        case 3, 23: "\(day)rd"
        default: "\(day)th"
        }
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    private static func month(_ number: Int) -> String {
        months.indices.contains(number - 1) ? months[number - 1] : String(number)
    }
}
