// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@Suite("The part of a list that one answer has")
struct PageLimitTests {
    @Test(
        "begins in the list, and has at least one row and at most 1000",
        arguments: [
            (-1, 0, 0, 1), (7, 20, 7, 20), (0, 1000, 0, 1000), (Int.max, 1001, Int.max, 1000),
            (Int.min, Int.min, 0, 1), (3, Int.max, 3, 1000),
        ])
    func part(offset: Int, limit: Int, start: Int, count: Int) {
        let part = PageLimit.part(offset: offset, limit: limit)

        #expect(part.offset == start)
        #expect(part.limit == count)
    }

    @Test("has 200 rows if no number is requested", arguments: [(0, 200), (-5, 200), (1, 1), (5000, 1000)])
    func granted(limit: Int, count: Int) {
        #expect(PageLimit.granted(limit) == count)
    }
}
