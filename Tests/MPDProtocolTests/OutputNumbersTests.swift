// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import MPDProtocol
import Testing

@Suite("Numbers of outputs")
struct OutputNumbersTests {
    @Test("An output keeps its number, and that of one that has gone is given to no other")
    func numbers() {
        var numbers = OutputNumbers()

        let first = numbers.numbers(of: ["a", "b", "c"])
        let second = numbers.numbers(of: ["c", "d"])
        let third = numbers.numbers(of: ["d", "b", "a", "c"])

        #expect(first == [0, 1, 2])
        #expect(second == [2, 3])
        #expect(third == [3, 1, 0, 2])
    }

    @Test("Outputs that come and go without end are forgotten, and those that are there keep their numbers")
    func bound() {
        var numbers = OutputNumbers()

        for number in 0..<5_000 {
            let both = numbers.numbers(of: ["\(number)", "here"])
            #expect(both == [number == 0 ? 0 : number + 1, 1])
        }
    }
}
