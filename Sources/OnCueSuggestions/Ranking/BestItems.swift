// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The items with the most weight, best first; of equal ones, those that were played last.
struct BestItems {
    private let limit: Int
    private var ranked: [(item: Int32, weight: Double, lastPlay: Int)] = []

    init(limit: Int) {
        self.limit = limit
        ranked.reserveCapacity(min(limit, 100) + 1)
    }

    var items: [Int32] { ranked.map(\.item) }

    /// Returns whether an item would be among them.
    func takes(_ weight: Double, _ lastPlay: Int) -> Bool {
        guard ranked.count >= limit else { return true }
        guard let worst = ranked.last else { return false }
        return (weight, lastPlay) > (worst.weight, worst.lastPlay)
    }

    /// - Complexity: O(limit).
    mutating func insert(_ item: Int32, _ weight: Double, _ lastPlay: Int) {
        var (low, high) = (0, ranked.count)
        while low < high {
            let middle = (low + high) / 2
            if (ranked[middle].weight, ranked[middle].lastPlay) > (weight, lastPlay) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        ranked.insert((item, weight, lastPlay), at: low)
        if ranked.count > limit { ranked.removeLast() }
    }
}
