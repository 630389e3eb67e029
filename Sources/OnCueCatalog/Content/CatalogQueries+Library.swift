// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import OnCueCore
internal import SQLite

/// Queries of the scanner, the library and the resolver.
extension CatalogQueries {
    // MARK: Library

    /// Returns the folders of the library, in the order of their paths.
    func roots() throws(SQLiteError) -> [[UInt8]] {
        try connection.cached("SELECT path FROM library_roots ORDER BY path").all { $0.blob(0) }
    }

    /// Returns the counts for the status of the library, without folders and scans.
    func status() throws(SQLiteError) -> LibraryStatus {
        let folders = try roots().map { MediaLocation(filePath: $0) }
        let statement = try connection.cached("SELECT tracks, albums, artists, duration, revision FROM catalog")
        return try statement.first { row in
            LibraryStatus(
                folders: folders, trackCount: row.int(0), albumCount: row.int(1), artistCount: row.int(2),
                totalDuration: .microseconds(row.integer(3)),
                revision: ContentTree.Revision(UInt64(max(0, row.integer(4)))))
        }
            ?? LibraryStatus(
                folders: folders, trackCount: 0, albumCount: 0, artistCount: 0, totalDuration: .zero,
                revision: ContentTree.Revision(0))
    }

    /// Returns every track with a listening history.
    func listenedTracks() throws(SQLiteError) -> [ListenedTrack] {
        try connection.cached(
            """
            SELECT play_count, skip_count, last_played, resume_position, favourite, stars, key, title FROM tracks
            WHERE play_count > 0 OR skip_count > 0 OR last_played IS NOT NULL OR resume_position IS NOT NULL
                OR favourite = 1 OR stars IS NOT NULL
            """
        ).all { ListenedTrack(key: $0.integer(6), title: $0.text(7), listening: TrackListening($0, from: 0)) }
    }

    /// Returns the number of files recorded as unreadable.
    func unreadableCount() throws(SQLiteError) -> Int {
        try connection.cached("SELECT count(*) FROM unreadable_files").first { $0.int(0) } ?? 0
    }

    /// Returns the files that are remembered as unreadable, in the order of their paths.
    func unreadableFiles(offset: Int, limit: Int) throws(SQLiteError) -> [ScanReport.Failure] {
        let statement = try connection.cached(
            "SELECT folder, name, reason FROM unreadable_files ORDER BY folder, name LIMIT ? OFFSET ?")
        statement.bind(1, limit)
        statement.bind(2, offset)
        return try statement.all { row in
            ScanReport.Failure(
                location: MediaLocation(filePath: PathBytes.joined(row.blob(0), row.blob(1))), reason: row.text(2),
                isRemembered: true)
        }
    }

    // MARK: Scanning

    /// Returns the folders to walk: the roots that are not inside another root.
    func topFolders() throws(SQLiteError) -> [[UInt8]] {
        try connection.cached("SELECT path FROM folders WHERE is_root = 1 ORDER BY sort, path").all { $0.blob(0) }
    }

    /// Returns every known file of one folder, whether it could be read or not.
    func knownFiles(in folder: [UInt8]) throws(SQLiteError) -> [KnownFile] {
        let tracks = try connection.cached(
            """
            SELECT name, size, modified, inode, id, sheets, part FROM tracks
            WHERE folder_id = (SELECT id FROM folders WHERE path = ?) ORDER BY name_sort, name
            """)
        tracks.bind(1, folder)
        var readable: [KnownFile] = []
        // The indices of files of which several parts are known.
        var divided: [[UInt8]: Int] = [:]
        try tracks.eachRow { row in
            let name = row.blob(0)
            let track = TrackID(row: row.integer(4))
            if row.integer(6) > 0 {
                if let index = divided[name] { return readable[index].parts.append(track) }
                divided[name] = readable.count
            }
            readable.append(
                KnownFile(
                    name: name, fingerprint: Self.fingerprint(row), state: .track(track), sheets: row.integer(5)))
        }
        let unreadable = try connection.cached(
            """
            SELECT name, size, modified, inode, reason, attempts, retry FROM unreadable_files
            WHERE folder = ? ORDER BY name
            """)
        unreadable.bind(1, folder)
        return try readable
            + unreadable.all { row in
                let retry = row.optionalInteger(6).map { FileRetry(attempts: row.int(5), time: $0) }
                return KnownFile(
                    name: row.blob(0), fingerprint: Self.fingerprint(row),
                    state: .unreadable(reason: row.text(4), retry: retry))
            }
    }

    /// Returns the time when the next unresponsive file is retried, in seconds since 1970; `nil` if there is none.
    func nextRetry() throws(SQLiteError) -> Int64? {
        try connection.cached("SELECT min(retry) FROM unreadable_files WHERE retry IS NOT NULL")
            .first { $0.optionalInteger(0) } ?? nil
    }

    /// Returns the folders with files that are due for a retry at a time, in seconds since 1970.
    func foldersToRetry(at time: Int64) throws(SQLiteError) -> [[UInt8]] {
        let statement = try connection.cached("SELECT DISTINCT folder FROM unreadable_files WHERE retry <= ?")
        statement.bind(1, time)
        return try statement.all { $0.blob(0) }
    }

    /// Returns every folder that contains a known file.
    func knownFolders() throws(SQLiteError) -> [[UInt8]] {
        try connection.cached(
            "SELECT path FROM folders WHERE track_count > 0 UNION SELECT folder FROM unreadable_files"
        ).all { $0.blob(0) }
    }

    private static func fingerprint(_ row: Statement) -> FileFingerprint {
        FileFingerprint(
            size: row.integer(1), modified: row.integer(2), inode: UInt64(bitPattern: row.integer(3)))
    }

    // MARK: Resolving

    /// Returns a folder, or `nil` if it is not in the library.
    func folder(atPath path: [UInt8]) throws(SQLiteError) -> CatalogNode? {
        let statement = try connection.cached("SELECT id FROM folders WHERE path = ?")
        statement.bind(1, path)
        return try statement.first { $0.integer(0) }.map { .folder($0) }
    }

    /// Returns the tracks of the parts of a file; empty if it is not divided, or not in the library.
    func parts(atPath path: [UInt8]) throws(SQLiteError) -> [Track] {
        guard let (folder, name) = PathBytes.divided(path) else { return [] }
        let statement = try connection.cached(
            """
            SELECT id FROM tracks
            WHERE folder_id = (SELECT id FROM folders WHERE path = ?) AND name_sort BETWEEN ? AND ? AND name = ?
            ORDER BY part
            """)
        let names = MediumPart.sortKeys(of: name)
        statement.bind(1, folder)
        statement.bind(2, names.lowerBound)
        statement.bind(3, names.upperBound)
        statement.bind(4, name)
        return try tracks(try statement.all { $0.integer(0) })
    }

    /// Returns the track of a file that is not divided, or `nil` if it is not in the library.
    func track(atPath path: [UInt8]) throws(SQLiteError) -> Track? {
        guard let (folder, name) = PathBytes.divided(path) else { return nil }
        let statement = try connection.cached(
            """
            SELECT id FROM tracks
            WHERE folder_id = (SELECT id FROM folders WHERE path = ?) AND name_sort = ? AND name = ?
            """)
        statement.bind(1, folder)
        statement.bind(2, SortKey.make(String(decoding: name, as: UTF8.self)))
        statement.bind(3, name)
        guard let id = try statement.first({ $0.integer(0) }) else { return nil }
        return try track(id)
    }
}
