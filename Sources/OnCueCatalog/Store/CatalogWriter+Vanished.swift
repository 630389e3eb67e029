// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import OnCueCore
internal import SQLite

/// The remembered data of a track that comes back.
struct VanishedTrack: Sendable, Equatable {
    var key: Int64
    var added: Int64
    var listening: TrackListening
    /// The folder that contained its file.
    var folder: [UInt8]
    var name: [UInt8]
}

extension CatalogWriter {
    /// The maximum number of tracks that are remembered; the oldest are removed first.
    static let vanishedLimit = 200_000
    /// The time for which they are remembered, in seconds: two years.
    static let vanishedAge: Int64 = 2 * 366 * 86_400

    /// Remembers a track that is about to be removed.
    func rememberVanished(_ track: TrackID) throws(SQLiteError) {
        let statement = try connection.cached(
            """
            INSERT OR REPLACE INTO vanished_tracks (key, folder, name, size, modified, inode, added, vanished,
                play_count, skip_count, last_played, resume_position, favourite, stars, part)
            SELECT tracks.key, folders.path, tracks.name, size, modified, inode, added, ?,
                play_count, skip_count, last_played, resume_position, favourite, stars, part
            FROM tracks JOIN folders ON folders.id = tracks.folder_id WHERE tracks.id = ?
            """)
        statement.bind(1, FileSystem.secondsSince1970())
        statement.bind(2, track.row)
        try statement.run()
        hasVanished = true
    }

    /// Returns and removes the vanished track that this file brings back, if there is one: the same content, under its
    /// name or number, otherwise the track at the same place.
    ///
    /// - Parameter part: The part of the file; 0 for the whole file.
    func returnVanished(_ file: PlannedFile, part: Int) throws(SQLiteError) -> VanishedTrack? {
        guard try isAnythingVanished() else { return nil }
        let content = try connection.cached(
            """
            SELECT key, added, play_count, skip_count, last_played, resume_position, favourite, stars, folder, name
            FROM vanished_tracks
            WHERE size = ?1 AND modified = ?2 AND (inode = ?3 OR name = ?4) AND part = ?6
            ORDER BY folder = ?5 AND name = ?4 DESC, inode = ?3 DESC, key LIMIT 1
            """)
        content.bind(1, file.fingerprint.size)
        content.bind(2, file.fingerprint.modified)
        content.bind(3, Int64(bitPattern: file.fingerprint.inode))
        content.bind(4, file.name)
        content.bind(5, file.folder)
        content.bind(6, part)
        var found = try content.first(VanishedTrack.init)
        if found == nil {
            let place = try connection.cached(
                """
                SELECT key, added, play_count, skip_count, last_played, resume_position, favourite, stars, folder, name
                FROM vanished_tracks
                WHERE folder = ? AND name = ? AND part = ? ORDER BY vanished DESC, key LIMIT 1
                """)
            place.bind(1, file.folder)
            place.bind(2, file.name)
            place.bind(3, part)
            found = try place.first(VanishedTrack.init)
        }
        guard let found else { return nil }
        let deletion = try connection.cached("DELETE FROM vanished_tracks WHERE key = ?")
        deletion.bind(1, found.key)
        try deletion.run()
        return found
    }

    /// Removes the oldest ones beyond a number, and those that exceed the age limit.
    func boundVanished(limit: Int = vanishedLimit, now: Int64 = FileSystem.secondsSince1970()) throws(SQLiteError) {
        let old = try connection.cached("DELETE FROM vanished_tracks WHERE vanished < ?")
        old.bind(1, now - Self.vanishedAge)
        try old.run()
        let count = try connection.cached("SELECT count(*) FROM vanished_tracks").first { $0.int(0) } ?? 0
        guard count > limit else { return }
        let surplus = try connection.cached(
            """
            DELETE FROM vanished_tracks
            WHERE key IN (SELECT key FROM vanished_tracks ORDER BY vanished, key LIMIT ?)
            """)
        surplus.bind(1, count - limit)
        try surplus.run()
    }

    private func isAnythingVanished() throws(SQLiteError) -> Bool {
        if let hasVanished { return hasVanished }
        let isAnything = try connection.cached("SELECT 1 FROM vanished_tracks LIMIT 1").first { _ in true } ?? false
        hasVanished = isAnything
        return isAnything
    }
}

extension VanishedTrack {
    fileprivate init(_ row: Statement) {
        self.init(
            key: row.integer(0), added: row.integer(1), listening: TrackListening(row, from: 2), folder: row.blob(8),
            name: row.blob(9))
    }
}

extension CatalogQueries {
    /// Returns whether tracks have vanished from a folder, or from below it.
    func hasVanished(below folder: [UInt8]) throws(SQLiteError) -> Bool {
        let statement = try connection.cached(
            "SELECT 1 FROM vanished_tracks WHERE folder = ?1 OR (folder > ?2 AND folder < ?3) LIMIT 1")
        let stem = folder.last == PathBytes.slash ? Array(folder.dropLast()) : folder
        statement.bind(1, folder)
        statement.bind(2, stem + [PathBytes.slash])
        statement.bind(3, stem + [PathBytes.slash + 1])
        return try statement.first { _ in true } ?? false
    }
}
