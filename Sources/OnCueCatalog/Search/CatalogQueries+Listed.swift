// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// Items that a query finds, in an order that it names, or in that of their titles: every one of them.
extension CatalogQueries {
    /// A query to one kind of items in order.
    struct QueryListing {
        var kind: SearchKind
        /// Selects numbers of rows, without an end.
        var sql: String
        var texts: [String]
    }

    /// The listings that the query is made of, one for each kind.
    ///
    /// - Parameters:
    ///   - seed: Makes the random order, which stays as long as the seed.
    func listings(_ query: ContentQuery, now: Int64, seed: Int64) throws(SQLiteError) -> [QueryListing] {
        let beginnings = try allBeginnings(query.condition)
        let kinds = query.condition.kinds
        var listings: [QueryListing] = []
        for kind in SearchKind.allCases where kinds?.contains(kind.kind) ?? (kind == .track) {
            let words = MatchExpression(kind: kind, beginnings: beginnings)
            guard let sql = QuerySQL(query, kind, now: now, words: words) else { continue }
            listings.append(Self.listing(sql, query.order, seed))
        }
        return listings
    }

    private static func listing(_ sql: QuerySQL, _ order: [QueryOrder], _ seed: Int64) -> QueryListing {
        let kind = sql.kind
        var text = "SELECT t.id FROM \(kind.table) t"
        let isByAlbum = order.contains { $0.key == .album || $0.key == .artist }
        if kind == .track, isByAlbum { text += " LEFT JOIN albums a ON a.id = t.album_id" }
        text += " WHERE \(sql.filter)"
        var texts = sql.texts
        if let match = sql.match {
            text +=
                " AND t.id IN (SELECT rowid & \(SearchKind.idMask) FROM search WHERE search MATCH ?"
                + " AND rowid BETWEEN \(kind.rows.lowerBound) AND \(kind.rows.upperBound))"
            texts.append(match)
        }
        var terms: [String] = []
        for part in order { terms += kind.order(part, seed) }
        // Those of one moment stay in the order of the index.
        terms += order.first?.key == .added && kind == .track ? ["t.play_count", "t.id"] : ["t.sort", "t.id"]
        return QueryListing(kind: kind, sql: text + " ORDER BY " + terms.joined(separator: ", "), texts: texts)
    }

    /// How many items the query has in all.
    func count(_ listings: [QueryListing], limit: Int) throws(SQLiteError) -> Int {
        var total = 0
        for listing in listings where total < limit {
            let statement = try connection.prepare("SELECT COUNT(*) FROM (\(listing.sql) LIMIT \(limit - total))")
            for (index, text) in listing.texts.enumerated() { statement.bind(Int32(index + 1), text) }
            total += try statement.first { $0.int(0) } ?? 0
        }
        return total
    }

    /// Up to `limit` items from `offset`.
    func nodes(
        _ listings: [QueryListing], offset: Int, limit: Int
    ) throws(SQLiteError) -> [CatalogNode] {
        var nodes: [CatalogNode] = []
        var skipped = offset
        for listing in listings where nodes.count < limit {
            let statement = try connection.prepare("\(listing.sql) LIMIT \(limit - nodes.count) OFFSET \(skipped)")
            for (index, text) in listing.texts.enumerated() { statement.bind(Int32(index + 1), text) }
            let found = try statement.all { listing.kind.node($0.integer(0)) }
            nodes += found
            if listings.count > 1, found.isEmpty {
                skipped = max(0, skipped - (try count([listing], limit: offset + limit)))
            } else {
                skipped = 0
            }
        }
        return nodes
    }

    /// The words that stand for typed beginnings; those with too many are left to the index.
    func allBeginnings(_ condition: QueryCondition) throws(SQLiteError) -> [String: [String]] {
        var all: [String: [String]] = [:]
        for word in condition.typedWords where word.unicodeScalars.count > 3 {
            let words = try beginnings(of: word)
            if (1...Self.beginningsLimit).contains(words.count) { all[word] = words }
        }
        return all
    }
}

extension SearchKind {
    var table: String {
        switch self {
        case .artist: "artists"
        case .album: "albums"
        case .track: "tracks"
        case .genre: "genres"
        case .composer: "composers"
        case .folder: "folders"
        }
    }

    /// The terms of ORDER BY; empty for what items of the kind do not have.
    fileprivate func order(_ order: QueryOrder, _ seed: Int64) -> [String] {
        let direction = order.isDescending ? " DESC" : ""
        let columns: [String]
        switch (order.key, self) {
        case (.title, _): columns = ["t.sort"]
        // A multiplication that mixes well enough to play in.
        case (.random, _): return ["((t.id + \(seed)) * 2654435761 % 4294967291)"]
        case (.added, .track), (.added, .album): columns = ["t.added"]
        case (.length, .track), (.length, .album): columns = ["t.duration"]
        case (.year, .track): return ["t.year IS NULL", "t.year" + direction]
        case (.year, .album): return ["t.year = 9999", "t.year" + direction]
        case (.artist, .track): columns = ["COALESCE(a.artist_sort, lower(t.artists))", "a.sort", "t.position"]
        case (.artist, .album): columns = ["t.artist_sort"]
        case (.album, .track): return ["a.sort IS NULL", "a.sort" + direction, "t.album_id", "t.position"]
        case (.album, .album): columns = ["t.sort"]
        case (.plays, .track): columns = ["t.play_count", "t.last_played"]
        case (.skips, .track): columns = ["t.skip_count"]
        case (.played, .track): return ["t.last_played IS NULL", "t.last_played" + direction]
        default: columns = []
        }
        return columns.enumerated().map { $0.offset == 0 || order.key == .plays ? $0.element + direction : $0.element }
    }
}
