// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueQuery
internal import SQLite

/// The most played tracks, in tiers that are too large to sort.
extension CatalogQueries {
    /// The size above which a tier is in the order of its rows, apart from the most played tracks.
    static let sortedLimit = 500
    /// The number of most played tracks to look for in a complete tier.
    private static let knownLimit = 2000
    /// The number of most played tracks to compare one by one for incomplete tiers.
    private static let comparedLimit = 200

    /// Puts the most played tracks of large tiers before the others.
    func leadWithPlayed(_ tiers: inout [SearchTier], _ query: ContentQuery, _ sql: QuerySQL) throws(SQLiteError) {
        guard sql.kind == .track else { return }
        if tiers.contains(where: { $0.isComplete && $0.rows.count > Self.sortedLimit }) {
            let played = try mostPlayed()
            for index in tiers.indices
            where !played.isEmpty && tiers[index].isComplete && tiers[index].rows.count > Self.sortedLimit {
                tiers[index].lead(with: played.filter(Set(tiers[index].rows).contains))
            }
        }
        guard let plain = sql.plainWords, tiers.contains(where: { !$0.isComplete }) else { return }
        let played = try fits(of: query, sql, plain)
        for index in tiers.indices where !tiers[index].isComplete && !played.isEmpty {
            let others = Set(tiers.indices.filter { $0 != index }.flatMap { tiers[$0].rows })
            tiers[index].lead(
                with: played.filter { $0.fit == tiers[index].fit && !others.contains($0.row) }.map(\.row))
        }
    }

    private func mostPlayed() throws(SQLiteError) -> [Int64] {
        let statement = try connection.cached(
            "SELECT id FROM tracks WHERE play_count > 0 ORDER BY play_count DESC, last_played DESC LIMIT ?")
        statement.bind(1, Self.knownLimit)
        return try statement.integers()
    }

    /// Returns the most played tracks that the query finds, and how well it fits them.
    private func fits(
        of query: ContentQuery, _ sql: QuerySQL, _ plain: [String]
    ) throws(SQLiteError) -> [(row: Int64, fit: QueryFit)] {
        let statement = try connection.cached(
            text: """
                SELECT t.id, s.title, s.artist, s.album, s.genre, s.composer
                FROM tracks t CROSS JOIN search s ON s.rowid = t.id + \(SearchKind.track.row(0))
                WHERE t.play_count > 0 AND \(sql.filter)
                ORDER BY t.play_count DESC, t.last_played DESC LIMIT \(Self.comparedLimit)
                """)
        for (index, text) in sql.texts.enumerated() { statement.bind(Int32(index + 1), text) }
        let texts = query.condition.textsOnly
        let words = plain.joined(separator: " ")
        var found: [(row: Int64, fit: QueryFit)] = []
        try statement.eachRow { row in
            let track = QueryRow(
                kind: .track, title: row.text(1), artists: [row.text(2)], album: row.text(3), genres: [row.text(4)],
                composers: [row.text(5)])
            guard texts.matches(track, now: 0) else { return }
            found.append((row.integer(0), QueryFit(of: words, to: track.title)))
        }
        return found
    }
}

extension SearchTier {
    fileprivate mutating func lead(with played: [Int64]) {
        remove(played.sorted())
        leading = played
    }
}

extension QueryCondition {
    /// The query reduced to its text conditions.
    fileprivate var textsOnly: ContentQuery {
        if case .all(let parts) = self {
            return ContentQuery(condition: .all(parts.filter { $0.hasText && $0.isText }))
        }
        return ContentQuery(condition: isText ? self : .all([]))
    }

    private var isText: Bool {
        switch self {
        case .text(let text): text.field != .folder
        case .any(let parts), .all(let parts): parts.allSatisfy(\.isText)
        default: false
        }
    }
}
