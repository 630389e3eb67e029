// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// The items of tiers in order: by play count, then by title.
extension CatalogQueries {
    /// Returns up to `limit` rows from `offset` of all tiers, one after the other, each tier with its part of the page.
    ///
    /// The order does not depend on the requested page.
    func page(
        of tiers: [SearchTier], offset: Int, limit: Int
    ) throws(SQLiteError) -> [(tier: SearchTier, rows: ArraySlice<Int64>)] {
        var page: [(tier: SearchTier, rows: ArraySlice<Int64>)] = []
        var (skipped, left) = (offset, limit)
        for tier in tiers where left > 0 {
            guard skipped < tier.count else {
                skipped -= tier.count
                continue
            }
            let rows = try ordered(tier, offset: skipped, limit: left)
            page.append((tier, rows))
            (skipped, left) = (0, left - rows.count)
        }
        return page
    }

    /// Returns up to `limit` rows of a tier from `offset`, in its order.
    private func ordered(_ tier: SearchTier, offset: Int, limit: Int) throws(SQLiteError) -> ArraySlice<Int64> {
        let isSorted = (2...Self.sortedLimit).contains(tier.rows.count) && tier.leading.isEmpty
        guard isSorted else { return (tier.leading + tier.rows).dropFirst(offset).prefix(limit) }
        return try sorted(tier, offset: offset, limit: limit)[...]
    }

    /// Looks all rows up with one statement, and keeps the first: a statement for each took most of the time of a
    /// search.
    private func sorted(_ tier: SearchTier, offset: Int, limit: Int) throws(SQLiteError) -> [Int64] {
        let statement = try connection.cached(text: Self.ordering(tier.kind))
        statement.bind(1, numbers: tier.rows)
        statement.bind(2, limit)
        statement.bind(3, offset)
        return try statement.integers()
    }

    static func ordering(_ kind: SearchKind) -> String {
        """
        SELECT t.id FROM numbers(?1) r CROSS JOIN \(kind.table) t ON t.id = r.value
        ORDER BY \(kind == .track ? "t.play_count DESC, " : "")t.sort, t.id LIMIT ?2 OFFSET ?3
        """
    }
}
