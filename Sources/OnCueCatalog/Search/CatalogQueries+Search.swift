// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// What search answers: one list, or groups by kind.
extension CatalogQueries {
    /// So far the items of a kind are counted.
    private static let groupTotal = 250

    /// One list of what the query finds, best first, and how many there are, or at least so many.
    func search(
        _ query: ContentQuery, offset: Int, limit: Int, now: Int64, seed: Int64
    ) throws(SQLiteError) -> (total: Int, nodes: [CatalogNode]) {
        let most = query.limit ?? ContentQuery.largestLimit
        let page = max(0, min(limit, most - offset))
        if query.isListed {
            let listings = try listings(query, now: now, seed: seed)
            return (
                try count(listings, limit: most), page == 0 ? [] : try nodes(listings, offset: offset, limit: page)
            )
        }
        let tiers = try ranked(query, now: now)
        let total = tiers.reduce(0) { $0 + $1.rows.count }
        return (min(total, most), try self.page(of: tiers, offset: offset, limit: page))
    }

    /// The best of each kind.
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
                        items: try items(try nodes([listing], offset: 0, limit: limit))))
            }
            return groups
        }
        let tiers = try ranked(query, now: now)
        for kind in SearchKind.allCases {
            let own = tiers.filter { $0.kind == kind }
            guard !own.isEmpty else { continue }
            groups.append(
                ContentSearchGroup(
                    kind: kind.kind, total: own.reduce(0) { $0 + $1.rows.count },
                    isTotalExact: own.allSatisfy(\.isComplete),
                    items: try items(try page(of: own, offset: 0, limit: limit))))
        }
        return groups
    }
}

extension ContentQuery {
    /// It names an order, or has no words that every item must have to rank by, so it is answered in full.
    var isListed: Bool { !order.isEmpty || !condition.leads }
}
