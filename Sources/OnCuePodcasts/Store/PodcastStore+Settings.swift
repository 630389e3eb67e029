// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import SQLite

extension PodcastStore {
    // MARK: Settings

    /// Returns the settings of a podcast, except for its rate; the usual ones if none were made.
    package func settings(of podcast: StableKey) throws(ContentError) -> PodcastSettings {
        try perform { (connection) throws(SQLiteError) in
            let statement = try connection.cached(text: Self.settingsColumns + " WHERE podcast = ?")
            statement.bind(1, podcast.number)
            return try statement.first { PodcastSettings($0) } ?? PodcastSettings()
        }
    }

    /// Returns the settings of all podcasts that have their own.
    package func settings() throws(ContentError) -> [StableKey: PodcastSettings] {
        try perform { (connection) throws(SQLiteError) in
            let statement = try connection.cached(
                text: Self.settingsColumns + " WHERE podcast IN (SELECT key FROM podcasts)")
            var found: [StableKey: PodcastSettings] = [:]
            try statement.eachRow { row in found[StableKey(number: row.integer(6))] = PodcastSettings(row) }
            return found
        }
    }

    private static let settingsColumns =
        "SELECT latest, removal, intro, outro, is_oldest_first, notifies, podcast FROM settings"

    /// Stores the settings of a podcast, except for its rate; another order makes positions stale.
    package func set(_ settings: PodcastSettings, of podcast: StableKey) throws(ContentError) {
        let isReordered = try self.settings(of: podcast).order != settings.order
        try perform { (connection) throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                if isReordered { try connection.execute("UPDATE tree SET revision = revision + 1") }
                let statement = try connection.cached(
                    """
                    INSERT OR REPLACE INTO settings (podcast, latest, removal, intro, outro, is_oldest_first, notifies)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """)
                statement.bind(1, podcast.number)
                statement.bind(2, settings.latest)
                statement.bind(3, settings.removal.map { $0.components.seconds })
                statement.bind(4, Int64(settings.intro / .milliseconds(1)))
                statement.bind(5, Int64(settings.outro / .milliseconds(1)))
                statement.bind(6, settings.order == .oldest)
                statement.bind(7, settings.notifies ? settings.notifiesLoudly ? 2 : 1 : 0)
                try statement.run()
            }
        }
    }

    // MARK: Upkeep

    /// Returns the episodes of a podcast that were downloaded automatically.
    package func automaticDownloads(of podcast: StableKey) throws(ContentError) -> [EpisodeRecord] {
        let keys = try perform { (connection) throws(SQLiteError) in
            let statement = try connection.cached(
                "SELECT key FROM episodes WHERE podcast = ? AND upkeep = 1 AND file IS NOT NULL")
            statement.bind(1, podcast.number)
            return try statement.all { StableKey(number: $0.integer(0)) }
        }
        var found: [EpisodeRecord] = []
        for key in keys { if let episode = try episode(key) { found.append(episode) } }
        return found
    }

    /// Sets how automatic downloads treat an episode.
    package func set(_ upkeep: EpisodeRecord.Upkeep, of key: StableKey) throws(ContentError) {
        try perform { (connection) throws(SQLiteError) in
            let statement = try connection.cached("UPDATE episodes SET upkeep = ? WHERE key = ?")
            statement.bind(1, upkeep.rawValue)
            statement.bind(2, key.number)
            try statement.run()
        }
    }

    /// Marks an episode as kept, or not.
    package func setKept(_ isKept: Bool, of key: StableKey) throws(ContentError) {
        try change { (connection) throws(SQLiteError) in
            let statement = try connection.cached("UPDATE episodes SET is_kept = ? WHERE key = ?")
            statement.bind(1, isKept)
            statement.bind(2, key.number)
            try statement.run()
        }
    }

    /// Registers the file of an episode, and whether it was downloaded automatically.
    package func setFile(_ path: String, of key: StableKey, _ upkeep: EpisodeRecord.Upkeep) throws(ContentError) {
        try change { (connection) throws(SQLiteError) in
            let statement = try connection.cached(
                "UPDATE episodes SET file = ?, partial_tag = NULL, upkeep = ? WHERE key = ?")
            statement.bind(1, path)
            statement.bind(2, upkeep.rawValue)
            statement.bind(3, key.number)
            try statement.run()
        }
    }

    /// Registers that the file of an episode was deleted, which no automatic download loads again.
    package func dropFile(of key: StableKey) throws(ContentError) {
        try change { (connection) throws(SQLiteError) in
            let statement = try connection.cached(
                "UPDATE episodes SET file = NULL, partial_tag = NULL, upkeep = 2, is_kept = 0 WHERE key = ?")
            statement.bind(1, key.number)
            try statement.run()
        }
    }
}

extension PodcastSettings {
    fileprivate init(_ row: Statement) {
        self.init()
        latest = Int(row.integer(0))
        removal = row.optionalInteger(1).map { .seconds($0) }
        (intro, outro) = (.milliseconds(row.integer(2)), .milliseconds(row.integer(3)))
        order = row.integer(4) != 0 ? .oldest : .newest
        notifies = row.integer(5) != 0
        notifiesLoudly = row.integer(5) == 2
    }
}
