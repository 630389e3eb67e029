// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueQuery
internal import SQLite

/// The results of a search: one list, or groups by kind.
extension CatalogQueries {
    /// The number up to which the items of a kind are counted.
    private static let groupTotal = 250

    /// Returns up to `limit` matches from `offset`, best first, and their number, or a lower bound of it.
    ///
    /// - Parameter forgives: Whether typing mistakes are forgiven if there are too few matches.
    func best(
        _ query: ContentQuery, offset: Int, limit: Int, now: Int64, forgives: Bool
    ) throws(SQLiteError) -> QueryMatches {
        let tiers = try ranked(query, now: now, forgives: forgives)
        let matches = try page(of: tiers, offset: offset, limit: limit).flatMap { tier, rows in
            // Further values of a rank order the items of one tier, which are already in order.
            let rank: [QueryRankValue] = [.number(tier.fit.rawValue), QueryRanking.place(of: tier.kind.kind)]
            return rows.map { QueryMatch(kind: tier.kind.kind, number: $0, rank: rank) }
        }
        return QueryMatches(
            matches, total: tiers.reduce(0) { $0 + $1.count }, isTotalExact: tiers.allSatisfy(\.isComplete))
    }

    /// Returns the best matches of each kind.
    func searchGroups(
        _ query: ContentQuery, limit: Int, now: Int64, seed: Int64
    ) throws(SQLiteError) -> [ContentSearchGroup] {
        let limit = min(limit, query.limit ?? limit)
        var groups: [ContentSearchGroup] = []
        if query.isListed {
            for listing in try listings(query, now: now, seed: seed) {
                let most = query.limit ?? Self.groupTotal
                let total = try count([listing], limit: most)
                guard total > 0 else { continue }
                groups.append(
                    ContentSearchGroup(
                        kind: listing.kind.kind, total: total, isTotalExact: total < most || query.limit != nil,
                        items: try items(try nodes(listing, limit: limit))))
            }
            return groups
        }
        let tiers = try ranked(query, now: now, forgives: true)
        for kind in SearchKind.allCases {
            let own = tiers.filter { $0.kind == kind }
            guard !own.isEmpty else { continue }
            groups.append(
                ContentSearchGroup(
                    kind: kind.kind, total: own.reduce(0) { $0 + $1.count },
                    isTotalExact: own.allSatisfy(\.isComplete),
                    items: try items(
                        try page(of: own, offset: 0, limit: limit).flatMap { $0.rows.map { kind.node($0) } })))
        }
        return groups
    }
}
