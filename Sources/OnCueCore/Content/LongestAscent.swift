// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Finds the longest ascending subsequence of numbers: the items that can stay in place when a list is reordered.
enum LongestAscent {
    /// Returns the indexes of a longest ascending subsequence of different numbers (patience sorting).
    ///
    /// - Complexity: O(*n* log *n*).
    static func indexes(of numbers: [Int]) -> [Int] {
        var tails: [Int] = []
        var before = [Int](repeating: -1, count: numbers.count)
        for (index, number) in numbers.enumerated() {
            var (low, high) = (0, tails.count)
            while low < high {
                let middle = (low + high) / 2
                if numbers[tails[middle]] < number { low = middle + 1 } else { high = middle }
            }
            if low > 0 { before[index] = tails[low - 1] }
            if low == tails.count { tails.append(index) } else { tails[low] = index }
        }
        var result: [Int] = []
        var index = tails.last ?? -1
        while index >= 0 {
            result.append(index)
            index = before[index]
        }
        return result.reversed()
    }
}
