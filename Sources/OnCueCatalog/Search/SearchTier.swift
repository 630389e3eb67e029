// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueQuery

/// Items of one kind that fit a search equally well.
struct SearchTier {
    var kind: SearchKind
    var fit: QueryFit
    /// Rows in ascending order, each once.
    var rows: [Int64]
    /// Whether these are all matches.
    var isComplete = true
    /// Rows that come before all others, because they were played most; not necessarily among ``rows``.
    var leading: [Int64] = []

    /// The number of items, or a lower bound of it.
    var count: Int { rows.count + leading.count }

    /// Returns whether a tier comes before another: the best fit first; for equal fits, artists before albums before
    /// tracks.
    static func isBefore(_ left: SearchTier, _ right: SearchTier) -> Bool {
        (left.fit, left.kind.rawValue) < (right.fit, right.kind.rawValue)
    }

    /// Leaves out rows that are in better tiers; both are in ascending order.
    ///
    /// - Complexity: O(*n*) over both.
    mutating func remove(_ others: [Int64]) {
        guard !others.isEmpty, !rows.isEmpty else { return }
        var other = 0
        rows.removeAll { row in
            while other < others.count, others[other] < row { other += 1 }
            return other < others.count && others[other] == row
        }
    }
}
