// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import SQLite

extension PodcastStore {
    /// Adds a subscription that is due at once; an existing one with the same address is unchanged, or restored if it
    /// is in the trash.
    ///
    /// - Parameter time: The time of the user's change, in seconds since 1970; `nil` for a change that follows another
    ///   machine.
    /// - Returns: Its key, and whether it is new.
    package func subscribe(
        to address: String, title: String, editedAt time: Int64? = nil
    ) throws(ContentError) -> (key: StableKey, isNew: Bool) {
        if let key = try podcast(at: address) { return (key, false) }
        if let key = try trashedPodcast(at: address), try podcast(key) == nil {
            try restore(key, editedAt: time)
            return (key, true)
        }
        var key = StableKey(hashing: address.utf8)
        var salt: UInt64 = 0
        // A podcast that has moved keeps its key, so its old address may occur again.
        let trashed = try trashedKeys()
        while try podcast(key) != nil ? true : trashed.contains(key) {
            salt += 1
            key = StableKey(hashing: address.utf8, salt: salt)
        }
        try change { (connection) throws(SQLiteError) in
            let statement = try connection.cached(
                "INSERT INTO podcasts (key, address, title, folded, sort) VALUES (?, ?, ?, ?, ?)")
            statement.bind(1, key.number)
            statement.bind(2, address)
            statement.bind(3, title)
            statement.bind(4, TextFolding.fold(title))
            statement.bind(5, SortKey.make(title))
            try statement.run()
            try Self.note(key, isOn: true, at: time, connection)
        }
        return (key, true)
    }

    /// Stores the contents of a feed.
    ///
    /// Does nothing for a podcast that no longer exists. Episodes that are no longer in the feed remain visible: those
    /// that are not downloaded are returned, for the caller to forget the ones that were never played.
    ///
    /// - Parameter now: The time at which it was read, in seconds since 1970.
    package func store(_ feed: Feed, for key: StableKey, at now: Int64) throws(ContentError) -> FeedChanges {
        guard let present = try podcast(key) else { return FeedChanges() }
        var changes = try perform { (connection) throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                let before = try Self.appearance(key, connection)
                let known = Set(try Self.newestFirst(key, connection))
                try Self.update(present, feed, connection)
                if feed.isComplete {
                    let statement = try connection.cached("UPDATE episodes SET is_listed = 0 WHERE podcast = ?")
                    statement.bind(1, key.number)
                    try statement.run()
                }
                // The episodes of the first refresh were there before; a failed refresh saw nothing.
                let seen =
                    present.episodes > 0 && present.failure == nil
                    ? present.refreshed.map { (without: $0, with: now) } : nil
                for episode in feed.episodes { try Self.store(episode, key, seen, connection) }
                let after = try Self.appearance(key, connection)
                var changes = FeedChanges()
                changes.arrived = try Self.newestFirst(key, connection).filter { !known.contains($0) }
                changes.isVisible = before != after
                // An unchanged feed does not make positions stale.
                if changes.isVisible { try connection.execute("UPDATE tree SET revision = revision + 1") }
                return changes
            }
        }
        changes.dropped = try unlisted(key)
        return changes
    }

    /// Returns hashes of the visible properties of a podcast and its episodes.
    private static func appearance(_ key: StableKey, _ connection: Connection) throws(SQLiteError) -> [StableKey] {
        let statement = try connection.cached(
            """
            SELECT 0, title || char(0) || author || char(0) || coalesce(image, '') || is_explicit
                || char(0) || coalesce(place, '') || coalesce(latitude || ',' || longitude, '')
            FROM podcasts WHERE key = ?1
            UNION ALL
            SELECT * FROM (SELECT key, title || char(0) || address || char(0) || published || char(0)
                || coalesce(duration, '') || char(0) || coalesce(image, '') || char(0) || coalesce(place, '')
                || coalesce(latitude || ',' || longitude, '') FROM episodes WHERE podcast = ?1
                ORDER BY published DESC, key)
            """)
        statement.bind(1, key.number)
        return try statement.all { (row) throws(SQLiteError) in
            StableKey(hashing: "\(row.integer(0))\u{0}\(row.text(1))".utf8)
        }
    }

    private static func newestFirst(_ podcast: StableKey, _ connection: Connection) throws(SQLiteError) -> [StableKey] {
        let statement = try connection.cached("SELECT key FROM episodes WHERE podcast = ? ORDER BY published DESC, key")
        statement.bind(1, podcast.number)
        return try statement.all { StableKey(number: $0.integer(0)) }
    }

    private static func update(_ old: PodcastRecord, _ feed: Feed, _ connection: Connection) throws(SQLiteError) {
        let statement = try connection.cached(
            """
            UPDATE podcasts SET title = ?, folded = ?, sort = ?, author = ?, summary = ?, image = ?, is_explicit = ?,
                place = ?, latitude = ?, longitude = ?
            WHERE key = ?
            """)
        let title = feed.title.isEmpty ? old.title : feed.title
        statement.bind(1, title)
        statement.bind(2, TextFolding.fold(title))
        statement.bind(3, SortKey.make(title))
        statement.bind(4, feed.author)
        statement.bind(5, feed.summary)
        statement.bind(6, feed.image)
        statement.bind(7, feed.isExplicit)
        bind(feed.location, to: statement, from: 8)
        statement.bind(11, old.key.number)
        try statement.run()
    }

    private static func bind(_ location: FeedLocation?, to statement: Statement, from column: Int32) {
        statement.bind(column, location?.name)
        statement.bind(column + 1, location?.coordinates?.latitude)
        statement.bind(column + 2, location?.coordinates?.longitude)
    }

    private static func store(
        _ episode: FeedEpisode, _ podcast: StableKey, _ seen: (without: Int64, with: Int64)?, _ connection: Connection
    ) throws(SQLiteError) {
        let key = StableKey(hashing: "\(podcast.number)\u{0}\(episode.identity)".utf8)
        let statement = try connection.cached(
            """
            INSERT INTO episodes (key, podcast, address, type, length, title, folded, summary, published, is_dated,
                duration, image, season, number, kind, is_explicit, chapters_address, place, latitude, longitude,
                unseen, seen)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (key) DO UPDATE SET address = excluded.address, type = excluded.type, length = excluded.length,
                title = excluded.title, folded = excluded.folded, summary = excluded.summary,
                published = excluded.published, is_dated = excluded.is_dated, duration = excluded.duration,
                image = excluded.image, season = excluded.season, number = excluded.number, kind = excluded.kind,
                is_explicit = excluded.is_explicit, chapters_address = excluded.chapters_address, place = excluded.place, latitude = excluded.latitude,
                longitude = excluded.longitude, is_listed = 1
            """)
        statement.bind(1, key.number)
        statement.bind(2, podcast.number)
        statement.bind(3, episode.address)
        statement.bind(4, episode.type)
        statement.bind(5, episode.length)
        statement.bind(6, episode.title)
        statement.bind(7, TextFolding.fold(episode.title))
        statement.bind(8, episode.summary)
        statement.bind(9, episode.published ?? 0)
        statement.bind(10, episode.published != nil)
        statement.bind(11, episode.duration.map { Int64($0 / .milliseconds(1)) })
        statement.bind(12, episode.image)
        statement.bind(13, episode.season)
        statement.bind(14, episode.number)
        statement.bind(15, episode.kind.rawValue)
        statement.bind(16, episode.isExplicit.map { $0 ? 1 : 0 } as Int?)
        statement.bind(17, episode.chaptersAddress)
        bind(episode.location, to: statement, from: 18)
        statement.bind(21, seen?.without)
        statement.bind(22, seen?.with)
        try statement.run()
        // Chapters that were loaded from a file of their own stay as long as the feed names one.
        if !episode.chapters.isEmpty || episode.chaptersAddress == nil {
            try store(episode.chapters, key, connection)
        }
    }

    /// Stores the chapters of an episode that were loaded from a file of their own; does nothing if the episode no
    /// longer exists.
    package func store(_ chapters: [Chapter], of key: StableKey) throws(ContentError) {
        guard try episode(key) != nil else { return }
        try perform { (connection) throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in try Self.store(chapters, key, connection) }
        }
    }

    private static func store(
        _ chapters: [Chapter], _ episode: StableKey, _ connection: Connection
    ) throws(SQLiteError) {
        let removal = try connection.cached("DELETE FROM chapters WHERE episode = ?")
        removal.bind(1, episode.number)
        try removal.run()
        let statement = try connection.cached(
            "INSERT OR REPLACE INTO chapters (episode, start, title) VALUES (?, ?, ?)")
        for chapter in chapters {
            statement.bind(1, episode.number)
            statement.bind(2, Int64(chapter.start / .milliseconds(1)))
            statement.bind(3, chapter.title)
            try statement.run()
        }
    }

    private func unlisted(_ podcast: StableKey) throws(ContentError) -> [StableKey] {
        try perform { (connection) throws(SQLiteError) in
            let statement = try connection.cached(
                "SELECT key FROM episodes WHERE podcast = ? AND NOT is_listed AND file IS NULL")
            statement.bind(1, podcast.number)
            return try statement.all { StableKey(number: $0.integer(0)) }
        }
    }

    /// Forgets episodes.
    package func forget(_ episodes: [StableKey]) throws(ContentError) {
        guard !episodes.isEmpty else { return }
        try change { (connection) throws(SQLiteError) in
            let statement = try connection.cached("DELETE FROM episodes WHERE key = ?")
            for key in episodes {
                statement.bind(1, key.number)
                try statement.run()
            }
        }
    }

    /// Notes the outcome of a refresh; the revision stays, because it changes nothing in the tree.
    package func note(_ outcome: RefreshOutcome, for key: StableKey, at now: Int64) throws(ContentError) {
        try perform { (connection) throws(SQLiteError) in
            let statement = try connection.cached(
                """
                UPDATE OR IGNORE podcasts SET due = ?, failures = ?, failure = ?, is_ended = ?, address = coalesce(?, address),
                    tag = ?, modified = ?, refreshed = ?, reason = ?, expected = ?, ttl = ?, skipped_hours = ?,
                    skipped_days = ?,
                    failing_since = CASE WHEN ? IS NULL THEN NULL ELSE coalesce(failing_since, ?) END
                WHERE key = ?
                """)
            statement.bind(1, outcome.next.due)
            statement.bind(2, outcome.failures)
            statement.bind(3, outcome.failure)
            statement.bind(4, outcome.isEnded)
            statement.bind(5, outcome.movedTo)
            statement.bind(6, outcome.tag)
            statement.bind(7, outcome.modified)
            statement.bind(8, now)
            statement.bind(9, outcome.next.reason.rawValue)
            statement.bind(10, outcome.next.expected)
            statement.bind(11, outcome.wishes.ttl)
            statement.bind(12, outcome.wishes.skippedHours.bits)
            statement.bind(13, outcome.wishes.skippedDays.bits)
            statement.bind(14, outcome.failure)
            statement.bind(15, now)
            statement.bind(16, key.number)
            try statement.run()
        }
    }

    /// Notes that the user was notified of a failure, until the feed works again.
    package func noteFailureTold(of key: StableKey) throws(ContentError) {
        try perform { (connection) throws(SQLiteError) in
            let statement = try connection.cached(
                "UPDATE podcasts SET failing_since = ? WHERE key = ? AND failing_since IS NOT NULL")
            statement.bind(1, PodcastRecord.toldFailure)
            statement.bind(2, key.number)
            try statement.run()
        }
    }

    // MARK: Downloads

    /// Returns the mark of the version of which a part was downloaded.
    package func partialTag(_ key: StableKey) throws(ContentError) -> String? {
        try perform { (connection) throws(SQLiteError) in
            let statement = try connection.cached("SELECT partial_tag FROM episodes WHERE key = ?")
            statement.bind(1, key.number)
            return try statement.first { $0.optionalText(0) } ?? nil
        }
    }

    package func setPartialTag(_ tag: String?, of key: StableKey) throws(ContentError) {
        try perform { (connection) throws(SQLiteError) in
            let statement = try connection.cached("UPDATE episodes SET partial_tag = ? WHERE key = ?")
            statement.bind(1, tag)
            statement.bind(2, key.number)
            try statement.run()
        }
    }
}
