// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension Array {
    /// Inserts new elements at random places between the existing ones; both keep their order, and all results are
    /// equally likely.
    ///
    /// - Complexity: O(n + m log m) with m new elements, of which only m are drawn.
    mutating func mix(in new: [Element], using generator: inout SplitMix64) {
        guard !new.isEmpty else { return }
        let places = Self.draw(new.count, below: count + new.count, using: &generator)
        var mixed: [Element] = []
        mixed.reserveCapacity(count + new.count)
        var copied = 0
        for (number, place) in places.enumerated() {
            mixed += self[copied..<place - number]
            copied = place - number
            mixed.append(new[number])
        }
        self = mixed + self[copied...]
    }

    /// Draws different numbers below a limit, in order (Floyd's sampling; Bentley, 1987).
    private static func draw(_ count: Int, below limit: Int, using generator: inout SplitMix64) -> [Int] {
        var drawn: Set<Int> = []
        for highest in limit - count..<limit {
            let number = Int.random(in: 0...highest, using: &generator)
            if !drawn.insert(number).inserted { drawn.insert(highest) }
        }
        return drawn.sorted()
    }
}
