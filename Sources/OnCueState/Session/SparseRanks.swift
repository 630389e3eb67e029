// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Numbers that keep rows in order, with gaps between them, so that a row can be inserted by writing only its own
/// number.
enum SparseRanks {
    /// The preferred distance of ranks: 32 rows can be inserted at one place, each before the last.
    static let spacing: Int64 = 1 << 32
    /// The range of ranks; a full queue takes a thousandth of it.
    private static let bounds: ClosedRange<Int64> = -(1 << 61)...(1 << 61)

    /// The ranks for a list that is written from scratch.
    static var fresh: some Sequence<Int64> { stride(from: 0, through: bounds.upperBound, by: Int.Stride(spacing)) }

    /// Returns ranks in order above one and below another, as far apart as possible.
    ///
    /// - Parameters:
    ///   - lower: The rank before them; `nil` if there is none.
    ///   - upper: The rank after them; `nil` if there is none.
    ///   - distance: The least distance between two of them, 1 or more.
    /// - Returns: `nil` if there is not enough room.
    static func between(
        _ lower: Int64?, _ upper: Int64?, count: Int, distance: Int64 = 1
    ) -> StrideTo<Int64>? {
        // A damaged file may contain any ranks.
        guard [lower, upper].allSatisfy({ $0.map(bounds.contains) ?? true }) else { return nil }
        let count = Int64(count)
        let (first, step): (Int64, Int64) =
            switch (lower, upper) {
            case (nil, nil): (-count / 2 * spacing, spacing)
            case (let lower?, nil): (lower + spacing, spacing)
            case (nil, let upper?): (upper - count * spacing, spacing)
            case (let lower?, let upper?):
                (lower + (upper - lower) / (count + 1), (upper - lower) / (count + 1))
            }
        let end = first + count * step
        guard step >= distance, bounds.contains(first), bounds.contains(end) else { return nil }
        return stride(from: first, to: end, by: Int.Stride(step))
    }
}
