// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// The properties of an episode that queries use; there may be tens of thousands of them.
struct EpisodeOutline: Sendable {
    var key: StableKey
    var podcast: StableKey
    var title: String
    var published: Int64?
    var duration: Duration?
    var season: Int64?
    var number: Int64?

    var identifier: ContentIdentifier { key.identifier(.episode) }

    fileprivate init(_ row: Statement) {
        key = StableKey(number: row.integer(0))
        podcast = StableKey(number: row.integer(1))
        title = row.text(2)
        published = row.integer(4) != 0 ? row.integer(3) : nil
        duration = row.optionalInteger(5).map { .milliseconds($0) }
        season = row.optionalInteger(6)
        number = row.optionalInteger(7)
    }
}

extension PodcastStore {
    /// Returns the episodes whose titles contain `part`, and all episodes of some podcasts.
    func outlines(
        containing part: String, orOf podcasts: Set<StableKey>
    ) throws(ContentError) -> [EpisodeOutline] {
        try perform { (connection) throws(SQLiteError) in
            let statement = try connection.cached(
                """
                SELECT key, podcast, title, published, is_dated, duration, season, number, instr(folded, ?) > 0
                FROM episodes
                """)
            statement.bind(1, part)
            var found: [EpisodeOutline] = []
            try statement.eachRow { row in
                guard row.integer(8) != 0 || podcasts.contains(StableKey(number: row.integer(1))) else { return }
                found.append(EpisodeOutline(row))
            }
            return found
        }
    }

    /// Returns the existing ones of these episodes.
    func outlines(of identifiers: [ContentIdentifier]) throws(ContentError) -> [EpisodeOutline] {
        try perform { (connection) throws(SQLiteError) in
            let statement = try connection.cached(
                """
                SELECT key, podcast, title, published, is_dated, duration, season, number FROM episodes WHERE key = ?
                """)
            var found: [EpisodeOutline] = []
            for identifier in identifiers {
                guard let key = StableKey(text: identifier.key) else { continue }
                statement.reset()
                statement.bind(1, key.number)
                if let outline = try statement.first({ EpisodeOutline($0) }) { found.append(outline) }
            }
            return found
        }
    }
}
