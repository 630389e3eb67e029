// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A set of numbers, kept as ranges that neither overlap nor touch.
package struct NumberRanges: Sendable, Equatable {
    /// The ranges, in ascending order.
    package private(set) var ranges: [ClosedRange<Int64>] = []

    package init() {}

    /// Whether the set contains a number.
    ///
    /// - Complexity: O(log *n*), where *n* is the number of ranges.
    package func contains(_ number: Int64) -> Bool {
        let index = firstIndex(endingAtOrAfter: number)
        return index < ranges.count && ranges[index].lowerBound <= number
    }

    /// Adds a range, and merges it with the ranges that it overlaps or touches.
    package mutating func insert(_ range: ClosedRange<Int64>) {
        let first = firstIndex(endingAtOrAfter: range.lowerBound == .min ? .min : range.lowerBound - 1)
        var (merged, end) = (range, first)
        while end < ranges.count, ranges[end].lowerBound == .min || ranges[end].lowerBound - 1 <= range.upperBound {
            merged = min(merged.lowerBound, ranges[end].lowerBound)...max(merged.upperBound, ranges[end].upperBound)
            end += 1
        }
        ranges.replaceSubrange(first..<end, with: [merged])
    }

    private func firstIndex(endingAtOrAfter number: Int64) -> Int {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
