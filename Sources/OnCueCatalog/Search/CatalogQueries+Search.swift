// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// What search answers: one list, or groups by kind.
extension CatalogQueries {
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
        let bound = offset + limit <= Self.usualBound ? Self.usualBound : Self.largestBound
        let matches = try ranked(query, bound: bound, now: now).flatMap(\.matches).sorted(by: SearchMatch.isBetter)
        let nodes = matches.dropFirst(offset).prefix(page).map { $0.kind.node($0.id) }
        return (min(matches.count, most), nodes)
    }

    /// The best of each kind.
    func searchGroups(
        _ query: ContentQuery, limit: Int, now: Int64, seed: Int64
    ) throws(SQLiteError) -> [ContentSearchGroup] {
        let limit = min(limit, query.limit ?? limit)
        var groups: [ContentSearchGroup] = []
        if query.isListed {
            for listing in try listings(query, now: now, seed: seed) {
                let most = query.limit ?? Self.usualBound
                let total = try count([listing], limit: most)
                guard total > 0 else { continue }
                groups.append(
                    ContentSearchGroup(
                        kind: listing.kind.kind, total: total, isTotalExact: total < most || query.limit != nil,
                        items: try items(try nodes([listing], offset: 0, limit: limit))))
            }
            return groups
        }
        for group in try ranked(query, bound: Self.usualBound, now: now) {
            groups.append(
                ContentSearchGroup(
                    kind: group.kind.kind, total: group.matches.count, isTotalExact: group.isComplete,
                    items: try items(group.matches.prefix(limit).map { $0.kind.node($0.id) })))
        }
        return groups
    }
}

extension ContentQuery {
    /// It names an order, or has no words that every item must have to rank by, so it is answered in full.
    var isListed: Bool { !order.isEmpty || !condition.leads }
}
