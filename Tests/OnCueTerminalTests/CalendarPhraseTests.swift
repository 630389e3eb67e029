// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueNotifications
import OnCuePhrases
import Testing

@Suite("How often moments of the calendar come, in words")
struct CalendarPhraseTests {
    /// 26 November 2026, 12:00.
    private static let now: Int64 = 1_795_694_400

    private static func words(_ components: CalendarComponents) -> String {
        NotificationTriggerText.text(.calendar(components, repeats: true), due: nil)
    }

    @Test(
        "Each combination of parts says what it is",
        arguments: [
            (CalendarComponents(hour: 7), "each day"),
            (CalendarComponents(hour: 7, minute: 30), "each day"),
            (CalendarComponents(minute: 0), "each hour"),
            (CalendarComponents(minute: 5, second: 30), "each hour"),
            (CalendarComponents(second: 0), "each minute"),
            (CalendarComponents(hour: 9, second: 30), "each minute from 09:00 to 09:59"),
            (CalendarComponents(weekdays: [4, 3, 2, 1, 0], hour: 7), "on weekdays"),
            (CalendarComponents(weekdays: [5, 6], hour: 7), "on weekends"),
            (CalendarComponents(weekdays: [3, 0]), "each Monday, Thursday"),
            (CalendarComponents(weekdays: [0, 1, 2, 3, 4, 5, 6], hour: 7), "each day"),
            (CalendarComponents(weekdays: [0, 3], minute: 15), "each hour on Monday, Thursday"),
            (CalendarComponents(weekdays: [5, 6], second: 0), "each minute on weekends"),
            (CalendarComponents(day: 28), "each month"),
            (CalendarComponents(day: 31, hour: 7), "each month that has a 31st"),
            (CalendarComponents(day: 2, minute: 0), "each hour on the 2nd"),
            (CalendarComponents(day: 13, weekdays: [4], hour: 7), "on the 13th if that is a Friday"),
            (
                CalendarComponents(day: 13, weekdays: [5, 6], minute: 0),
                "each hour on the 13th if that is a Saturday or Sunday"
            ),
            (CalendarComponents(month: 12), "each year"),
            (CalendarComponents(month: 12, hour: 7), "each day in December"),
            (CalendarComponents(month: 12, day: 24, hour: 16), "each year"),
            (CalendarComponents(month: 2, day: 29), "each leap year"),
            (CalendarComponents(month: 12, weekdays: [6]), "each Sunday in December"),
            (CalendarComponents(month: 6, day: 13, weekdays: [4]), "on 13 June if that is a Friday"),
            (CalendarComponents(month: 12, day: 24, minute: 30), "each hour on 24 December"),
            (CalendarComponents(month: 12, minute: 30), "each hour in December"),
            (CalendarComponents(year: 2027, hour: 7), "each day in 2027"),
            (CalendarComponents(year: 2027, day: 1), "each month in 2027"),
            (CalendarComponents(year: 2027, month: 5, weekdays: [0]), "each Monday in May 2027"),
            (CalendarComponents(year: 2027, month: 5, day: 1, minute: 0), "each hour on 1 May 2027"),
        ])
    func words(_ components: CalendarComponents, _ expected: String) {
        #expect(Self.words(components) == "never, " + expected)
    }

    @Test(
        "What happens once is not said to repeat",
        arguments: [
            CalendarComponents(year: 2027), CalendarComponents(year: 2027, month: 5),
            CalendarComponents(year: 2027, month: 5, day: 1),
            CalendarComponents(year: 2027, month: 5, day: 3, weekdays: [0], hour: 7, minute: 1, second: 1),
        ])
    func single(_ components: CalendarComponents) {
        #expect(Self.words(components) == "never")
    }

    /// All combinations of parts that are given or not.
    private static let all = (1..<128).map { mask in
        func part(_ bit: Int, _ value: Int) -> Int? { mask >> bit & 1 == 1 ? value : nil }
        // 13 August 2027 is a Friday.
        return CalendarComponents(
            year: part(0, 2027), month: part(1, 8), day: part(2, 13), weekdays: part(3, 4).map { [$0] } ?? [],
            hour: part(4, 9), minute: part(5, 0), second: part(6, 0))
    }

    /// The words are true: they are compared with the moments themselves.
    @Test("The words agree with the moments, of all combinations of parts", arguments: all)
    func truth(_ components: CalendarComponents) throws {
        let first = try #require(components.next(after: Self.now) { _ in 0 })
        let second = components.next(after: first) { _ in 0 }

        let words = Self.words(components)

        guard let second else {
            // Only the calendar of that year has no second one.
            #expect(words == "never" || words.hasSuffix("on the 13th if that is a Friday in 2027"))
            return
        }
        #expect(words.hasPrefix("never, "))
        #expect(words.contains("each minute") == (second - first == 60), "\(words)")
        #expect(words.contains("each hour") == (second - first == 3_600), "\(words)")
        let isShort = second - first < 86_400
        #expect(words.contains("each day") == (second - first == 86_400), "\(words)")
        // Parts that keep most days out are named, if a moment on each such day does not say so itself.
        if components.weekdays.count == 1 { #expect(words.contains("Friday"), "\(words)") }
        if components.year != nil { #expect(words.contains("2027"), "\(words)") }
        if components.month != nil, isShort || !components.weekdays.isEmpty {
            #expect(words.contains("August"), "\(words)")
        }
        if components.day != nil, isShort { #expect(words.contains("13"), "\(words)") }
        if words.contains("each month") { #expect((28...31).contains((second - first) / 86_400), "\(words)") }
        if words.contains("each year") { #expect((365...366).contains((second - first) / 86_400), "\(words)") }
    }
}
