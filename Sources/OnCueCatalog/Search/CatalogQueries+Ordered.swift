// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// Items of tiers in order: what is played more comes first, then it goes by title.
extension CatalogQueries {
    /// A tier of more items is in the order of their rows, apart from what was played.
    private static let sortedLimit = 500
    /// So many of the most played tracks stand before others of large tiers.
    private static let playedLimit = 2000

    /// Up to `limit` items from `offset` of all tiers, one after the other.
    ///
    /// The order does not depend on the page that is asked for.
    func page(of tiers: [SearchTier], offset: Int, limit: Int) throws(SQLiteError) -> [CatalogNode] {
        var nodes: [CatalogNode] = []
        var skipped = offset
        for tier in tiers where nodes.count < limit {
            guard skipped < tier.rows.count else {
                skipped -= tier.rows.count
                continue
            }
            let rows = try ordered(tier).dropFirst(skipped).prefix(limit - nodes.count)
            nodes += rows.map { tier.kind.node($0) }
            skipped = 0
        }
        return nodes
    }

    /// The rows of a tier in order.
    func ordered(_ tier: SearchTier) throws(SQLiteError) -> [Int64] {
        guard tier.rows.count > 1 else { return tier.rows }
        guard tier.rows.count > Self.sortedLimit else { return try sorted(tier) }
        guard tier.kind == .track else { return tier.rows }
        let plays = try mostPlayed()
        let played = tier.rows.filter { plays[$0] != nil }
        guard !played.isEmpty else { return tier.rows }
        return played.sorted { (plays[$1] ?? 0, $0) < (plays[$0] ?? 0, $1) } + tier.rows.filter { plays[$0] == nil }
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

    private func mostPlayed() throws(SQLiteError) -> [Int64: Int64] {
        let statement = try connection.cached(
            """
            SELECT id, play_count FROM tracks WHERE play_count > 0
            ORDER BY play_count DESC, last_played DESC LIMIT ?
            """)
        statement.bind(1, Self.playedLimit)
        var plays: [Int64: Int64] = [:]
        try statement.eachRow { plays[$0.integer(0)] = $0.integer(1) }
        return plays
    }
}
