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
            let rows = try ordered(tier).dropFirst(skipped).prefix(left)
            page.append((tier, rows))
            (skipped, left) = (0, left - rows.count)
        }
        return page
    }

    private func ordered(_ tier: SearchTier) throws(SQLiteError) -> [Int64] {
        let isSorted = (2...Self.sortedLimit).contains(tier.rows.count) && tier.leading.isEmpty
        return isSorted ? try sorted(tier) : tier.leading + tier.rows
    }

    private func sorted(_ tier: SearchTier) throws(SQLiteError) -> [Int64] {
        let statement = try connection.cached(
            text: "SELECT sort, \(tier.kind == .track ? "play_count" : "0") FROM \(tier.kind.table) WHERE id = ?")
        var entries: [(plays: Int64, sort: String, row: Int64)] = []
        entries.reserveCapacity(tier.rows.count)
        for row in tier.rows {
            statement.reset()
            statement.bind(1, row)
            if let entry = try statement.first({ ($0.integer(1), $0.text(0), row) }) { entries.append(entry) }
        }
        entries.sort { ($1.plays, $0.sort, $0.row) < ($0.plays, $1.sort, $1.row) }
        return entries.map(\.row)
    }
}
