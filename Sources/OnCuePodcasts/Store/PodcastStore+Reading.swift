// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import SQLite
internal import Synchronization

extension PodcastStore {
    /// Returns the paths of all downloaded files.
    package func downloadedFiles() throws(ContentError) -> [String] {
        try perform { (connection) throws(SQLiteError) in
            try connection.cached(
                """
                SELECT file FROM episodes WHERE file IS NOT NULL
                UNION SELECT file FROM trashed_episodes WHERE file IS NOT NULL
                """
            ).all { $0.text(0) }
        }
    }

    /// Returns the number of podcasts.
    package func podcastCount() throws(ContentError) -> Int {
        try perform { (connection) throws(SQLiteError) in
            try connection.cached("SELECT count(*) FROM podcasts").first { Int($0.integer(0)) } ?? 0
        }
    }

    /// Podcasts by title.
    package func podcasts(offset: Int = 0, limit: Int = .max) throws(ContentError) -> [PodcastRecord] {
        let (podcasts, mark) = try perform { (connection) throws(SQLiteError) in
            // Taken before reading, so that changes made meanwhile are noticed.
            let mark = DatabaseMark(path)
            let statement = try connection.cached(
                """
                SELECT key, address, title, author, image, is_explicit, tag, modified, refreshed, due, failures, failure,
                    is_ended, (SELECT count(*) FROM episodes WHERE podcast = podcasts.key),
                    (SELECT count(file) FROM episodes WHERE podcast = podcasts.key), place, latitude, longitude,
                    reason, expected, ttl, skipped_hours, skipped_days, failing_since
                FROM podcasts ORDER BY sort, key LIMIT ? OFFSET ?
                """)
            statement.bind(1, limit)
            statement.bind(2, offset)
            return (try statement.all { (row) throws(SQLiteError) in PodcastRecord(row) }, mark)
        }
        if podcasts.isEmpty, offset == 0, limit > 0 { emptiness.withLock { $0 = mark } }
        return podcasts
    }

    /// Whether it is certain, without reading the file, that there are no podcasts to search.
    package nonisolated var isKnownEmpty: Bool {
        guard let mark = emptiness.withLock({ $0 }) else { return false }
        return mark == DatabaseMark(path)
    }

    package func podcast(_ key: StableKey) throws(ContentError) -> PodcastRecord? {
        try perform { (connection) throws(SQLiteError) in
            let statement = try connection.cached(
                """
                SELECT key, address, title, author, image, is_explicit, tag, modified, refreshed, due, failures, failure,
                    is_ended, (SELECT count(*) FROM episodes WHERE podcast = podcasts.key),
                    (SELECT count(file) FROM episodes WHERE podcast = podcasts.key), place, latitude, longitude,
                    reason, expected, ttl, skipped_hours, skipped_days, failing_since
                FROM podcasts WHERE key = ?
                """)
            statement.bind(1, key.number)
            return try statement.first { (row) throws(SQLiteError) in PodcastRecord(row) }
        }
    }

    package func podcast(at address: String) throws(ContentError) -> StableKey? {
        try perform { (connection) throws(SQLiteError) in
            let statement = try connection.cached("SELECT key FROM podcasts WHERE address = ?")
            statement.bind(1, address)
            return try statement.first { StableKey(number: $0.integer(0)) }
        }
    }

    /// Returns the appearances of the newest episodes of a podcast, as far as they have dates.
    package func appearances(of key: StableKey, limit: Int) throws(ContentError) -> [Appearance] {
        try perform { (connection) throws(SQLiteError) in
            let statement = try connection.cached(
                """
                SELECT published, unseen, seen FROM episodes WHERE podcast = ? AND is_dated
                ORDER BY published DESC, key LIMIT ?
                """)
            statement.bind(1, key.number)
            statement.bind(2, limit)
            return try statement.all { (row) throws(SQLiteError) in
                let seen = row.optionalInteger(1).flatMap { without in row.optionalInteger(2).map { (without, $0) } }
                return Appearance(published: row.integer(0), seen: seen)
            }
        }
    }

    /// Returns the position of a podcast in the list.
    package func index(of key: StableKey) throws(ContentError) -> Int? {
        try perform { (connection) throws(SQLiteError) in
            let statement = try connection.cached(
                """
                SELECT (SELECT count(*) FROM podcasts AS other WHERE (other.sort, other.key) < (it.sort, it.key))
                FROM podcasts AS it WHERE it.key = ?
                """)
            statement.bind(1, key.number)
            return try statement.first { Int($0.integer(0)) }
        }
    }

    /// Episodes, in the order of the podcast.
    package func episodes(of podcast: StableKey, offset: Int = 0, limit: Int = .max) throws(ContentError)
        -> [EpisodeRecord]
    {
        try episodes(of: podcast, in: try settings(of: podcast).order, offset: offset, limit: limit)
    }

    /// Episodes in an order.
    package func episodes(
        of podcast: StableKey, in order: PodcastSettings.Order, offset: Int = 0, limit: Int = .max
    ) throws(ContentError) -> [EpisodeRecord] {
        try perform { (connection) throws(SQLiteError) in
            let statement = try connection.cached(
                text: """
                    SELECT e.key, e.podcast, p.title, p.author, e.address, e.type, e.title, e.published, e.is_dated,
                        e.duration, coalesce(e.image, p.image), e.season, e.number, e.kind,
                        coalesce(e.is_explicit, p.is_explicit), e.file, e.chapters_address,
                        EXISTS (SELECT 1 FROM chapters WHERE episode = e.key), e.length, e.upkeep, e.is_kept,
                        e.place, e.latitude, e.longitude
                    FROM episodes AS e JOIN podcasts AS p ON p.key = e.podcast
                    WHERE e.podcast = ? ORDER BY \(order.columns) LIMIT ? OFFSET ?
                    """)
            statement.bind(1, podcast.number)
            statement.bind(2, limit)
            statement.bind(3, offset)
            return try statement.all { (row) throws(SQLiteError) in EpisodeRecord(row) }
        }
    }

    package func episode(_ key: StableKey) throws(ContentError) -> EpisodeRecord? {
        try perform { (connection) throws(SQLiteError) in
            let statement = try connection.cached(
                """
                SELECT e.key, e.podcast, p.title, p.author, e.address, e.type, e.title, e.published, e.is_dated,
                    e.duration, coalesce(e.image, p.image), e.season, e.number, e.kind,
                    coalesce(e.is_explicit, p.is_explicit), e.file, e.chapters_address,
                    EXISTS (SELECT 1 FROM chapters WHERE episode = e.key), e.length, e.upkeep, e.is_kept,
                    e.place, e.latitude, e.longitude
                FROM episodes AS e JOIN podcasts AS p ON p.key = e.podcast WHERE e.key = ?
                """)
            statement.bind(1, key.number)
            return try statement.first { (row) throws(SQLiteError) in EpisodeRecord(row) }
        }
    }

    /// Returns the podcasts and episodes that belong to a location, the newest episodes first.
    package func located(limit: Int) throws(ContentError) -> (podcasts: [PodcastRecord], episodes: [EpisodeRecord]) {
        let podcasts = try podcasts().filter { $0.place != nil }
        let keys = try perform { (connection) throws(SQLiteError) in
            let statement = try connection.cached(
                "SELECT key FROM episodes WHERE place IS NOT NULL ORDER BY published DESC, key LIMIT ?")
            statement.bind(1, limit)
            return try statement.all { StableKey(number: $0.integer(0)) }
        }
        var episodes: [EpisodeRecord] = []
        for key in keys { if let episode = try episode(key) { episodes.append(episode) } }
        return (Array(podcasts.prefix(limit)), episodes)
    }

    /// Returns the episode with this address, or whose downloaded file has this path.
    package func episode(atAddress address: String?, orFile file: String?) throws(ContentError) -> StableKey? {
        try perform { (connection) throws(SQLiteError) in
            let statement = try connection.cached("SELECT key FROM episodes WHERE address = ? OR file = ? LIMIT 1")
            statement.bind(1, address)
            statement.bind(2, file)
            return try statement.first { StableKey(number: $0.integer(0)) }
        }
    }

    /// Returns the chapters of an episode that are known, in order.
    package func chapters(of key: StableKey) throws(ContentError) -> [Chapter] {
        try perform { (connection) throws(SQLiteError) in
            let statement = try connection.cached("SELECT start, title FROM chapters WHERE episode = ? ORDER BY start")
            statement.bind(1, key.number)
            return try statement.all { Chapter(start: .milliseconds($0.integer(0)), title: $0.text(1)) }
        }
    }

    /// Returns the podcast of each episode.
    package func podcastsOfEpisodes() throws(ContentError) -> [StableKey: StableKey] {
        try perform { (connection) throws(SQLiteError) in
            var found: [StableKey: StableKey] = [:]
            try connection.cached("SELECT key, podcast FROM episodes").eachRow { (row) throws(SQLiteError) in
                found[StableKey(number: row.integer(0))] = StableKey(number: row.integer(1))
            }
            return found
        }
    }

    /// Returns the folded titles of podcasts, or of the episodes of one, in the order of the list.
    package func titles(in podcast: StableKey?) throws(ContentError) -> [(key: StableKey, folded: String)] {
        try perform { (connection) throws(SQLiteError) in
            let statement: Statement
            if let podcast {
                statement = try connection.cached(
                    "SELECT key, folded FROM episodes WHERE podcast = ? ORDER BY published DESC, key")
                statement.bind(1, podcast.number)
            } else {
                statement = try connection.cached("SELECT key, folded FROM podcasts ORDER BY sort, key")
            }
            return try statement.all { (row) throws(SQLiteError) in
                (key: StableKey(number: row.integer(0)), folded: row.text(1))
            }
        }
    }
}

extension PodcastRecord {
    fileprivate init(_ row: Statement) {
        self.init(key: StableKey(number: row.integer(0)), address: row.text(1), title: row.text(2))
        author = row.text(3)
        image = row.optionalText(4)
        isExplicit = row.integer(5) != 0
        tag = row.optionalText(6)
        modified = row.optionalText(7)
        refreshed = row.optionalInteger(8)
        due = row.integer(9)
        failures = Int(row.integer(10))
        failure = row.optionalText(11)
        isEnded = row.integer(12) != 0
        episodes = Int(row.integer(13))
        downloaded = Int(row.integer(14))
        place = row.place(15)
        reason = row.optionalText(18).flatMap(RefreshReason.init)
        expected = row.optionalInteger(19)
        wishes.ttl = row.optionalInteger(20)
        wishes.skippedHours = Set(bits: row.integer(21), below: 24)
        wishes.skippedDays = Set(bits: row.integer(22), below: 7)
        failingSince = row.optionalInteger(23)
    }
}

extension Set<Int> {
    /// Creates the set of the numbers of the bits that are set.
    fileprivate init(bits: Int64, below count: Int) { self.init((0..<count).filter { bits >> $0 & 1 == 1 }) }

    /// The numbers, which are below 64, as bits.
    var bits: Int64 { reduce(0) { $0 | 1 << $1 } }
}

extension EpisodeRecord {
    fileprivate init(_ row: Statement) {
        self.init(
            key: StableKey(number: row.integer(0)), podcast: StableKey(number: row.integer(1)),
            podcastTitle: row.text(2), podcastAuthor: row.text(3), address: row.text(4), type: row.text(5),
            title: row.text(6), published: row.integer(8) != 0 ? row.integer(7) : nil,
            duration: row.optionalInteger(9).map { .milliseconds($0) }, image: row.optionalText(10),
            season: row.optionalInteger(11).map { Int($0) }, number: row.optionalInteger(12).map { Int($0) },
            kind: FeedEpisode.Kind(rawValue: row.text(13)) ?? .full, isExplicit: row.integer(14) != 0,
            file: row.optionalText(15), chaptersAddress: row.optionalText(16),
            hasChapters: row.integer(17) != 0 || !row.isNull(16), length: row.optionalInteger(18),
            upkeep: Upkeep(rawValue: row.integer(19)) ?? .byHand, isKept: row.integer(20) != 0,
            place: row.place(21))
    }
}

extension PodcastSettings.Order {
    /// Either direction of the index by date.
    fileprivate var columns: String {
        switch self {
        case .newest: "e.published DESC, e.key"
        case .oldest: "e.published, e.key DESC"
        }
    }
}

extension Statement {
    /// Reads name, latitude and longitude from three columns.
    fileprivate func place(_ column: Int32) -> FeedLocation? {
        let degrees = (optionalDouble(column + 1), optionalDouble(column + 2))
        let point = degrees.0.flatMap { latitude in
            degrees.1.flatMap { Coordinates(latitude: latitude, longitude: $0) }
        }
        return FeedLocation(name: optionalText(column) ?? "", coordinates: point)
    }
}
