// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import MPDProtocol
import Testing

@Suite("Priorities of entries")
struct EntryPriorityTests {
    /// Numbers that descend, so that what gets its lot later comes first.
    private struct Lots: RandomNumberGenerator {
        private var number: UInt64 = 1_000

        mutating func next() -> UInt64 {
            number -= 1
            return number
        }
    }

    @Test("The highest come first, and those of the same one as the lots say")
    func order() {
        var (lots, priorities) = (Lots(), EntryPriorities())
        let five = priorities.set([1, 2, 3, 4], to: 5, using: &lots)
        #expect(five == [1, 2, 3, 4])
        #expect(priorities.order == [4, 3, 2, 1])

        let high = priorities.set([2, 12], to: 255, using: &lots)
        #expect(high == [2, 12])
        let again = priorities.set([12], to: 255, using: &lots)
        #expect(again.isEmpty, "it has it already")
        #expect(priorities.order == [12, 2, 4, 3, 1])
    }

    @Test("One of 0 is none, and what has gone has none")
    func none() {
        var (lots, priorities) = (Lots(), EntryPriorities())
        let zero = priorities.set([1], to: 0, using: &lots)
        #expect(zero.isEmpty)
        _ = priorities.set([1, 2, 3], to: 1, using: &lots)
        let taken = priorities.set([1, 4], to: 0, using: &lots)
        #expect(taken == [1])
        #expect(priorities[1] == 0)
        #expect(priorities[2] == 1)

        priorities.keep(only: [1, 3])
        #expect(priorities.order == [3])
        priorities.keep(only: [])
        #expect(priorities.isEmpty)
    }
}
