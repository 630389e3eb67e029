// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// A clock time, or a date with one.
package struct IntentMoment: Sendable, Equatable {
    /// `nil` for the next time that the clock shows it.
    package var date: CivilDate?
    package var hour: Int
    package var minute: Int

    /// - Parameter text: `06:30` or `2026-12-24T18:00`; `nil` if it is neither.
    package init?(_ text: String) {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count <= 2, let clock = parts.last,
            let time = Self.numbers(clock, ":", [0...23, 0...59])
        else { return nil }
        (hour, minute) = (time[0], time[1])
        guard parts.count == 2 else { return }
        guard let numbers = Self.numbers(parts[0], "-", [1970...9999, 1...12, 1...31]) else { return nil }
        let date = CivilDate(Int64(numbers[0]), Int64(numbers[1]), Int64(numbers[2]))
        // A date such as 31 June does not exist.
        guard CivilDate(days: date.days) == date else { return nil }
        self.date = date
    }

    private static func numbers(_ text: Substring, _ divider: Character, _ bounds: [ClosedRange<Int>]) -> [Int]? {
        let parts = text.split(separator: divider, omittingEmptySubsequences: false)
        guard parts.count == bounds.count else { return nil }
        var numbers: [Int] = []
        for (part, bounds) in zip(parts, bounds) {
            guard !part.isEmpty, part.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
                let number = Int(part), bounds.contains(number)
            else { return nil }
            numbers.append(number)
        }
        return numbers
    }
}
