// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueQuery
internal import SQLite

/// All items that a query finds, in the order of the query or by title.
extension CatalogQueries {
    /// A query for one kind of item, in order.
    struct QueryListing {
        var kind: SearchKind
        /// The values that rank the rows.
        var keys: [QueryKey]
        /// The source of the rows, in order, without a limit.
        var source: String
        var texts: [String]

        /// Selects the numbers of rows.
        var sql: String { "SELECT t.id" + source }
    }

    /// Returns the listings of the query, one for each kind.
    ///
    /// - Parameters:
    ///   - seed: The seed of the random order, which stays the same for the same seed.
    func listings(_ query: ContentQuery, now: Int64, seed: Int64) throws(SQLiteError) -> [QueryListing] {
        let beginnings = try allBeginnings(query.condition)
        let kinds = query.listedKinds
        var listings: [QueryListing] = []
        for kind in SearchKind.allCases where kinds?.contains(kind.kind) ?? true {
            let words = MatchExpression(kind: kind, beginnings: beginnings)
            guard let sql = QuerySQL(query, kind, now: now, words: words) else { continue }
            listings.append(Self.listing(sql, query.order, seed))
        }
        return listings
    }

    private static func listing(_ sql: QuerySQL, _ order: [QueryOrder], _ seed: Int64) -> QueryListing {
        let kind = sql.kind
        var text = " FROM \(kind.table) t"
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
        // Items of the same moment stay in the order of the index.
        terms += order.first?.key == .added && kind == .track ? ["t.play_count", "t.id"] : ["t.sort", "t.id"]
        let keys = order.isEmpty ? [QueryKey("t.sort", isText: true)] : order.flatMap { kind.keys($0.key, seed) }
        return QueryListing(
            kind: kind, keys: keys, source: text + " ORDER BY " + terms.joined(separator: ", "), texts: texts)
    }

    /// Returns the total number of matching items.
    func count(_ listings: [QueryListing], limit: Int) throws(SQLiteError) -> Int {
        var total = 0
        for listing in listings where total < limit {
            let statement = try connection.prepare("SELECT COUNT(*) FROM (\(listing.sql) LIMIT \(limit - total))")
            for (index, text) in listing.texts.enumerated() { statement.bind(Int32(index + 1), text) }
            total += try statement.first { $0.int(0) } ?? 0
        }
        return total
    }

    /// Returns all matching items, up to `limit` from `offset`, with their ranks.
    func listed(
        _ query: ContentQuery, offset: Int, limit: Int, now: Int64, seed: Int64
    ) throws(SQLiteError) -> QueryMatches {
        let listings = try listings(query, now: now, seed: seed)
        let most = query.limit ?? ContentQuery.largestLimit
        let total = try count(listings, limit: most)
        var matches: [QueryMatch] = []
        if limit > 0, listings.count == 1 {
            matches = try self.matches(listings[0], query, offset: offset, limit: limit)
        } else if limit > 0 {
            var lists: [[QueryMatch]] = []
            for listing in listings {
                lists.append(try self.matches(listing, query, offset: 0, limit: offset + limit))
            }
            let merged = QueryRanking(query, inFull: true).merged(lists, limit: offset + limit)
            matches = merged.dropFirst(offset).map(\.match)
        }
        return QueryMatches(matches, total: total, isTotalExact: total < most || query.limit != nil)
    }

    private func matches(
        _ listing: QueryListing, _ query: ContentQuery, offset: Int, limit: Int
    ) throws(SQLiteError) -> [QueryMatch] {
        let columns = listing.keys.map { ", " + $0.sql }.joined()
        let statement = try connection.prepare(
            "SELECT t.id\(columns)\(listing.source) LIMIT \(limit) OFFSET \(offset)")
        for (index, text) in listing.texts.enumerated() { statement.bind(Int32(index + 1), text) }
        let kind = listing.kind.kind
        let place = query.order.isEmpty ? [QueryRanking.place(of: kind)] : []
        return try statement.all { row in
            let values = listing.keys.enumerated().map { $0.element.value(row, Int32($0.offset + 1)) }
            return QueryMatch(kind: kind, number: row.integer(0), rank: place + values)
        }
    }

    /// Returns up to `limit` items of one listing.
    func nodes(_ listing: QueryListing, limit: Int) throws(SQLiteError) -> [CatalogNode] {
        let statement = try connection.prepare("\(listing.sql) LIMIT \(limit)")
        for (index, text) in listing.texts.enumerated() { statement.bind(Int32(index + 1), text) }
        return try statement.all { listing.kind.node($0.integer(0)) }
    }

    /// Returns the words that begin like the typed ones; a beginning that too many words share is left to the index.
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

    /// Returns the terms of ORDER BY; empty if items of the kind lack the property.
    fileprivate func order(_ order: QueryOrder, _ seed: Int64) -> [String] {
        let direction = order.isDescending ? " DESC" : ""
        let columns: [String]
        switch (order.key, self) {
        case (.title, _): columns = ["t.sort"]
        // A multiplication that mixes well enough for playing.
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
        case (.stars, .track):
            let stars = "COALESCE(t.stars, t.tag_stars)"
            return [stars + " IS NULL", stars + direction]
        case (.skips, .track): columns = ["t.skip_count"]
        case (.played, .track): return ["t.last_played IS NULL", "t.last_played" + direction]
        default: columns = []
        }
        return columns.enumerated().map { $0.offset == 0 || order.key == .plays ? $0.element + direction : $0.element }
    }

    /// Returns the values of a rank for a key of `sort:`, as many as the key has; ``order(_:_:)`` begins with these.
    fileprivate func keys(_ key: QueryOrderKey, _ seed: Int64) -> [QueryKey] {
        var keys = order(QueryOrder(key), seed).map { QueryKey($0, isText: false) }
        switch (key, self) {
        case (.title, _): keys = [QueryKey("t.sort", isText: true)]
        case (.artist, .track): keys = keys.prefix(2).map { QueryKey($0.sql, isText: true) } + keys.suffix(1)
        case (.artist, .album): keys = keys.map { QueryKey($0.sql, isText: true) }
        case (.album, .track): keys[1].isText = true
        case (.album, .album): keys = [QueryKey("0", isText: false), QueryKey("t.sort", isText: true)]
        default: break
        }
        while keys.count < key.width { keys.append(QueryKey("NULL", isText: false)) }
        return keys
    }
}

/// A column that ranks rows.
struct QueryKey {
    var sql: String
    var isText: Bool

    init(_ sql: String, isText: Bool) {
        self.sql = sql
        self.isText = isText
    }

    func value(_ row: Statement, _ column: Int32) -> QueryRankValue {
        if row.isNull(column) { return .none }
        return isText ? .text(row.text(column)) : .number(row.integer(column))
    }
}
